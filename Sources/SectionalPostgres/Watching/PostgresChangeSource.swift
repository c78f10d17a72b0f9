import Sectional

/// A state of a PostgreSQL server: which transactions could be seen.
public struct PostgresVersion: Hashable, Codable, Sendable {
  /// Which server, timeline and database.
  let identity: String
  /// What `pg_current_snapshot()` told.
  let snapshot: String
  /// How many connections the store had lost.
  let losses: Int
}

extension PostgresVersion: CustomStringConvertible {
  /// The version as opaque text.
  public var description: String { "\(identity) \(snapshot) \(losses)" }
}

/// Asks the server at an interval whether anything was written, anywhere in it; what it was is not known.
struct PostgresChangeSource: ChangeSource {
  typealias Source = PostgresStore

  let store: PostgresStore

  func run(_ doorbell: Doorbell) async throws { try await store.poll.serve(doorbell) }

  func version(_ reader: PostgresReader) async throws -> PostgresVersion? {
    try await reader.connection.version(losses: store.losses)
  }

  func changes(
    of tables: Set<String>, since version: PostgresVersion, _ reader: PostgresReader
  ) async throws -> ChangedKeys {
    .everything(reason: "something was written to the server, and nothing logs which rows")
  }
}

extension PostgresConnection {
  /// Returns the version the transaction reads; nothing on a standby, where snapshots leave transactions out.
  fileprivate func version(losses: Int) async throws(StoreError) -> PostgresVersion? {
    guard let identity else { return nil }
    return try await text("SELECT pg_current_snapshot()::text").map {
      PostgresVersion(identity: identity, snapshot: $0, losses: losses)
    }
  }

  /// Returns something that is another text after every commit that can be seen.
  fileprivate func position() async throws(StoreError) -> String? {
    try await text(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text
        ELSE pg_current_snapshot()::text END
      """)
  }

  private func text(_ query: String) async throws(StoreError) -> String? {
    var text: String?
    try await rows(query) { text = $0.text(at: 0) }
    return text
  }
}

/// What a look at the server showed last.
actor PostgresSight {
  private struct Sight: Equatable {
    let position: String?
    let losses: Int
  }

  private let pool: ResourcePool<PostgresConnection>
  // State: guarded by the actor.
  private var seen: Sight?
  private var failures = 0

  init(of pool: ResourcePool<PostgresConnection>) { self.pool = pool }

  /// Tells whether there may be something else to read than the last time it was asked.
  ///
  /// That the server can't be reached is something else each time: a list may have reached it in between.
  func hasChanged() async -> Bool {
    do {
      let position = try await pool.use { try await $0.position() }
      failures = 0
      // Lost connections are part of a version.
      let sight = Sight(position: position, losses: pool.losses)
      defer { seen = sight }
      return sight != seen
    } catch {
      seen = nil
      failures += 1
      // Who can't be reached is asked less and less often, up to once a second.
      try? await Task.sleep(for: .milliseconds(min(1000, 50 << min(failures, 5))))
      return true
    }
  }
}
