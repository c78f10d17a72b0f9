/// The identifiers of a list's sections and rows, as diffable data sources take them.
///
/// A section is identified by its key, a row by its primary key; neither changes while the list lives.
public struct ResultsSnapshot<Record: Sendable>: Sendable {
  /// The list.
  public let results: ResultsList<Record>
  /// The rows that were in the list before and have new contents, to be configured again.
  public let reconfiguredItemIdentifiers: [RowKey]

  init(_ results: ResultsList<Record>) {
    self.results = results
    reconfiguredItemIdentifiers = []
  }

  init(_ changeset: ResultsChangeset<Record>) {
    results = changeset.after
    reconfiguredItemIdentifiers = changeset.rowChanges.filter(changeset.hasNewContents).map(\.key)
  }

  /// The keys of the sections, in order.
  public var sectionIdentifiers: [StoredValue] { results.map(\.key) }

  /// The keys of all rows, in order.
  public var itemIdentifiers: [RowKey] { results.rows.keys }

  /// Returns the keys of a section's rows, in order; none where there is no such section.
  public func itemIdentifiers(inSection key: StoredValue) -> [RowKey] {
    results.section(forKey: key).map { results[$0].rows.keys } ?? []
  }
}
