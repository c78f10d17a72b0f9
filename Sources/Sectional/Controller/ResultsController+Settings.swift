extension ResultsController {
  /// The request that the list shows; ``setRequest(_:isolation:)`` replaces it.
  public var fetchRequest: ResultsRequest<Record> { query.request }

  /// How the list is grouped; `nil` for a single section.
  public var sectionBy: SectionKey<Record>? { query.section }

  /// The store that the records come from.
  public var store: any ResultsStore { source.store }

  /// The name under which sections are kept on disk, as in `NSFetchedResultsController`; `nil` to keep nothing.
  ///
  /// When a list is opened again, it shows these sections before it has read its rows (see
  /// ``performFetch(_:isolation:)``), but only if they are proven to be still valid; ``ResultsDiagnostics/cache``
  /// reports the outcome. The file is brought up to date while the list is followed, and by ``close(isolation:)``.
  public var cacheName: String? { options.cache?.name.name }

  /// Whether the list follows changes after a fetch.
  public var tracksChanges: Bool { options.tracksChanges }

  /// The least time between two deliveries; what is committed in between arrives as one delivery at its end.
  public var minimumInterval: Duration { options.minimumInterval }
}

extension ResultsController {
  /// Which records of each section are shown; all of them at first.
  ///
  /// Setting it reads nothing from the store: the results are replaced at once, and the delegates are told which rows came and
  /// went, before the setter returns. It can be set at any time, also before the first fetch and while the list is paused,
  /// and stays when the list is fetched again or gets another request. If a delegate sets it while it is told of a change, it
  /// takes effect when all delegates have been told. It belongs to this list alone, also if others share the rows.
  ///
  /// - Complexity: O(*s* log *n*), where *s* is the number of sections; a delegate that is told of each row is called for each.
  public var sectionDisplay: SectionDisplay {
    get { listeners.pendingDisplay ?? results.sectionDisplay }
    set {
      guard newValue != sectionDisplay else { return }
      guard listeners.reports == 0 else {
        listeners.pendingDisplay = newValue
        return
      }
      let before = results
      let list = before.list.displayed(newValue)
      guard delivered.count > 0 else {
        results = ResultsList(list, mapping: before.mapping, indexTitle: before.indexTitle)
        return
      }
      let changes = list.changes(ListChanges(), from: before.list)
      guard !changes.isEmpty else { return show(list, newValue) }
      report {
        let told = listeners.willChange(self, changes)
        show(list, newValue)
        listeners.didChange(
          self, ResultsChangeset(before: before, after: results, changes: changes, tag: nil), told)
      }
    }
  }
}

extension ResultsController {
  /// The delegate that receives each changed section and row; the list doesn't retain it.
  public var delegate: (any ResultsControllerDelegate<Record>)? {
    get { listeners.delegate }
    set { listeners.delegate = newValue }
  }

  /// The delegate that receives whole changesets; the list doesn't retain it.
  public var changesetDelegate: (any ResultsChangesetDelegate<Record>)? {
    get { listeners.changesetDelegate }
    set { listeners.changesetDelegate = newValue }
  }

  /// The delegate that receives the identifiers a diffable data source needs; the list doesn't retain it.
  public var snapshotDelegate: (any ResultsSnapshotDelegate<Record>)? {
    get { listeners.snapshotDelegate }
    set { listeners.snapshotDelegate = newValue }
  }
}

extension ResultsController {
  /// The store version that the results are known to equal, as opaque text, or `nil` if the store can't determine it.
  public var version: String? { delivered.version }

  /// What the list has done so far.
  public var diagnostics: ResultsDiagnostics { delivered.diagnostics }
}

extension ResultsController where Record == StoredRow {
  /// Deletes the section cache of a name, or all section caches of this application if the name is `nil`:
  /// `try ResultsController.deleteCache(withName: "contacts")`.
  ///
  /// The record type doesn't matter, and an unknown name is not an error. A list that is in use carries on, and writes
  /// its file again when it changes.
  ///
  /// - Throws: ``StoreError`` with code `writeFailed` if a file can't be deleted.
  public static func deleteCache(withName name: String?) throws(StoreError) {
    try SectionCacheFolder.ofApplication.delete(name)
  }
}

extension SectionCacheFolder {
  fileprivate func delete(_ name: String?) throws(StoreError) {
    do throws(SectionCacheError) {
      try removeCaches(name.map { [SectionCacheName($0)] })
    } catch {
      throw StoreError(.writeFailed, "the section cache could not be deleted: \(error.reason)")
    }
  }
}
