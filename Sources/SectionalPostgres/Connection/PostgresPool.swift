import Sectional

/// The connections of a store: few, made when they are needed, and used again.
final class PostgresPool: Sendable {
  let queue = SerialQueue(label: "sectional.postgres")
  private let target: PostgresTarget
  private let turnstile: Turnstile
  // State: guarded by its lock. These have no transaction and wait for the next task; the turnstile limits how many
  // there are.
  private let idle = Guarded<[PostgresConnection]>([])

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
    while let connection = idle.withLock({ $0.popLast() }) {
      guard await connection.isReady else { continue }
      try await connection.reset()
      return connection
    }
    return try await PostgresConnection.connect(to: target, on: queue)
  }

  private func takeBack(_ connection: PostgresConnection) async {
    guard await connection.isReady else { return }
    idle.withLock { $0.append(connection) }
  }
}
