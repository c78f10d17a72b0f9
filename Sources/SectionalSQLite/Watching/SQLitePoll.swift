import Sectional

/// Asks a file at an interval whether another connection committed, while anybody wants to know.
///
/// One poll serves every list over a store.
final class SQLitePoll: Sendable {
  private struct State {
    var listeners = 0
    var task: Task<Void, Never>?
  }

  // State: guarded by its lock.
  private let state = Guarded(State())
  private let connection: SQLiteConnection
  private let doorbells: DoorbellRegistry
  private let interval: Duration

  init(
    of connection: SQLiteConnection, every interval: Duration, ringing doorbells: DoorbellRegistry
  ) {
    self.connection = connection
    self.interval = interval
    self.doorbells = doorbells
  }

  /// Begins to ask, with the first who joins.
  func join() {
    state.withLock { state in
      state.listeners += 1
      guard state.task == nil else { return }
      state.task = Task { [connection, doorbells, interval] in
        while !Task.isCancelled {
          if await connection.mayHaveChanged() { doorbells.ringAll() }
          try? await Task.sleep(for: interval)
        }
      }
    }
  }

  /// Ends it, with the last who leaves.
  func leave() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0 else { return }
      state.task?.cancel()
      state.task = nil
    }
  }
}
