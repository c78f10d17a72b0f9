/// A request with everything a store needs to read its rows.
public struct RowQuery: Sendable {
  /// What is asked for.
  public let request: RowRequest
  /// What the store found out about it.
  public let layout: RowLayout
  /// The total order of the rows.
  public let ordering: RowOrdering
  /// The index of the cell that the sections are derived from.
  let sectionInput: Int?
  /// The indexes of the columns that the predicate reads.
  let predicateIndexes: [String: Int]
  /// The kinds of cells that fit without a closer look, column by column.
  let cellKinds: [CellKinds]
  /// The indexes of the columns whose values put the rows of a section in order.
  package let orderedColumns: Set<Int>
  /// Where numbers must be numbers.
  let numberIndexes: NumberIndexes

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
    for term in request.sort { sort.append(try RowQuery.rule(for: term, of: request, in: layout)) }
    var indexes: [String: Int] = [:]
    for name in request.predicate?.columns ?? [] {
      indexes[name] = try layout.columns.resolve(name, of: request.source)
    }
    predicateIndexes = indexes
    cellKinds = request.cells?.map(\.fittingKinds) ?? []
    sectionInput = try request.section?.column.map { name throws(StoreError) in
      try layout.columns.resolve(name, of: request.source)
    }
    ordering = RowQuery.ordering(request.section, input: sectionInput, sort: sort, layout)
    // Where the section leads, its column is the same in all of its rows.
    let section = ordering.sectionLeads ? ordering.section.map(\.column) : []
    orderedColumns = Set(ordering.sort.map(\.column)).subtracting(section)
    numberIndexes = NumberIndexes(
      compared: Set(indexes.values), ordered: orderedColumns, request, layout.columns)
  }

  private static func rule(
    for term: RowRequest.Term, of request: RowRequest, in layout: RowLayout
  ) throws(StoreError) -> OrderRule {
    OrderRule(
      column: try layout.columns.resolve(term.column, of: request.source),
      isReversed: term.isReversed,
      placesNullsLast: term.placesNullsLast, collation: term.collation)
  }

  /// Puts the sections in front, unless the first sort key already has them there.
  private static func ordering(
    _ section: SectionRule?, input: Int?, sort: [OrderRule], _ layout: RowLayout
  ) -> RowOrdering {
    var rule: OrderRule?
    if let section {
      // What is derived stands behind the row's own cells.
      let column = section.derivation == nil ? input ?? 0 : layout.columns.names.count
      rule = section.isAsSorted ? OrderRule(column: column) : leading(section, column, input, sort)
    }
    let leads = rule.map { $0.column == sort.first?.column && $0 == sort.first } ?? false
    return RowOrdering(
      section: rule, sort: leads && section?.isAsSorted == false ? Array(sort.dropFirst()) : sort,
      keyColumns: layout.keyColumns, fallsBackToRowID: layout.fallsBackToRowID,
      sectionLeads: section?.isAsSorted != true)
  }

  /// Returns the rule of the sections: as the first sort key has it, where that is on the sections' column.
  private static func leading(
    _ section: SectionRule, _ column: Int, _ input: Int?, _ sort: [OrderRule]
  ) -> OrderRule {
    var rule = OrderRule(column: column)
    if let first = sort.first, first.column == input {
      rule = first
      rule.column = column
    }
    if let isReversed = section.isReversed, isReversed != rule.isReversed {
      rule.isReversed = isReversed
      rule.placesNullsLast = isReversed
    }
    return rule
  }
}

extension RowQuery {
  /// Makes sure that a store can order the rows.
  package func checkStoreOrder() throws(StoreError) {
    guard canBeOrderedByStore else {
      throw StoreError(
        .unsupported,
        "a store orders columns, not what sections are derived from; name a column, or leave out --native"
      )
    }
  }

  /// Whether a store can order the rows: what is derived from them is known here only.
  public var canBeOrderedByStore: Bool {
    ordering.terms.allSatisfy { $0.column < layout.columns.names.count }
  }
}

extension RowColumns {
  /// Returns the place of a column.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - source: Where the columns come from, for the message.
  /// - Returns: The column's index.
  /// - Throws: ``StoreError`` with code `noSuchColumn` and the nearest name.
  public func resolve(_ name: String, of source: RowSource? = nil) throws(StoreError) -> Int {
    if let index = index(of: name) { return index }
    var table = ""
    if case .table(let name)? = source { table = " in \(quoted(name))" }
    throw StoreError(
      .noSuchColumn,
      "there is no column \(quoted(name))\(table); "
        + NearestName.suggestion(for: name, among: names))
  }
}
