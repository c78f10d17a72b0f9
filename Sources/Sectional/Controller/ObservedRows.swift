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
    let section = section?.canonicalNumber
    (self.section, self.columns) = (section, columns)
    rows = ObservedRows.rows(of: results, section)
  }

  /// Takes over the rows if a change concerns them; `nil` is a fetch, which concerns all rows.
  func update(_ concerned: ConcernedRows<Record>?, _ results: ResultsList<Record>) {
    guard concerned?.concern(section, columns) ?? true else { return }
    rows = ObservedRows.rows(of: results, section)
  }

  private static func rows(
    of results: ResultsList<Record>, _ section: StoredValue?
  ) -> ResultsRows<Record> {
    guard let section else { return results.rows }
    return results.section(forKey: section).map { results[$0].rows } ?? results.rows(in: 0..<0)
  }
}
