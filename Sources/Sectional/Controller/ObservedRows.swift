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
  func note(_ changeset: ResultsChangeset<Record>?, _ results: ResultsList<Record>) {
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

extension ResultsController {
  /// Makes an object of the rows of the list, or of one section, for a view to observe on their own.
  ///
  /// The controller doesn't retain it.
  ///
  /// - Parameters:
  ///   - section: The key of the section, or `nil` for the whole list. The section may come and go.
  ///   - columns: The names of the columns whose changes matter, or `nil` for all; other columns of the rows can be out of
  ///     date. A row that comes, goes or moves always matters.
  /// - Returns: The rows.
  public func observedRows(
    ofSection section: StoredValue? = nil, columns: [String]? = nil
  ) -> ObservedRows<Record> {
    // A view that makes the object must not be redrawn with the whole list.
    let observed = ObservedRows(
      untrackedResults, ofSection: section, columns: columns.map { Set($0.map(Names.folded)) })
    observations.removeAll { $0.rows == nil }
    observations.append(WeakObservation(rows: observed))
    return observed
  }

  /// Makes an object of the rows of the list, or of one section, for a view that shows only some properties.
  ///
  /// The controller doesn't retain it. Other properties of its rows can be out of date.
  ///
  /// - Parameters:
  ///   - section: The key of the section, or `nil` for the whole list. The section may come and go.
  ///   - properties: The properties whose changes matter. A row that comes, goes or moves always matters.
  /// - Returns: The rows.
  public func observedRows(
    ofSection section: StoredValue? = nil, properties: [PartialKeyPath<Record>]
  ) -> ObservedRows<Record> where Record: StoredRecord {
    observedRows(
      ofSection: section, columns: properties.compactMap { Record.table.columnName(of: $0) })
  }

  /// Tells observed parts of the list of new results.
  func tellObservations(of changeset: ResultsChangeset<Record>?) {
    for observation in observations { observation.rows?.note(changeset, results) }
  }
}

/// A reference to observed rows that doesn't retain them.
struct WeakObservation<Record: Sendable> {
  private(set) weak var rows: ObservedRows<Record>?
}
