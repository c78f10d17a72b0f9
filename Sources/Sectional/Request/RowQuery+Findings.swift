extension RowQuery {
  /// What can be found without the store, besides ``derivedOrderFinding``.
  var findings: [RequestFinding] { sortFindings + [dependenceFinding].compactMap(\.self) }

  private func name(of column: Int) -> String {
    layout.columns.names.indices.contains(column) ? quoted(layout.columns.names[column]) : "it"
  }

  private var sortFindings: [RequestFinding] {
    var findings: [RequestFinding] = []
    if let tornApart { findings.append(tornApart) }
    if let overruledDirection { findings.append(overruledDirection) }
    for term in termsWithoutEffect {
      let (word, reason) = term.cause.words
      findings.append(
        RequestFinding(
          .sortAgainstSections,
          "sorting by \(quoted(term.column)) \(word) no effect, because \(reason)",
          advice: term.cause == .section
            ? "leave it out, or make it the first sort key to order the sections by it"
            : "leave it out"))
    }
    return findings
  }

  /// Why a sort key has no effect.
  private enum UselessTerm {
    case section, again, afterKey

    var words: (effect: String, reason: String) {
      let equal = "the rows that it would order have the same value in it"
      return switch self {
      case .section: ("within the sections has", equal)
      case .again: ("again has", equal)
      case .afterKey: ("has", "the sort keys before it tell all rows apart")
      }
    }
  }

  /// The sort keys on columns whose values are already equal where they would count, or that come after the whole key.
  private var termsWithoutEffect: [(column: String, cause: UselessTerm)] {
    var settled: Set<Int> = []
    if let section = request.order.section, !section.isDerived, !section.isAsSorted,
      let sectionInput
    {
      settled.insert(sectionInput)
    }
    var names: [(column: String, cause: UselessTerm)] = []
    // A key with a null tells no rows apart.
    let keys =
      layout.keyIsRowID || !ordering.fallsBackToRowID ? Set(layout.keyColumns) : []
    let sectionColumn = settled.first
    for (place, term) in request.order.sort.enumerated() {
      guard let column = layout.columns.index(of: term.column) else { continue }
      // The first sort key on the sections' own column orders the sections.
      if settled.contains(column), !(place == 0 && column == sectionInput) {
        names.append((layout.columns.names[column], column == sectionColumn ? .section : .again))
      } else if !keys.isEmpty, keys.isSubset(of: settled) {
        names.append((layout.columns.names[column], .afterKey))
      }
      if term.collation.isExact { settled.insert(column) }
    }
    return names
  }

  /// The finding that rows of one section can be apart from each other.
  private var tornApart: RequestFinding? {
    guard let section = request.order.section, section.isAsSorted,
      request.order.sort.first?.column.lowercased() != section.column?.lowercased()
    else { return nil }
    return RequestFinding(
      .sortAgainstSections,
      "the rows are sorted by something other than the sections, so other sections can come between the rows of one, which is an error",
      advice: "sort by \(quoted(section.derivedName)) first, or don't ask for sections as sorted")
  }

  /// The finding that the first sort key and the sections contradict each other.
  private var overruledDirection: RequestFinding? {
    guard let isReversed = request.order.section?.isReversed, let first = request.order.sort.first,
      layout.columns.index(of: first.column) == sectionInput, first.isReversed != isReversed
    else { return nil }
    return RequestFinding(
      .sortAgainstSections,
      "the sections are \(isReversed ? "descending" : "ascending"), and the first sort key says the opposite; the sections count",
      advice: "give both the same direction")
  }

  private var dependenceFinding: RequestFinding? {
    switch layout.dependence {
    case .row: return nil
    // Nothing changes the rows.
    case .tables where layout.tables.isEmpty: return nil
    case .tables where !request.rows.follows.isEmpty && request.extent.canTrace: return nil
    case .tables:
      let tables = layout.tables.sorted().map(quoted).joined(separator: ", ")
      return RequestFinding(
        .readAsAWhole,
        "after a change of \(tables), all rows are read again, because it isn't known which rows of a view, of several tables or with a condition on other rows a change concerns",
        advice: request.extent.canTrace
          ? "say which rows of the list a row of each table concerns (--follows), or list a single table with a condition that reads only the row itself"
          : "leave out the window"
      )
    case .unknown(let reason):
      return RequestFinding(
        .readAsAWhole, "after any commit, all rows are read again: \(reason)",
        advice: request.rows.storePredicate == nil
          ? "list a single table, without functions that depend on anything but the row"
          : "leave the SQL condition out, or use a search or a #Predicate instead")
    }
  }

  /// Returns the finding that a store doesn't know a collator of the order, so that rows are sorted here.
  ///
  /// - Parameters:
  ///   - collator: The collator.
  ///   - advice: What to do about it.
  ///   - sql: SQL that follows the advice.
  /// - Returns: The finding.
  package static func unknownOrder(
    _ collator: any TextCollator, advice: String, sql: String? = nil
  ) -> RequestFinding {
    RequestFinding(
      .orderUnknownToStore,
      "the store lacks the order \(quoted(collator.identifier)), so Sectional sorts all rows "
        + "on opening",
      advice: advice, sql: sql)
  }

  /// Returns the finding that the store sorts all rows of a view to find the first ones.
  ///
  /// - Parameters:
  ///   - name: The view, as messages name it.
  ///   - advice: What to do about it; `nil` if no index is known to help.
  ///   - sql: SQL that follows the advice.
  /// - Returns: The finding.
  package func sortedView(
    named name: String, advice: String? = nil, sql: String? = nil
  ) -> RequestFinding {
    RequestFinding(
      .orderWithoutIndex,
      "all rows of the view \(name)\(request.rows.storePredicate == nil ? "" : " that meet the condition") are read and "
        + "sorted to find those within the limit",
      advice: advice
        ?? "list a table that has an index with this order, if the list must open fast",
      sql: sql)
  }

  /// The collators of the order, each once.
  package var collations: [TextCollation] {
    var seen: Set<TextCollation> = []
    return ordering.terms.map(\.collation).filter {
      $0.collator != nil && seen.insert($0).inserted
    }
  }

  /// The finding that the store can't compute what the sections are made of.
  var derivedOrderFinding: RequestFinding? {
    guard let section = request.order.section, !section.isAsSorted,
      section.isDerived || section.ranks != nil, !sectionsFollow
    else { return nil }
    let what = section.isDerived ? "sections" : "order of the sections"
    let column = section.derivation?.keys.ascendWithValues == true ? section.column : nil
    return RequestFinding(
      .orderUnknownToStore,
      "the store can't compute the \(what) \(section.derivedName), so Sectional sorts all rows "
        + "on opening",
      advice: column.map { "to have the store sort, make \(quoted($0)) the first sort key" }
        ?? "to have the store sort, keep the sections' values in a column, and make the sections from that",
      firstSortColumn: column)
  }
}
