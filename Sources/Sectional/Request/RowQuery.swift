/// A request with everything that a store needs in order to read its rows.
public struct RowQuery: Sendable {
  /// The request.
  public let request: RowRequest
  /// What the store determined about the request.
  public let layout: RowLayout
  /// The total order of the rows.
  public let ordering: RowOrdering
  /// The index of the cell that the sections are derived from.
  let sectionInput: Int?
  /// How the sections are derived, if they are.
  let derivation: SectionDerivation.Input?
  /// The indexes of the columns that the predicate reads.
  let predicatePlaces: ColumnPlaces
  /// What is known to fit of the cells, and which of them are kept.
  var cells: QueriedCells
  /// The indexes of the columns whose values order the rows within a section.
  package let orderedColumns: Set<Int>
  /// Whether the derived sections follow from the first sort key, so that the sort keys alone have the list's order, as long as
  /// there is nothing but nulls and numbers, or moments of one form, in that column.
  package let sectionsFollow: Bool
  /// The indexes of the cells that must be comparable numbers.
  let numberIndexes: NumberIndexes

  /// The column whose values decide which rows of another list a row concerns, if the query reads a table that one follows and
  /// a rowid doesn't say the value.
  var tracedColumn: Int?

  /// The sizes of the blocks that the rows are packed into.
  var shape = RowTreeShape.standard

  /// Creates a query by resolving the request's columns.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - layout: What the store determined about the request.
  /// - Throws: ``StoreError`` with code `noSuchColumn`; the message suggests the nearest name.
  public init(_ request: RowRequest, layout: RowLayout) throws(StoreError) {
    self.request = request
    self.layout = layout
    var sort: [OrderRule] = []
    for term in request.order.sort {
      sort.append(
        try StoreError.about(.sortBy) { () throws(StoreError) in
          try RowQuery.rule(for: term, of: request, in: layout)
        })
    }
    var places = ColumnPlaces()
    for name in request.rows.predicate?.columns ?? [] {
      let isSearched = request.rows.unsearchedPredicate?.columns.contains(name) != true
      let index = try StoreError.about(isSearched ? .search : .predicate) {
        () throws(StoreError) in
        try layout.columns.resolve(name, of: request.rows.source)
      }
      places.add(name, at: index)
    }
    predicatePlaces = places
    derivation = request.order.section?.derivation?.input
    cells = QueriedCells(kinds: request.rows.cells?.map(\.fittingKinds) ?? [])
    sectionInput = try StoreError.about(.section) { () throws(StoreError) in
      try request.order.section?.column.map { name throws(StoreError) in
        try layout.columns.resolve(name, of: request.rows.source)
      }
    }
    ordering = RowQuery.ordering(request.order.section, input: sectionInput, sort: sort, layout)
    sectionsFollow = RowQuery.follows(request.order.section, ordering, input: sectionInput)
    // If the section leads the order, its column has the same value in all rows of a section.
    let section = ordering.sectionLeads ? ordering.section.map(\.column) : []
    orderedColumns = Set(ordering.sort.map(\.column)).subtracting(section)
    numberIndexes = NumberIndexes(
      // A search compares no numbers.
      compared: Set((request.rows.unsearchedPredicate?.columns ?? []).compactMap { places[$0] }),
      ordered: orderedColumns, request, layout.columns)
  }

  /// Returns whether derived sections follow from the first sort key.
  private static func follows(
    _ section: SectionRule?, _ ordering: RowOrdering, input: Int?
  ) -> Bool {
    guard section?.derivation?.keys.ascendWithValues == true, ordering.sectionLeads,
      let rule = ordering.section.first, rule.ranks == nil, let first = ordering.sort.first,
      first.column == input
    else { return false }
    return first.isReversed == rule.isReversed && first.placesNullsLast == rule.placesNullsLast
  }

  private static func rule(
    for term: RowRequest.Term, of request: RowRequest, in layout: RowLayout
  ) throws(StoreError) -> OrderRule {
    OrderRule(
      column: try layout.columns.resolve(term.column, of: request.rows.source),
      isReversed: term.isReversed,
      placesNullsLast: term.placesNullsLast, collation: term.collation)
  }

  /// Puts the section rule first, unless the first sort key already equals it.
  private static func ordering(
    _ section: SectionRule?, input: Int?, sort: [OrderRule], _ layout: RowLayout
  ) -> RowOrdering {
    var rule: OrderRule?
    if let section {
      // A derived value follows the row's own cells.
      let column = section.derivation == nil ? input ?? 0 : layout.columns.names.count
      rule = section.isAsSorted ? OrderRule(column: column) : leading(section, column, input, sort)
    }
    let leads = rule.map { $0.column == sort.first?.column && $0 == sort.first } ?? false
    return RowOrdering(
      section: rule, sort: leads && section?.isAsSorted == false ? Array(sort.dropFirst()) : sort,
      keyColumns: layout.keyColumns, fallsBackToRowID: layout.fallsBackToRowID,
      sectionLeads: section?.isAsSorted != true)
  }

  /// Returns the rule that orders the sections, which is that of the first sort key if it uses the sections' column.
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
    if section.derivation?.keys.areOrderedAsTexts == false { rule.collation = .binary }
    rule.ranks = rule.isReversed ? section.ranks?.reversed : section.ranks
    return rule
  }
}

extension RowQuery {
  /// Checks that a store can order the rows.
  package func checkStoreOrder() throws(StoreError) {
    guard canBeOrderedByStore else {
      throw StoreError(
        .unsupported,
        "a store can order columns only as binary or caseInsensitive, and can't order derived "
          + "section values; name columns in one of these orders",
        part: ordering.sort.contains { $0.collation.collator != nil } ? .sortBy : .section)
    }
  }

  /// The terms by which a store orders the rows: all, but for sections that follow from the first sort key.
  package var storeTerms: [OrderRule] {
    sectionsFollow ? Array(ordering.terms.dropFirst(ordering.section.count)) : ordering.terms
  }

  /// The column with the numbers or moments that sections are made of, such as days; `nil` if they are made of something else.
  package var numericSectionInput: Int? {
    request.order.section?.derivation?.keys.ascendWithValues == true ? sectionInput : nil
  }

  /// The column with the moments that the sections are made of, if they lead the order; `nil` if they are made of something else.
  package var calendarSectionInput: Int? {
    guard let section = request.order.section, !section.isAsSorted,
      section.derivation?.keys == .moments
    else { return nil }
    return sectionInput
  }

  /// Whether a store can order the rows by the terms of ``ordering``; it knows neither values that are derived from them, nor
  /// listed values, nor the orders of collators.
  public var canBeOrderedByStore: Bool { !sectionsFollow && canBeOrderedByStore(with: []) }

  /// Returns whether a store that knows the orders of some collators can order the rows by ``storeTerms``.
  package func canBeOrderedByStore(with collations: Set<TextCollation>) -> Bool {
    storeTerms.allSatisfy {
      $0.column < layout.columns.names.count && $0.ranks == nil
        && ($0.collation.collator == nil || collations.contains($0.collation))
    }
  }
}

extension RowColumns {
  /// Returns the index of a column.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - source: The source of the columns, for the message.
  /// - Returns: The column's index.
  /// - Throws: ``StoreError`` with code `noSuchColumn`; the message suggests the nearest name.
  public func resolve(_ name: String, of source: RowSource? = nil) throws(StoreError) -> Int {
    if let index = index(of: name) { return index }
    var table = ""
    if let name = source?.tableName { table = " in \(quoted(name))" }
    throw StoreError(
      .noSuchColumn,
      "there is no column \(quoted(name))\(table); "
        + NearestName.suggestion(for: name, among: names))
  }
}
