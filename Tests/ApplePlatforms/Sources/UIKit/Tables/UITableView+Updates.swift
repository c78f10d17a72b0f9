public import Foundation

extension UITableView {
  /// Begins a batch of updates.
  public func beginUpdates() {
    if depth == 0 {
      _ = loaded
      batch = BatchUpdate()
    }
    depth += 1
  }

  /// Ends a batch of updates, and shows the contents after it.
  public func endUpdates() {
    guard depth > 0 else {
      fail("endUpdates without beginUpdates")
      return
    }
    depth -= 1
    if depth == 0 { perform() }
  }

  /// Performs a batch of updates.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    beginUpdates()
    updates?()
    endUpdates()
    completion?(true)
  }

  /// Inserts sections, by their places after the batch.
  public func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    tell { $0.sectionInserts += sections }
  }

  /// Deletes sections, by their places before the batch.
  public func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    tell { $0.sectionDeletes += sections }
  }

  /// Asks for sections again, by their places before the batch.
  public func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    tell { $0.sectionReloads += sections }
  }

  /// Inserts rows, by their places after the batch.
  public func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    tell { $0.inserts += indexPaths.map { Place($0) } }
  }

  /// Deletes rows, by their places before the batch.
  public func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    tell { $0.deletes += indexPaths.map { Place($0) } }
  }

  /// Asks for rows again, by their places before the batch.
  public func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    tell { $0.reloads += indexPaths.map { Place($0) } }
  }

  /// Moves a row from its place before the batch to its place after it; its cell stays as it is.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    tell { $0.moves.append(.init(from: Place(indexPath), to: Place(newIndexPath))) }
  }

  /// Has the data source configure cells again that are shown.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    reconfigured.formUnion(indexPaths)
    let again = Set(indexPaths.map { Place($0) })
    var new = loaded
    for place in again where new.cell(at: place) == nil {
      fail("attempt to reconfigure a row at \(place), which is not there")
    }
    new.rearrange(questions()) { ($0, again.contains($0)) }
    show(new)
  }

  /// Takes one call of a batch; outside of one, the call is its own batch.
  private func tell(_ change: (inout BatchUpdate) -> Void) {
    beginUpdates()
    change(&batch)
    endUpdates()
  }

  private func perform() {
    let (before, questions) = (loaded, questions())
    let rules = BatchUpdateRules(
      kind: .table, update: batch, before: before.counts, after: questions.counts)
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
