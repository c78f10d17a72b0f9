/// A column of a list's rows, given by its name or by the property it is mapped to.
public struct ColumnReference<Record>: Sendable, Hashable {
  /// What the reference resolves to.
  enum Target: Hashable {
    /// The column's name in the store.
    case column(String)
    /// A property that no column is mapped to.
    case unmapped(property: String, type: String)
  }

  let target: Target

  /// Returns the column's name in the store.
  ///
  /// - Throws: ``StoreError`` with code `invalidMapping` if the property has no column.
  package func resolved() throws(StoreError) -> String {
    switch target {
    case .column(let name): return name
    case .unmapped(let property, let type):
      throw StoreError(
        .invalidMapping,
        "\(property) isn't mapped to a column; add RecordColumn(\"…\", \(property)) "
          + "to \(type).table")
    }
  }
}

extension ColumnReference where Record == StoredRow {
  /// Refers to a column by name; case matters only if two column names differ in nothing else.
  public static func column(_ name: String) -> ColumnReference {
    ColumnReference(target: .column(name))
  }
}

extension ColumnReference where Record: StoredRecord {
  package init(_ keyPath: PartialKeyPath<Record>) {
    guard let name = Record.table.columnName(of: keyPath) else {
      target = .unmapped(property: keyPath.readable, type: "\(Record.self)")
      return
    }
    target = .column(name)
  }
}

extension AnyKeyPath {
  /// The key path, formatted for a message; computed components, which have no name, are shown as "…".
  var readable: String {
    "\(self)".replacing(/<computed[^>]*>/, with: "…")
  }

  /// Whether the key path passes through a computed property, such as the length of a text.
  var isComputed: Bool { "\(self)".contains("<computed") }
}
