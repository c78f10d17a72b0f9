extension Tail {
  /// Returns the same place in the order of a query, which can have the sections of another day; `nil` if it is unknown there.
  func regrouped(by query: RowQuery, from list: RowSnapshot) -> Tail? {
    guard list.layout == query.layout, list.layout.columns.kinds == query.layout.columns.kinds,
      list.ordering == query.ordering
    else { return nil }
    guard list.section != query.request.order.section, query.ordering.sectionLeads, let start else {
      return self
    }
    guard query.sectionsFollow, let start = start.regrouped(by: query) else { return nil }
    return Tail(least: least, start: start, mayHaveEarlierRows: mayHaveEarlierRows)
  }
}

extension RowPosition {
  /// Returns the position of the same row in sections of another day that follow from the first sort key; `nil` if its cell fits
  /// none.
  fileprivate func regrouped(by query: RowQuery) -> RowPosition? {
    guard case .cell(let derive)? = query.derivation,
      let section = derive(value(ofTerm: query.ordering.section.count))
    else { return nil }
    return RowPosition(self, inSection: section, query.ordering)
  }
}
