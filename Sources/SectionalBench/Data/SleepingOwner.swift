import Dispatch
import Sectional
import SectionalSQLite

/// The owner of a list that can be kept busy for a while.
///
/// It has its own thread, because a thread of Swift's pool must not be blocked.
actor SleepingOwner {
  // State: guarded by the actor.
  private let controller: ResultsController<Item>
  private let counter = DeliveryCounter()
  private nonisolated let queue = SerialQueue(label: "sectional.bench.owner")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  init(of store: SQLiteStore) {
    controller = ResultsController(
      fetchRequest: Item.byName, store: store, sectionNameKeyPath: \.team)
  }

  /// Opens the list.
  func open() async throws {
    controller.changesetDelegate = counter
    try await controller.performFetch()
    try await controller.refresh()
  }

  /// Blocks until it is woken.
  ///
  /// - Parameters:
  ///   - alarm: The semaphore that wakes it.
  ///   - willSleep: A function that is called right before.
  func sleep(until alarm: DispatchSemaphore, _ willSleep: @Sendable () -> Void) {
    willSleep()
    alarm.wait()
  }

  /// Waits until the list is as new as its store.
  ///
  /// - Returns: The number of change notifications so far.
  func catchUp() async throws -> Int {
    try await controller.refresh()
    return counter.deliveries
  }

  /// Stops the list.
  func stop() { controller.stop() }
}

private final class DeliveryCounter: ResultsChangesetDelegate {
  private(set) var deliveries = 0

  func controller(
    _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    deliveries += 1
  }
}
