public import Sectional

/// A change source that knows the writes of the store's own connection row by row, and polls the file for other writes.
///
/// It knows which rows other writes changed only if the file has a change log; otherwise everything is read again.
public struct SQLiteChangeSource: ChangeSource {
  /// The type of the store.
  public typealias Store = SQLiteStore

  let store: SQLiteStore

  /// Rings when something in the doorbell's region may have changed.
  public func run(_ doorbell: Doorbell) async throws {
    try await store.poll.serve(doorbell)
  }

  /// Returns the rows that may have changed since a cursor, and the next cursor.
  ///
  /// - Throws: `StoreError` if the file can't be read.
  public func changes(
    in region: TableRegion, since cursor: SQLiteCursor?, _ reader: SQLiteReader
  ) async throws -> StoreChanges<SQLiteCursor> {
    let answer = try await reader.changes(in: region, since: cursor)
    let commits = reader.connection.shared.commits
    guard answer.tag == nil, cursor != nil, commits.areAnnounced else { return answer }
    // A commit can be read before its connection reports it. With a rollback journal, the commit may also be waiting for
    // this reader, so the wait is short, and worth it only if everything would be read.
    let isInWALMode = try await reader.isInWALMode
    if !isInWALMode {
      guard case .everything = answer.rows else { return answer }
    }
    guard await commits.announcementsEnd(within: isInWALMode ? 10 : 1) else { return answer }
    return try await reader.changes(in: region, since: cursor)
  }

  /// Returns whether the file has a change log, which every process can read, and can be told from every other file.
  public static func isLasting(_ cursor: SQLiteCursor) -> Bool {
    cursor.log != nil && cursor.file?.isLasting == true
  }
}

extension SQLiteReader {
  fileprivate var isInWALMode: Bool {
    get async throws(StoreError) {
      try await connection.use { connection throws(StoreError) in connection.handle.isInWALMode }
    }
  }

  fileprivate func changes(
    in region: TableRegion, since cursor: SQLiteCursor?
  ) async throws(StoreError) -> StoreChanges<SQLiteCursor> {
    try await connection.use { connection throws(StoreError) in
      try connection.changes(in: region, since: cursor)
    }
  }
}

// Call these inside a transaction.
extension SQLiteConnection {
  /// Returns the version that the transaction reads.
  func version() throws(StoreError) -> SQLiteStoreVersion {
    guard let identity else {
      return SQLiteStoreVersion(
        identity: .counters(try counters(schema: handle.lastRead.schema)), stamp: handle.stamp)
    }
    return SQLiteStoreVersion(identity: identity, stamp: handle.stamp)
  }

  /// Returns the rows that were touched since a cursor, and the next cursor.
  ///
  /// They are known without a change log if only commits whose rows are known lie in between. The file's change log knows
  /// them whichever program wrote.
  func changes(
    in region: TableRegion, since cursor: SQLiteCursor?
  ) throws(StoreError) -> StoreChanges<SQLiteCursor> {
    let now = SQLiteCursor(
      counters: try counters(schema: handle.lastRead.schema), identity: identity,
      log: try logged.position(on: handle, schema: handle.lastRead.schema),
      file: handle.followedFile)
    guard let cursor else { return StoreChanges(.nothing, next: now) }
    guard now.counters.schema == cursor.counters.schema else {
      return StoreChanges(.everything(reason: "the schema changed"), next: now)
    }
    if let (rows, tag) = knownChanges(in: region, from: cursor, to: now) {
      guard rows != .nothing else { return StoreChanges(rows, next: now, tag: tag) }
      let loggedRows = try loggedChanges(
        in: region, since: cursor, until: now, includingOldRows: true)
      return StoreChanges(rows.adding(oldRowsOf: loggedRows), next: now, tag: tag)
    }
    return StoreChanges(try othersChanges(in: region, from: cursor, to: now), next: now)
  }

  private func knownChanges(
    in region: TableRegion, from earlier: SQLiteCursor, to now: SQLiteCursor
  ) -> (ChangedRows, WriteTag?)? {
    let (before, after) = (earlier.counters, now.counters)
    guard after.connection == before.connection, after.data == before.data else {
      return shared.commits.changes(in: region, from: earlier, to: now)
    }
    let (rows, tag) = shared.commits.changes(in: region, since: before.commit)
    // A connection beside the writing one can read a commit before it is noted. The commit's rows are then named again,
    // which does no harm, but what they were before it isn't what they were at the cursor.
    return (role == .main ? rows : rows.withoutOldRows, tag)
  }

  private func othersChanges(
    in region: TableRegion, from earlier: SQLiteCursor, to now: SQLiteCursor
  ) throws(StoreError) -> ChangedRows {
    if let rows = try loggedChanges(
      in: region, since: earlier, until: now, includingOldRows: false)
    {
      return rows
    }
    if now.log != nil, earlier.log != nil, !now.hasLog(of: earlier) {
      return .everything(
        reason: "the file was replaced or overwritten, and its change log doesn't tell by what")
    }
    if earlier.file?.isOfThisProcess == true,
      let reason = shared.commits.gap(since: earlier.counters.commit)
    {
      return .everything(reason: reason)
    }
    return .everything(
      reason: now.counters.connection == earlier.counters.connection
        ? "another connection wrote to the file, and no change log tells which rows"
        : "the file was written or replaced, and no change log tells which rows changed")
  }

  /// Returns what the file's change log says, or `nil` if it doesn't log all of the region's tables.
  ///
  /// The schema hasn't changed since the cursor, and the log is believed only if it's that of the same file. If old rows
  /// are to be included, the result is `nil` also if the log keeps old values of no table.
  private func loggedChanges(
    in region: TableRegion, since cursor: SQLiteCursor, until now: SQLiteCursor,
    includingOldRows includesOldRows: Bool
  ) throws(StoreError) -> ChangedRows? {
    guard let position = cursor.log, now.hasLog(of: cursor), let names = region.tables,
      let tables = try logged.tables(named: names, on: handle, schema: cursor.counters.schema),
      !includesOldRows || tables.values.contains(where: { $0.columns != nil })
    else { return nil }
    return try handle.loggedChanges(of: tables, since: position)
  }

  /// Returns what the connection has seen of the file's commits; the schema's version is known to callers.
  func counters(schema: Int64) throws(StoreError) -> SQLiteCounters {
    SQLiteCounters(
      connection: handleNumber, data: try handle.integer("PRAGMA data_version"), schema: schema,
      commit: shared.commits.newest)
  }
}

extension SQLiteCursor {
  /// Returns whether the file's log continues that of an earlier cursor: a replaced file can have a copy of it.
  fileprivate func hasLog(of earlier: SQLiteCursor) -> Bool {
    guard let file, let before = earlier.file else { return false }
    return file.continues(before)
  }
}

extension ChangedRows {
  fileprivate var withoutOldRows: ChangedRows {
    guard case .tables(let tables) = self else { return self }
    return .tables(tables.mapValues { ChangedTable(keys: $0.keys) })
  }

  /// Returns known changes, also with what a log says the rows were before, if it says it.
  ///
  /// All of the known rows are kept: a log can lack those that changed without firing a trigger.
  fileprivate func adding(oldRowsOf log: ChangedRows?) -> ChangedRows {
    guard case .tables(let logged)? = log else { return self }
    guard case .tables(let known) = self else { return .tables(logged) }
    return .tables(
      known.merging(logged) { known, logged in
        ChangedTable(
          keys: known.keys.union(logged.keys),
          oldRows: known.oldRows.merging(logged.oldRows) { $0.adding($1) })
      })
  }
}

extension OldRow {
  /// Returns the row with the columns that only another description of it has.
  fileprivate func adding(_ other: OldRow) -> OldRow {
    guard case .present(let values) = self, case .present(let others) = other else { return self }
    return .present(values.merging(others) { own, _ in own })
  }
}
