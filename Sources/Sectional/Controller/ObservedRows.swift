public import Observation

/// The rows of a list or of one of its sections, observed on their own: a view that reads them is redrawn only if they
/// change.
///
/// It belongs to the controller's owner, and keeps its rows if the controller goes.
@Observable public final class ObservedRows<Record: Sendable> {
  /// The rows, as of the last change that concerned them; empty if the list has no such section.
  public private(set) var rows: ResultsRows<Record>

  @ObservationIgnored private let section: StoredValue?
  @ObservationIgnored private let columns: Set<[UInt8]>?

  init(_ results: ResultsList<Record>, ofSection section: StoredValue?, columns: Set<[UInt8]>?) {
    self.section = section
    self.columns = columns
    rows = ObservedRows.rows(of: results, section)
  }

  /// Takes over the rows if a change concerns them; `nil` is a fetch, which concerns all rows.
  func update(_ changeset: ResultsChangeset<Record>?, _ results: ResultsList<Record>) {
    guard changeset.map(concernsRows) ?? true else { return }
    rows = ObservedRows.rows(of: results, section)
  }

  private func concernsRows(_ changeset: ResultsChangeset<Record>) -> Bool {
    // Columns that only one of two requests reads count as changed.
    changeset.before.columns != changeset.after.columns || changeset.isReset
      || changeset.appendedRows.contains {
        section == nil || changeset.after[$0.section].key == section
      }
      || changeset.rowChanges.contains { concernsRows($0, changeset) }
  }

  private func concernsRows(
    _ change: ResultsChange, _ changeset: ResultsChangeset<Record>
  ) -> Bool {
    let isHere =
      contains(change.from, in: changeset.before) || contains(change.to, in: changeset.after)
    guard isHere, change.kind == .update, let columns else { return isHere }
    return changeset.oldValues(of: change).keys.contains { columns.contains(Names.folded($0)) }
  }

  private func contains(_ path: ElementPath?, in results: ResultsList<Record>) -> Bool {
    guard let path else { return false }
    return section == nil || results[path.section].key == section
  }

  private static func rows(
    of results: ResultsList<Record>, _ section: StoredValue?
  ) -> ResultsRows<Record> {
    guard let section else { return results.rows }
    return results.first { $0.key == section }?.rows ?? results.rows(in: 0..<0)
  }
}
