/// The request of a list, and what it was resolved to, which is done once for each layout.
struct ListQueries {
  private(set) var request: RowRequest
  /// The request for the order and the keys of the rows alone.
  private(set) var requestWithoutContents: RowRequest
  /// The requests for the rows of the tables that the list follows.
  let followedTables: [RowRequest]
  private let shape: RowTreeShape
  private var query: RowQuery?
  private var queryWithoutContents: RowQuery?

  init(_ request: RowRequest, shape: RowTreeShape) {
    self.request = request
    requestWithoutContents = request.withoutContents
    followedTables = request.followedTables
    self.shape = shape
  }

  /// The requests that are read from the store.
  var requests: [RowRequest] {
    [request] + (request.extent.readsKeysAlone ? [requestWithoutContents] : []) + followedTables
  }

  /// Gives the request the sections of the current day.
  ///
  /// - Returns: Whether it had those of another one.
  mutating func turn() -> Bool {
    let current = request.onCurrentDay()
    guard current.order.section?.derivation?.day != request.order.section?.derivation?.day else {
      return false
    }
    self = ListQueries(current, shape: shape)
    return true
  }

  mutating func query(_ layout: RowLayout) throws(StoreError) -> RowQuery {
    // Columns that became numbers have different texts under the same names.
    if let query, query.layout == layout, query.layout.columns.kinds == layout.columns.kinds {
      return query
    }
    let resolved = try resolved(request, layout)
    (query, queryWithoutContents) = (resolved, nil)
    return resolved
  }

  /// Returns the query for the order and the keys of all rows; that for their contents must have been resolved before.
  mutating func queryWithoutContents(_ layout: RowLayout) throws(StoreError) -> RowQuery {
    if let query = queryWithoutContents, query.layout == layout { return query }
    var resolved = try resolved(requestWithoutContents, layout)
    let rules = requestWithoutContents.rows.formingCells ?? []
    resolved.cells.summed = (resolved.shape.summary?.inputs ?? []).map { index in
      let name = layout.columns.names[index]
      let rule = rules.first { Names.folded($0.column) == Names.folded(name) }
      return QueriedCells.Summed(index: index, rule: rule)
    }
    // The rows become part of a list that holds others with contents.
    resolved.shape.summary = query?.shape.summary
    queryWithoutContents = resolved
    return resolved
  }

  private func resolved(
    _ request: RowRequest, _ layout: RowLayout
  ) throws(StoreError) -> RowQuery {
    var query = try RowQuery(request, layout: layout)
    query.shape = shape
    query.shape.summary = try SummaryRule(
      request.rows.aggregates, in: layout, of: request.rows.source)
    if layout.dependence == .tables, !request.extent.effective(for: layout).readsKeysAlone {
      let columns = request.rows.follows.compactMap { layout.columns.index(of: $0.resultColumn) }
      query.shape.foundBy = Set(columns).sorted()
    }
    return query
  }
}
