/// Asks at an interval whether a store may have changed, while anybody wants to know, and rings if so.
///
/// One poll serves every list over a store.
package final class StorePoll: Sendable {
  private struct State {
    var listeners = 0
    var task: Task<Void, Never>?
  }

  // State: guarded by its lock.
  private let state = Guarded(State())
  private let interval: Duration
  private let doorbells: DoorbellRegistry
  private let mayHaveChanged: @Sendable () async -> Bool

  /// Makes a poll that is not running yet.
  package init(
    every interval: Duration, ringing doorbells: DoorbellRegistry,
    asking mayHaveChanged: @escaping @Sendable () async -> Bool
  ) {
    self.interval = interval
    self.doorbells = doorbells
    self.mayHaveChanged = mayHaveChanged
  }

  /// Rings a doorbell once, and again with all the others when the answer is yes, until cancelled.
  package func serve(_ doorbell: Doorbell) async throws {
    join()
    defer { leave() }
    try await doorbells.serve(doorbell)
  }

  /// Begins to ask, with the first who joins.
  private func join() {
    state.withLock { state in
      state.listeners += 1
      guard state.task == nil else { return }
      state.task = Task { [mayHaveChanged, doorbells, interval] in
        while !Task.isCancelled {
          if await mayHaveChanged() { doorbells.ring(.all) }
          try? await Task.sleep(for: interval)
        }
      }
    }
  }

  /// Ends it, with the last who leaves.
  private func leave() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0 else { return }
      state.task?.cancel()
      state.task = nil
    }
  }
}
