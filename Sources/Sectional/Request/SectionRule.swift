import Foundation

/// How rows are grouped, without the type of the records.
public struct SectionRule: Sendable {
  /// The column the sections come from, if they come from one.
  public let column: String?
  /// What is made of it, here and never by the store; the column's exact values without it.
  let derivation: SectionDerivation?
  /// Whether the sections are made of something that is made of the column.
  package var isDerived: Bool { derivation != nil }
  /// Whether greater sections come first; the first sort key on the same column says so otherwise.
  let isReversed: Bool?
  /// Whether the sort keys alone decide the order.
  let isAsSorted: Bool

  /// Names what the sections are made of, and from which column.
  var derivedName: String {
    guard let derivation else { return column ?? "" }
    let parts = [column, derivation.argument].compactMap { $0 }
    return "\(derivation.function)(\(parts.joined(separator: ",")))"
  }
}

/// What sections are made of when they are not the values of a column.
struct SectionDerivation: Sendable {
  /// Where the value comes from.
  enum Input: Sendable {
    /// From the cell of the rule's column; nothing where the cell doesn't fit.
    case cell(@Sendable (StoredValue) -> StoredValue?)
    /// From all cells.
    case contents(@Sendable (PackedRow) -> StoredValue?)
  }

  /// Names what is computed; with an equal argument, equal names compute the same.
  let function: String
  /// What the function is given beside the cell.
  let argument: String?
  /// What is expected of the cell, in words.
  let expectation: String
  let input: Input
  /// Names the section of a value.
  let name: @Sendable (StoredValue) -> String
  /// What rules of others it follows, in the version they have here.
  var rules: String?

  static let firstLetter = SectionDerivation(
    function: "first-letter", argument: nil, expectation: "text",
    input: .cell { cell in
      guard case .text(let text) = cell, let letter = text.first else { return cell }
      return .text(SectionIndexTitle.capital(letter))
    }, name: \.sectionName, rules: "Unicode of \(TextRules.version)")

  static func prefix(_ length: Int) -> SectionDerivation {
    SectionDerivation(
      function: "prefix", argument: "\(length)", expectation: "text",
      input: .cell { cell in
        guard case .text(let text) = cell else { return cell }
        return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(length, 0)))))
      }, name: \.sectionName)
  }

  static func computed(
    _ identifier: String, _ value: @escaping @Sendable (PackedRow) -> StoredValue?
  ) -> SectionDerivation {
    SectionDerivation(
      function: "computed", argument: identifier, expectation: "a record", input: .contents(value),
      name: \.sectionName)
  }
}
