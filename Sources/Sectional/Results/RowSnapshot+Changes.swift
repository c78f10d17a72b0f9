extension RowSnapshot {
  /// Returns the difference from another snapshot to this one.
  func changes(from old: RowSnapshot) -> RowListDiff {
    if let partial, partial.changeLook == old.partial?.changeLook { return RowListDiff() }
    guard partial == nil, old.partial == nil else { return .reset }
    let keepsSections = sectionTerms == old.sectionTerms
    return shown(
      rowChanges(from: old, keepsSections: keepsSections), from: old, keepsSections: keepsSections)
  }

  /// Returns the difference from a snapshot with the same columns, order and sections, given the positions of every row
  /// that may differ.
  func changes(from old: RowSnapshot, at changed: [ChangedRow]) -> RowListDiff {
    shown(list.changes(from: old.list, at: changed), from: old, keepsSections: true)
  }

  /// Returns the difference from a snapshot with the same columns, order and sections, given the keys of every row that may
  /// differ.
  func changes(from old: RowSnapshot, among keys: Set<RowKey>) -> RowListDiff {
    shown(list.changes(from: old.list, among: keys), from: old, keepsSections: true)
  }

  private func rowChanges(from old: RowSnapshot, keepsSections: Bool) -> RowListDiff {
    // The same cells under different column names count as different contents.
    let keepsColumns = layout.columns == old.layout.columns
    guard keepsSections && orderTerms == old.orderTerms else {
      return list.changes(
        fromOtherOrder: old.list, keepsSections: keepsSections, keepsColumns: keepsColumns)
    }
    guard keepsColumns else { return list.changes(fromOtherColumns: old.list) }
    return list.changes(from: old.list)
  }

  /// The section rules, by column name, because the columns' positions may have changed.
  private var sectionTerms: [OrderTerm] { ordering.section.map(term) }

  private var orderTerms: [OrderTerm] {
    (ordering.sectionLeads ? sectionTerms : []) + ordering.sort.map(term)
      + ordering.keyColumns.map { term(OrderRule(column: $0)) }
  }

  private func isDerived(_ rule: OrderRule) -> Bool {
    rule.column >= layout.columns.names.count
  }

  private func term(_ rule: OrderRule) -> OrderTerm {
    OrderTerm(
      name: isDerived(rule) ? section?.lastingName ?? "" : name(of: rule),
      isDerived: isDerived(rule),
      rule: OrderRule(
        column: 0, isReversed: rule.isReversed, placesNullsLast: rule.placesNullsLast,
        collation: rule.collation), ranks: rule.ranks)
  }

  /// Returns the changes with the sections that have no rows counted in, and those that only got another name.
  private func shown(
    _ changes: RowListDiff, from old: RowSnapshot, keepsSections: Bool
  ) -> RowListDiff {
    var shown = changes
    if !unfilled.isEmpty || !old.unfilled.isEmpty || hasDeclared || old.hasDeclared {
      let match = ShownSections(changes, from: old, to: self, keepsSections: keepsSections)
      shown = match.changes(changes)
    }
    if keepsSections, !isOnDay(of: old) {
      shown.sectionUpdates = renamedSections(since: old, shown)
    }
    return shown
  }

  /// Whether sections exist without rows, or would.
  var hasDeclared: Bool { section?.declared.isEmpty == false }

  /// The sections that stayed and have another name.
  private func renamedSections(since old: RowSnapshot, _ changes: RowListDiff) -> [Int] {
    let inserted = Set(changes.sectionInserts)
    return (0..<sectionCount).filter { section in
      guard !inserted.contains(section) else { return false }
      let key = sectionKey(section)
      return sectionName(key) != old.sectionName(key)
    }
  }
}

/// An ordering rule together with the name of what it compares.
private struct OrderTerm: Equatable {
  let name: String
  let isDerived: Bool
  let rule: OrderRule
  let ranks: ValueRanks?
}
