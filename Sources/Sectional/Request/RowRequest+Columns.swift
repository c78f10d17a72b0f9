extension RowRequest {
  /// Returns the columns to read from a source: first those requested, then those that identify a row.
  ///
  /// - Parameters:
  ///   - columns: Every column the source has.
  ///   - keyColumns: The names of the columns that identify a row.
  /// - Returns: The columns, each with the source's spelling of its name.
  /// - Throws: ``StoreError`` with code `noSuchColumn`; the message suggests the nearest name.
  package func columns(
    of columns: RowColumns, keyColumns: [String]
  ) throws(StoreError) -> RowColumns {
    guard let cells else { return columns }
    var indexes: [Int] = []
    for cell in cells { indexes.append(try columns.resolve(cell.column, of: source)) }
    for name in keyColumns {
      let index = try columns.resolve(name, of: source)
      if !indexes.contains(index) { indexes.append(index) }
    }
    return RowColumns(
      indexes.map { columns.names[$0] },
      numbers: Set(indexes.indices.filter { columns.numbers.contains(indexes[$0]) }))
  }
}
