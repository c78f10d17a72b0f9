import Sectional

extension PostgresConnection {
  /// Returns a text that is different after every commit that becomes visible.
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

/// What the last check of the server showed.
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

  /// Returns whether there may be something new to read since the last call.
  ///
  /// A failure to reach the server always counts as new, because a list may have reached it in between.
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
      // A server that can't be reached is polled less and less often, down to once a second.
      try? await Task.sleep(for: .milliseconds(min(1000, 50 << min(failures, 5))))
      return true
    }
  }
}
