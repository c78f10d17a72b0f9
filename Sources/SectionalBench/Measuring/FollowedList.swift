import Sectional
import SectionalSQLite

/// A list that follows its store, with a probe that times its changes.
@ListOwner final class FollowedList<Record: Sendable> {
  /// The times of one change.
  struct ChangeTimes {
    /// From the return of the commit to the call of the delegate.
    let afterCommit: Duration
    /// From the start of the write to the call of the delegate.
    let total: Duration
  }

  let store: SQLiteStore
  let controller: ResultsController<Record>
  let probe: ListProbe<Record>

  /// Opens a list.
  init(
    _ request: ResultsRequest<Record>, of store: SQLiteStore,
    sectionBy section: SectionKey<Record>?,
    telling probe: ListProbe<Record> = ListProbe(), keptIn folder: SectionCacheFolder? = nil
  ) async throws {
    self.store = store
    self.probe = probe
    controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section,
      cacheName: folder == nil ? nil : "followed")
    if let folder { controller.options.cache?.folder = folder }
    controller.changesetDelegate = probe
    try await controller.performFetch()
  }

  /// Waits until the store's rechecks after opening the list are over.
  func settle() async throws {
    try await controller.refresh()
    var seen = -1
    while seen != controller.diagnostics.versionChecks {
      seen = controller.diagnostics.versionChecks
      try await Task.sleep(for: .milliseconds(70))
    }
  }

  /// Writes a transaction that changes the list, and waits until the change is reported.
  ///
  /// - Parameters:
  ///   - deliveries: The number of calls to wait for; several lists can share the probe.
  ///   - body: The writes.
  /// - Returns: The times until the change was reported.
  /// - Throws: Any error that the body throws, and ``BenchmarkError`` if the change is never reported.
  func change(
    deliveries: Int = 1, _ body: @Sendable (SQLiteTransaction) throws -> Void
  ) async throws -> ChangeTimes {
    let delivery = probe.deliveries + deliveries
    let start = ContinuousClock.now
    try await store.write(body)
    let committed = ContinuousClock.now
    try await probe.wait(for: delivery)
    let told = probe.lastDelivery
    // The list can report the change before the commit returns.
    return ChangeTimes(
      afterCommit: max(.zero, committed.duration(to: told)), total: start.duration(to: told))
  }
}

extension FollowedList where Record == Item {
  /// Opens the list of all items in a file.
  convenience init(path: String, keptIn folder: SectionCacheFolder? = nil) async throws {
    try await self.init(
      Item.byName, of: try SQLiteStore(path: path), sectionBy: SectionKey(\.team), keptIn: folder)
  }
}
