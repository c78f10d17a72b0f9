import Sectional
import SectionalSQLite

/// A list that follows its store, and what is needed to time its changes.
@ListOwner final class FollowedList<Record: Sendable> {
  /// The times of one change.
  struct ChangeTimes {
    /// From the commit having returned to the delegate being called.
    let afterCommit: Duration
    /// From the beginning of the write to the delegate being called.
    let total: Duration
  }

  let store: SQLiteStore
  let controller: ResultsController<Record>
  let probe: ListProbe<Record>

  /// Opens a list.
  init(
    _ request: ResultsRequest<Record>, of store: SQLiteStore, sectionBy section: SectionKey<Record>,
    telling probe: ListProbe<Record> = ListProbe(), keptIn folder: SectionCacheFolder? = nil
  ) async throws {
    self.store = store
    self.probe = probe
    controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section,
      cacheName: folder == nil ? nil : "followed")
    controller.cacheFolder = folder
    controller.changesetDelegate = probe
    try await controller.performFetch()
  }

  /// Waits until the looks that follow the opening of a list are over.
  func settle() async throws {
    try await controller.refresh()
    var seen = -1
    while seen != controller.diagnostics.versionChecks {
      seen = controller.diagnostics.versionChecks
      try await Task.sleep(for: .milliseconds(70))
    }
  }

  /// Writes as one transaction that changes the list, and waits until it is told.
  ///
  /// - Parameters:
  ///   - deliveries: How often the probe is told, which may be that of several lists.
  ///   - body: What is written.
  /// - Returns: The times until it was told.
  /// - Throws: What the body throws, and ``BenchmarkError`` when the probe is never told.
  func change(
    deliveries: Int = 1, _ body: @Sendable (SQLiteTransaction) throws -> Void
  ) async throws -> ChangeTimes {
    let delivery = probe.deliveries + deliveries
    let start = ContinuousClock.now
    try await store.write(body)
    let committed = ContinuousClock.now
    try await probe.wait(for: delivery)
    let told = probe.lastDelivery
    // The list can be told while the news of the commit is still on its way.
    return ChangeTimes(
      afterCommit: max(.zero, committed.duration(to: told)), total: start.duration(to: told))
  }
}

extension FollowedList where Record == Item {
  /// Opens the list of all items of a file.
  convenience init(path: String, keptIn folder: SectionCacheFolder? = nil) async throws {
    try await self.init(
      Item.byName, of: try SQLiteStore(path: path), sectionBy: SectionKey(\.team), keptIn: folder)
  }
}
