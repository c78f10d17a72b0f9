extension RowSnapshot {
  /// Returns the changes from another snapshot to this one.
  func changes(from old: RowSnapshot) -> ListChanges {
    guard !extent.countsRows, !old.extent.countsRows else {
      return coverage.counting.changeLook == old.coverage.counting.changeLook
        ? ListChanges() : .reset
    }
    let keepsSections = hasSections(of: old)
    // The same cells under different column names count as different contents.
    let keepsColumns = layout.columns == old.layout.columns
    guard keepsSections && orderTerms == old.orderTerms else {
      return list.changes(
        fromOtherOrder: old.list, keepsSections: keepsSections, keepsColumns: keepsColumns)
    }
    guard keepsColumns else { return list.changes(fromOtherColumns: old.list) }
    return list.changes(from: old.list)
  }

  /// Returns whether sections with equal keys are the same section in both snapshots.
  func hasSections(of old: RowSnapshot) -> Bool { sectionTerms == old.sectionTerms }

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
}

/// An ordering rule together with the name of what it compares.
private struct OrderTerm: Equatable {
  let name: String
  let isDerived: Bool
  let rule: OrderRule
  let ranks: ValueRanks?
}

extension RowSnapshot {
  /// Finds the rows that may have changed.
  func find(_ keys: Set<RowKey>) -> FoundRows {
    var work = TreeWork()
    return (list.rows(named: keys, keyIsRowID: layout.keyIsRowID, &work), work)
  }

  @concurrent func findMeanwhile(_ keys: Set<RowKey>) async -> FoundRows {
    find(keys)
  }

  /// Records that a look changed the rows.
  mutating func markChanged(in look: LookStamp) {
    if extent.readsKeysAlone { contentsLook = look }
    if extent.countsRows { coverage.counting.changeLook = look }
  }
}
