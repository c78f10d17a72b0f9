import Sectional

/// What the last checks of the server showed.
actor PostgresPositionWatch {
  /// The state of the whole server.
  private struct Seen: Equatable {
    let position: String?
    let losses: Int
  }

  private let pool: ResourcePool<PostgresConnection>
  // State: guarded by the actor.
  private var seen: Seen?
  private var tables: [String: PostgresTablePosition] = [:]
  private var failures = 0

  init(of pool: ResourcePool<PostgresConnection>) { self.pool = pool }

  /// Returns what may have changed since the last call.
  ///
  /// A failure to reach the server always counts as new, because a list may have reached it in between.
  ///
  /// - Parameter names: The tables that matter.
  /// - Returns: The tables that may have changed, and those without a change log; `nil` if nothing was written to the
  ///   server.
  func changedRegion(among names: Set<String>) async -> TableRegion? {
    do {
      let position = try await pool.use { try await $0.position() }
      // Lost connections are part of a version.
      let now = Seen(position: position, losses: pool.losses)
      let isNew = now != seen
      guard isNew || !names.isSubset(of: tables.keys) else {
        failures = 0
        return nil
      }
      let region = try await changedTables(among: names, isSameServer: now.losses == seen?.losses)
      seen = now
      failures = 0
      return region
    } catch {
      seen = nil
      failures += 1
      // A server that can't be reached is polled less and less often, down to once a second.
      try? await Task.sleep(for: .milliseconds(min(1000, 50 << min(failures, 5))))
      return .everything
    }
  }

  private func changedTables(
    among names: Set<String>, isSameServer: Bool
  ) async throws -> TableRegion {
    guard !names.isEmpty else {
      tables = [:]
      return TableRegion([:])
    }
    let before = tables
    tables = try await pool.useForTransaction { try await $0.positions(of: names.sorted()) }
    guard isSameServer else { return .everything }
    return TableRegion(
      allColumnsOf: names.filter { name in
        guard let now = tables[name], now.isLogged else { return true }
        return before[name] != now
      })
  }
}

/// How far a table's change log reaches, and the form of both.
struct PostgresTablePosition: Hashable, Sendable {
  let stamp: String?
  let place: ChangeLogPlace?

  /// Whether a commit that doesn't change the position didn't change the table.
  var isLogged: Bool { place != nil }
}

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

  /// Returns the positions of tables' change logs.
  ///
  /// - Parameter names: The tables' quoted names.
  /// - Returns: The positions; a table that no longer exists has none.
  /// - Throws: `StoreError` if the server can't answer.
  fileprivate func positions(
    of names: [String]
  ) async throws(StoreError) -> [String: PostgresTablePosition] {
    try await begin(watching: names)
    _ = try await version(losses: 0)
    var positions: [String: PostgresTablePosition] = [:]
    for name in names {
      let stamp = transaction.relation(name).flatMap { transaction.logStamp(of: $0) }
      positions[name] = PostgresTablePosition(stamp: stamp, place: transaction.places[name])
    }
    return positions
  }
}
