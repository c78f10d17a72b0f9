extension RowSnapshot {
  /// Returns the snapshot of a list before its first fetch.
  static func empty(isSectioned: Bool) -> RowSnapshot {
    RowSnapshot(
      list: .empty(isSectioned ? .byKey : .none),
      layout: RowLayout(
        columns: RowColumns([]), keyColumns: [], fallsBackToRowID: false,
        region: TableRegion(allColumnsOf: []),
        dependence: .tables),
      ordering: RowOrdering(section: nil, sort: [], keyColumns: [], fallsBackToRowID: false))
  }

  /// Creates a snapshot of all rows of a query.
  init(all rows: PackedRows, of query: RowQuery) throws(StoreError) {
    do throws(RowListError) { self.init(try RowList(rows), of: query) } catch {
      throw StoreError(error, in: query.layout)
    }
  }

  /// Creates a snapshot of a slice.
  init(_ found: FoundSlice, of query: RowQuery) throws(RowListError) {
    let list = try RowList(found.rows, isPart: true)
    self.init(
      list, of: query,
      Coverage(
        of: list, after: found.head, reachesEnd: found.reachesEnd, slice: found.ranks,
        margins: found.margins, query.ordering))
    _ = try trim()
    try self.list.checkSections(of: shownRanks)
  }

  /// Creates a snapshot of rows at the end of a list.
  init(_ rows: PackedRows, from tail: Tail, of query: RowQuery) throws(StoreError) {
    do throws(RowListError) {
      self.init(try RowList(rows, isPart: true), of: query, Coverage(tail))
      try list.checkSections(of: shownRanks)
    } catch {
      throw StoreError(error, in: query.layout)
    }
  }
}
