import Sectional

/// The connections of a store: few, made when they are needed, and used again.
final class PostgresPool: Sendable {
  let queue = SerialQueue(label: "sectional.postgres")
  private let target: PostgresTarget
  private let turnstile: Turnstile
  private struct State {
    /// These have no transaction and wait for the next task; the turnstile limits how many there are.
    var idle: [PostgresConnection] = []
    var losses = 0
  }

  // State: guarded by its lock.
  private let state = Guarded(State())

  /// How many connections were lost so far: what a server told before is no longer comparable then, because one that
  /// crashed can use the numbers of lost transactions again.
  var losses: Int { state.withLock { $0.losses } }

  init(connectingTo target: PostgresTarget, atMost limit: Int) {
    self.target = target
    turnstile = Turnstile(width: max(limit, 1))
  }

  /// Lends a connection, which is used again unless it was lost or a transaction was left open.
  func withConnection<Output>(
    _ body: (PostgresConnection) async throws -> Output
  ) async throws -> Output {
    try await turnstile.pass {
      let connection = try await readyConnection()
      do {
        let output = try await body(connection)
        await takeBack(connection)
        return output
      } catch {
        await takeBack(connection)
        throw error
      }
    }
  }

  private func readyConnection() async throws -> PostgresConnection {
    while let connection = state.withLock({ $0.idle.popLast() }) {
      guard await connection.isReady else {
        state.withLock { $0.losses += 1 }
        continue
      }
      try await connection.reset()
      return connection
    }
    return try await PostgresConnection.connect(to: target, on: queue)
  }

  private func takeBack(_ connection: PostgresConnection) async {
    let isReady = await connection.isReady
    state.withLock { state in
      if isReady { state.idle.append(connection) } else { state.losses += 1 }
    }
  }
}
