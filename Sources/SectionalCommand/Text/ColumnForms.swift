import Sectional
import SectionalSQL

/// How a store writes the values of columns whose types say more than the values do, such as `numeric(10,2)`.
struct ColumnForms: Sendable {
  /// How values are written.
  enum Form: Sendable, Hashable {
    /// As true and false.
    case boolean
    /// With so many digits after the point.
    case decimals(Int)
    /// With as many digits as tell a number of single precision from others.
    case single

    /// Reads the name of a type as PostgreSQL spells it, or returns `nil` if its values tell everything.
    init?(type: String) {
      switch type {
      case "boolean":
        self = .boolean
        return
      case "real":
        self = .single
        return
      default: break
      }
      guard type.hasPrefix("numeric("), type.hasSuffix(")"),
        let scale = type.dropLast().split(separator: ",").last.flatMap({ Int($0) }), scale > 0
      else { return nil }
      self = .decimals(scale)
    }

    /// Returns a value as the store writes it, or `nil` if it isn't one that has another form.
    func text(_ value: StoredValue) -> String? {
      switch (self, value) {
      case (.boolean, .integer(0)): "false"
      case (.boolean, .integer(1)): "true"
      case (.decimals(let scale), .integer(let integer)):
        "\(integer).\(String(repeating: "0", count: scale))"
      case (.decimals(let scale), .real(let real)): Self.padded("\(real)", to: scale)
      case (.single, .real(let real)): Float(exactly: real)?.description
      default: nil
      }
    }

    /// How a sum of the values is written, which has their digits after the point.
    var ofSums: Form? {
      if case .decimals = self { self } else { nil }
    }

    /// Returns a number with zeros at its end, unless it is written with an exponent.
    private static func padded(_ number: String, to scale: Int) -> String? {
      let parts = number.split(separator: ".")
      guard parts.count == 2, parts[1].allSatisfy(\.isNumber), parts[1].count <= scale else {
        return nil
      }
      return number + String(repeating: "0", count: scale - parts[1].count)
    }
  }

  /// No column has a form of its own.
  static let none = ColumnForms([])

  private let forms: [String: Form]

  /// Takes the forms from what a store says of columns.
  init(_ columns: [ColumnDescription]) {
    forms = [String: Form](
      columns.compactMap { column in Form(type: column.type).map { (column.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The form of a column, or `nil` if its values are written as values of their kind are.
  subscript(_ column: String) -> Form? { forms[column] }
}

extension ListOptions {
  /// Returns the options with the forms that a server's columns have; a file writes values as they are.
  ///
  /// - Throws: `StoreError` with code `busy` if another program has locked what is read. What else is wrong is said once rows
  ///   are read.
  func knowingForms(from store: any ListedStore) async throws(StoreError) -> ListOptions {
    guard self.store.isServer, let store = store as? any DescribedStore else { return self }
    var options = self
    do throws(StoreError) {
      let description = try await store.description(of: request, sectionBy: section?.key)
      options.forms = ColumnForms(description.columns)
    } catch {
      if error.code == .busy { throw error }
    }
    return options
  }
}
