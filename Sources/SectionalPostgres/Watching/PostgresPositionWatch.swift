import Sectional

extension PostgresConnection {
  /// Returns something that is another text after every commit that can be seen.
  fileprivate func position() async throws(StoreError) -> String? {
    var position: String?
    try await answering(within: .seconds(10)) { () async throws(StoreError) in
      try await rows(
        """
        SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()::pg_catalog.text
          ELSE pg_catalog.pg_current_snapshot()::pg_catalog.text END
        """
      ) { position = $0.text(at: 0) }
    }
    return position
  }
}

/// What a look at the server showed last.
actor PostgresPositionWatch {
  private struct SeenState: Equatable {
    let position: String?
    let losses: Int
  }

  private let pool: ResourcePool<PostgresConnection>
  // State: guarded by the actor.
  private var seen: SeenState?
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
      let seenState = SeenState(position: position, losses: pool.losses)
      defer { seen = seenState }
      return seenState != seen
    } catch {
      seen = nil
      failures += 1
      // Who can't be reached is asked less and less often, up to once a second.
      try? await Task.sleep(for: .milliseconds(min(1000, 50 << min(failures, 5))))
      return true
    }
  }
}
