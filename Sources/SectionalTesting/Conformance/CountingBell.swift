import Sectional

/// Counts how often a change source rings, and notes when it ends.
final class CountingBell: Sendable {
  // State: guarded by its lock.
  private let state = Locked((count: 0, hasEnded: false, problem: ""))

  /// How often the source rang.
  var count: Int { state.withLock(\.count) }

  /// What the source threw, as the end of a sentence; empty if it threw nothing.
  var problem: String { state.withLock(\.problem) }

  /// Runs a source until the task is cancelled.
  func run(
    _ source: some ChangeSource, _ region: TableRegion,
    ringing ring: @escaping @Sendable () -> Void = {}
  ) -> Task<Void, Never> {
    Task {
      do {
        try await source.run(
          Doorbell(for: region) {
            self.state.withLock { $0.count += 1 }
            ring()
          })
      } catch {
        if !Task.isCancelled { state.withLock { $0.problem = "; it threw \(error)" } }
      }
      state.withLock { $0.hasEnded = true }
    }
  }

  /// Waits until the source has rung more often than a number of times, and returns whether it did.
  func rings(more count: Int, within bound: Duration) async throws -> Bool {
    try await holds(within: bound) { self.count > count }
  }

  /// Waits until the source hasn't rung for a while, or rings all the time.
  func settle(for pause: Duration, within bound: Duration) async throws {
    let end = ContinuousClock.now + bound
    while try await rings(more: count, within: pause), ContinuousClock.now < end {}
  }

  /// Waits until the source has ended, and returns whether it did.
  func ends(within bound: Duration) async throws -> Bool {
    try await holds(within: bound) { state.withLock(\.hasEnded) }
  }

  private func holds(within bound: Duration, _ condition: () -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + bound
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
