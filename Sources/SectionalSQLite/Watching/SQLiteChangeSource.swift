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
    try await reader.connection.changes(in: region, since: cursor)
  }

  /// Returns whether the file has a change log, which every process can read.
  public static func isLasting(_ cursor: SQLiteCursor) -> Bool { cursor.log != nil }
}

// Call these inside a transaction.
extension SQLiteConnection {
  /// Returns the version that the transaction reads.
  func version() throws(StoreError) -> SQLiteStoreVersion {
    guard let identity = handle.identity else {
      return SQLiteStoreVersion(identity: .counters(try counters()), stamp: handle.stamp)
    }
    return SQLiteStoreVersion(identity: identity, stamp: handle.stamp)
  }

  /// Returns the rows that were touched since a cursor, and the next cursor.
  ///
  /// The recorder knows them if only this connection wrote since then; the file's change log knows them whichever
  /// program wrote.
  func changes(
    in region: TableRegion, since cursor: SQLiteCursor?
  ) throws(StoreError) -> StoreChanges<SQLiteCursor> {
    let now = SQLiteCursor(
      counters: try counters(), log: try logged.position(on: handle, schema: handle.readSchema))
    guard let cursor else { return StoreChanges(.nothing, next: now) }
    return StoreChanges(try changes(in: region, from: cursor, to: now), next: now)
  }

  private func changes(
    in region: TableRegion, from earlier: SQLiteCursor, to now: SQLiteCursor
  ) throws(StoreError) -> ChangedRows {
    let (before, after) = (earlier.counters, now.counters)
    guard after.schema == before.schema else { return .everything(reason: "the schema changed") }
    if after.connection == before.connection, after.data == before.data {
      return writeRecorder.log.changes(in: region, since: before.commit)
    }
    if let position = earlier.log, let tables = region.tables,
      try logged.contain(tables, on: handle, schema: after.schema)
    {
      return try handle.loggedChanges(of: tables, since: position)
    }
    return .everything(
      reason: after.connection == before.connection
        ? "another connection wrote to the file, and its change log is not installed"
        : "the file was written or replaced, and no change log tells which rows changed")
  }

  private func counters() throws(StoreError) -> SQLiteCounters {
    SQLiteCounters(
      connection: handleNumber, data: try handle.integer("PRAGMA data_version"),
      schema: handle.readSchema, commit: writeRecorder.log.newest)
  }
}
