/// The identifiers of a list's sections and rows, in the form diffable data sources take.
///
/// A section is identified by its key and a row by its primary key. Neither changes while the list exists.
public struct ResultsSnapshot<Record: Sendable>: Sendable {
  /// The list.
  public let results: ResultsList<Record>
  /// The rows that were already shown and have new contents, or whose contents are loaded now, so that their cells
  /// must be reconfigured.
  public let reconfiguredItemIdentifiers: [RowKey]

  /// The sections that were already in the list and have another name, so that their headers must be configured again.
  public let renamedSectionIdentifiers: [StoredValue]

  /// The sections that were already in the list and have another number of rows or value of an aggregate, were collapsed or
  /// expanded, or are others in ``ResultsSectionInfo/isCut``, so that their headers must be configured again once the snapshot is
  /// applied; after a fetch all that were in the list, and after a reset all sections.
  public let sectionIdentifiersWithOtherInfo: [StoredValue]

  init(_ results: ResultsList<Record>, reconfiguring keys: [RowKey] = []) {
    self.results = results
    renamedSectionIdentifiers = []
    sectionIdentifiersWithOtherInfo = []
    reconfiguredItemIdentifiers = keys
  }

  /// Creates the snapshot of a fetch, which isn't reported as a change.
  init(_ results: ResultsList<Record>, after before: ResultsList<Record>) {
    self.results = results
    let names = Dictionary(before.map { ($0.key, $0.name) }) { first, _ in first }
    // Diffable data sources keep the headers and cells of identifiers that stay.
    let kept = results.filter { names[$0.key] != nil }
    renamedSectionIdentifiers = kept.filter { names[$0.key] != $0.name }.map(\.key)
    sectionIdentifiersWithOtherInfo = kept.map(\.key)
    // Before its contents are loaded, a list finds a key by looking at all of them.
    let known = before.isLoaded ? nil : Set(before.rows.keys)
    reconfiguredItemIdentifiers = results.rows.keys.filter { key in
      known?.contains(key) ?? (before.path(forKey: key) != nil)
    }
  }

  init(_ changeset: ResultsChangeset<Record>) {
    results = changeset.after
    renamedSectionIdentifiers = changeset.sectionUpdates.map { changeset.after[$0].key }
    let updated = changeset.isReset ? Array(changeset.after.indices) : changeset.sectionInfoUpdates
    sectionIdentifiersWithOtherInfo = updated.map { changeset.after[$0].key }
    // What isn't in the snapshot before and after can't be reconfigured.
    reconfiguredItemIdentifiers = changeset.changes.rows.filter {
      $0.from != nil && $0.to != nil && changeset.hasNewContents($0)
    }.map(\.key)
  }

  /// The keys of the sections, in order.
  public var sectionIdentifiers: [StoredValue] { results.map(\.key) }

  /// The keys of all rows, in order; in a list with a window, only those of rows that are held.
  public var itemIdentifiers: [RowKey] { results.rows.keys }

  /// Returns the keys of a section's rows in order, or an empty array if the section doesn't exist.
  ///
  /// - Complexity: O(*r*), where *r* is the number of the section's rows; for the first section that is asked for, also O(*s*), where
  ///   *s* is the number of sections.
  public func itemIdentifiers(inSection key: StoredValue) -> [RowKey] {
    results.section(forKey: key).map { results[$0].rows.keys } ?? []
  }
}
