import Sectional
import SectionalSQL

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
  /// What the last look at the tables saw; `nil` if a version is unknown.
  private var version: PostgresStoreVersion?
  private var names: Set<String> = []
  private var quietTables = QuietTables()
  private var failures = 0

  init(of pool: ResourcePool<PostgresConnection>) { self.pool = pool }

  /// Returns what may have changed since the last call.
  ///
  /// A failure to reach the server always counts as new, because a list may have reached it in between.
  ///
  /// - Parameter names: The tables that matter.
  /// - Returns: The tables that may have changed, those without a change log, and those whose lists must look before the log
  ///   no longer reaches back to their places; `nil` if nothing was written to the server.
  func changedRegion(among names: Set<String>) async -> TableRegion? {
    do {
      let position = try await pool.use {
        try await PostgresPositionWatch.position(on: $0)
      }
      // Lost connections are part of a version.
      let now = Seen(position: position, losses: pool.losses)
      let isNew = now != seen
      guard isNew || !names.isSubset(of: self.names) else {
        failures = 0
        return nil
      }
      let region = try await changedTables(among: names, losses: now.losses)
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
    among names: Set<String>, losses: Int
  ) async throws -> TableRegion {
    let before = version
    // If this fails, nothing is known of the tables.
    version = nil
    self.names = []
    guard !names.isEmpty else { return TableRegion([:]) }
    let (changed, now) = try await pool.useForTransaction {
      try await PostgresPositionWatch.changedTables(
        among: names.sorted(), since: before, losses: losses, on: $0)
    }
    version = now
    self.names = names
    guard let now else {
      quietTables = QuietTables()
      return TableRegion(allColumnsOf: changed)
    }
    let lowest = now.snapshot.lowestRunning
    let due = quietTables.due(
      among: names, besides: Set(changed), at: lowest,
      since: before?.snapshot.lowestRunning ?? lowest,
      keptFrom: { now.places[$0].map(\.prunedBelow).flatMap { $0 > 0 ? $0 : nil } })
    return TableRegion(allColumnsOf: due.union(changed))
  }
}

extension PostgresPositionWatch {
  /// Returns a text that is different after every commit that becomes visible.
  private static func position(on connection: isolated PostgresConnection)
    async throws(StoreError) -> String?
  {
    var position: String?
    try await connection.answering(within: .seconds(10)) { () async throws(StoreError) in
      try await connection.rows(
        """
        SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()::pg_catalog.text
          ELSE pg_catalog.pg_current_snapshot()::pg_catalog.text END
        """
      ) { position = $0.text(at: 0) }
    }
    return position
  }

  /// Returns the tables and views that may have changed since a version.
  ///
  /// - Parameters:
  ///   - names: Their quoted names.
  ///   - earlier: The version, or `nil` if none is known.
  ///   - losses: The number of connections that have been lost so far.
  ///   - connection: The connection to ask on.
  /// - Returns: Their names, and the version that was looked at.
  /// - Throws: `StoreError` if the server can't answer.
  private static func changedTables(
    among names: [String], since earlier: PostgresStoreVersion?, losses: Int,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> ([String], PostgresStoreVersion?) {
    try await ReadBeginning.begin(watching: names, since: earlier, on: connection)
    let now = try await LogReading.version(losses: losses, on: connection)
    guard let earlier else { return (names, now) }
    var changed: [String] = []
    for name in names {
      let region = TableRegion(allColumnsOf: [name])
      let rows = try await LogReading.changes(in: region, from: earlier, to: now, on: connection)
      if rows != .nothing { changed.append(name) }
    }
    return (changed, now)
  }
}
