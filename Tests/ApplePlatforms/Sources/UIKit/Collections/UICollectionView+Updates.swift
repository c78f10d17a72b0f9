public import Foundation

extension UICollectionView {
  /// Performs a batch of updates.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    if depth == 0 {
      _ = loaded
      batch = BatchUpdate()
    }
    depth += 1
    updates?()
    depth -= 1
    if depth == 0 { perform() }
    completion?(true)
  }

  /// Inserts sections, by their places after the batch.
  public func insertSections(_ sections: IndexSet) { tell { $0.sectionInserts += sections } }

  /// Deletes sections, by their places before the batch.
  public func deleteSections(_ sections: IndexSet) { tell { $0.sectionDeletes += sections } }

  /// Asks for sections again, by their places before the batch.
  public func reloadSections(_ sections: IndexSet) { tell { $0.sectionReloads += sections } }

  /// Inserts items, by their places after the batch.
  public func insertItems(at indexPaths: [IndexPath]) {
    tell { $0.inserts += indexPaths.map { Place($0) } }
  }

  /// Deletes items, by their places before the batch.
  public func deleteItems(at indexPaths: [IndexPath]) {
    tell { $0.deletes += indexPaths.map { Place($0) } }
  }

  /// Asks for items again, by their places before the batch.
  public func reloadItems(at indexPaths: [IndexPath]) {
    tell { $0.reloads += indexPaths.map { Place($0) } }
  }

  /// Moves an item from its place before the batch to its place after it; its cell stays as it is.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    tell { $0.moves.append(.init(from: Place(indexPath), to: Place(newIndexPath))) }
  }

  /// Has the data source configure cells again that are shown.
  public func reconfigureItems(at indexPaths: [IndexPath]) {
    let again = Set(indexPaths.map { Place($0) })
    var new = loaded
    for place in again where new.cell(at: place) == nil {
      fail("attempt to reconfigure an item at \(place), which is not there")
    }
    new.rearrange(questions()) { ($0, again.contains($0)) }
    show(new)
  }

  /// Takes one call of a batch; outside of one, the call is its own batch.
  private func tell(_ change: (inout BatchUpdate) -> Void) {
    if depth > 0 {
      change(&batch)
    } else {
      _ = loaded
      batch = BatchUpdate()
      change(&batch)
      perform()
    }
  }

  private func perform() {
    let (before, questions) = (loaded, questions())
    let rules = BatchUpdateRules(
      kind: .collection, update: batch, before: before.counts, after: questions.counts)
    if let violation = rules.violation {
      fail(violation)
      reloadData()
      return
    }
    var after = before
    after.apply(batch, questions)
    show(after)
  }
}
