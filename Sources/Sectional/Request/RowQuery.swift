/// A request with everything a store needs to read its rows.
public struct RowQuery: Sendable {
  /// What is asked for.
  public let request: RowRequest
  /// What the store found out about it.
  public let layout: RowLayout
  /// The total order of the rows.
  public let ordering: RowOrdering

  /// Resolves the request's columns.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - layout: What the store found out about it.
  /// - Throws: ``StoreError`` with code `noSuchColumn` and the nearest name.
  public init(_ request: RowRequest, layout: RowLayout) throws(StoreError) {
    self.request = request
    self.layout = layout
    var sort: [OrderRule] = []
    for term in request.sort { sort.append(try RowQuery.rule(for: term, in: layout)) }
    let section = try RowQuery.section(of: request, sort: sort, in: layout)
    let leadsTheOrder = section != nil && sort.first?.column == section?.column
    ordering = RowOrdering(
      section: section, sort: leadsTheOrder ? Array(sort.dropFirst()) : sort,
      keyColumns: layout.keyColumns, fallsBackToRowID: layout.fallsBackToRowID)
  }

  private static func rule(
    for term: RowRequest.Term, in layout: RowLayout
  ) throws(StoreError) -> OrderRule {
    OrderRule(
      column: try layout.columns.resolve(term.column), isReversed: term.isReversed,
      placesNullsLast: term.placesNullsLast, collation: term.collation)
  }

  /// Returns the rule of the sections: the first sort key's where it sorts by the section column.
  private static func section(
    of request: RowRequest, sort: [OrderRule], in layout: RowLayout
  ) throws(StoreError) -> OrderRule? {
    guard let name = request.sectionColumn else { return nil }
    let column = try layout.columns.resolve(name)
    if let first = sort.first, first.column == column { return first }
    return OrderRule(column: column)
  }
}

extension RowColumns {
  /// Returns the place of a column.
  ///
  /// - Throws: ``StoreError`` with code `noSuchColumn` and the nearest name.
  public func resolve(_ name: String) throws(StoreError) -> Int {
    if let place = place(of: name) { return place }
    throw StoreError(
      .noSuchColumn,
      "there is no column \(quoted(name)); \(NearestName.suggestion(for: name, among: names))")
  }
}
