extension RowKey {
  /// Creates the key of a row whose key is one column, from the value of that column's property: `RowKey(7)`.
  ///
  /// The value is taken in its type's default storage; a column that is mapped with another one, such as a UUID held as a
  /// blob, needs ``init(_:as:)``.
  public init(_ value: some ColumnValue) { self.init([value.defaultCell]) }

  /// Creates the key of a row whose key is one column that is mapped with a storage: `RowKey(id, as: .blob)`.
  public init<Cell: ColumnValue>(_ value: Cell, as storage: Cell.Storage) {
    self.init([value.cell(as: storage)])
  }
}
