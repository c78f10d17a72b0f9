/// A table of a memory store: named columns, a primary key, and rows.
public struct MemoryTable: Sendable {
  /// The table's name.
  public let name: String
  let columns: RowColumns
  let keyColumns: [Int]
  var rows: [RowKey: PackedRow] = [:]

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - name: The table's name.
  ///   - columns: The names of its columns.
  ///   - primaryKey: The names of the columns that identify a row; at least one.
  /// - Throws: ``StoreError`` if the key is empty or names a column that doesn't exist.
  public init(_ name: String, columns: [String], primaryKey: [String]) throws(StoreError) {
    guard !primaryKey.isEmpty else {
      throw StoreError(.noKey, "the table \(quoted(name)) needs at least one key column")
    }
    self.name = name
    self.columns = RowColumns(columns)
    var keyColumns: [Int] = []
    for column in primaryKey { keyColumns.append(try self.columns.resolve(column)) }
    self.keyColumns = keyColumns
  }

  func key(of values: [StoredValue]) -> RowKey { RowKey(keyColumns.map { values[$0] }) }

  /// Returns what the row with a key is.
  func oldRow(_ key: RowKey) -> OldRow {
    guard let row = rows[key] else { return .absent }
    let cells = columns.names.indices.map { (columns.names[$0], row.value(at: $0)) }
    return .present(Dictionary(cells) { first, _ in first })
  }
}

extension MemoryTable {
  /// Creates an empty table for a record type.
  ///
  /// - Throws: ``StoreError`` if the type's table names no primary key.
  public init<Record: StoredRecord>(for type: Record.Type) throws(StoreError) {
    let table = Record.table
    try self.init(
      table.name, columns: table.joined?.ownColumns ?? table.columnNames,
      primaryKey: table.primaryKey)
  }
}
