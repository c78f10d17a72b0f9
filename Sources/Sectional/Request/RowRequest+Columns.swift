extension RowRequest {
  /// Returns the columns to read from a source: those that are asked for, then those that identify a row.
  ///
  /// - Parameters:
  ///   - source: Every column the source has.
  ///   - keyColumns: The names of the columns that identify a row.
  /// - Returns: The columns, each spelled as the source spells it.
  /// - Throws: ``StoreError`` with code `noSuchColumn` and the nearest name.
  package func columns(
    of source: RowColumns, keyColumns: [String]
  ) throws(StoreError) -> RowColumns {
    guard let cells else { return source }
    var places: [Int] = []
    for cell in cells { places.append(try source.resolve(cell.column)) }
    for name in keyColumns {
      let place = try source.resolve(name)
      if !places.contains(place) { places.append(place) }
    }
    return RowColumns(places.map { source.names[$0] })
  }
}
