extension RowListDiff {
  /// Returns the changed rows one by one: deletes by old position, then inserts, moves and updates, each by new position; without
  /// those in ranges whose keys nobody knows.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after it.
  /// - Returns: The changes.
  /// - Complexity: O(1) unless many rows were shown or hidden at once; then O(*r* log *r*), where *r* is the number of
  ///   changes.
  func rowChanges(from old: PresentedList, to new: PresentedList) -> [ResultsChange] {
    guard !leaving.isEmpty || !entering.isEmpty, !rangesLackKeys else { return rows }
    let deletes =
      rows.filter { $0.kind == .delete } + leaving.flatMap { changes(.delete, $0, old) }
    let inserts =
      rows.filter { $0.kind == .insert } + entering.flatMap { changes(.insert, $0, new) }
    return deletes.sorted { ($0.from ?? .first) < ($1.from ?? .first) }
      + inserts.sorted { ($0.to ?? .first) < ($1.to ?? .first) }
      + rows.filter { $0.kind == .move || $0.kind == .update }
  }

  private func changes(
    _ kind: ResultsChange.Kind, _ range: ResultsRowRange, _ list: PresentedList
  ) -> [ResultsChange] {
    let start = list.ranks(ofSection: range.section).lowerBound
    let keys = list.keys(in: start + range.items.lowerBound..<start + range.items.upperBound)
    return zip(range.items, keys).map { item, key in
      let path = ElementPath(section: range.section, item: item)
      return ResultsChange(
        kind: kind, key: key, from: kind == .delete ? path : nil,
        to: kind == .insert ? path : nil,
        isFromDeletedSection: kind == .delete && range.isInInsertedSection,
        isToInsertedSection: kind == .insert && range.isInInsertedSection)
    }
  }
}

extension ElementPath {
  fileprivate static let first = ElementPath(section: 0, item: 0)
}
