@testable import Sectional

extension RowList {
  /// The list as people see it.
  var presented: PresentedList { presented(in: nil) }

  /// Returns the list as people see it, in an order.
  func presented(in ordering: RowOrdering?) -> PresentedList {
    var snapshot = RowSnapshot.empty(isSectioned: true)
    snapshot.list = self
    if let ordering { snapshot.ordering = ordering }
    return PresentedList(snapshot)
  }

  /// Returns what people see of a change.
  func shown(_ changes: ListChanges, from old: RowList) -> RowListDiff {
    presented.changes(changes, from: old.presented)
  }

  /// Returns what people see of the difference from another list to this one.
  func shownChanges(from old: RowList) -> RowListDiff { shown(changes(from: old), from: old) }

  /// Returns what people see of the difference from another list to this one, of which some rows may differ.
  func shownChanges(from old: RowList, among keys: Set<RowKey>) -> RowListDiff {
    shown(changes(from: old, among: keys), from: old)
  }

  /// Returns what people see of a change of some rows.
  func shownChanges(from old: RowList, at changed: [ChangedRow]) -> RowListDiff {
    shown(ListChanges(changed), from: old)
  }
}
