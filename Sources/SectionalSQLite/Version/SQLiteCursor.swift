/// What one connection has seen of a file's commits.
struct SQLiteCounters: Hashable, Codable, Sendable {
  /// The connection; each counts separately.
  let connection: UInt64
  /// Changes with each commit of another connection.
  let data: Int64
  /// Changes with each change of the schema.
  let schema: Int64
  /// Changes with each commit of this connection.
  let commit: Int64
}

/// A place in the record of a file's changes: what one connection has seen, and the newest row of the file's change log.
public struct SQLiteCursor: Hashable, Codable, Sendable {
  let counters: SQLiteCounters
  /// The state of the file, if it can be told from others.
  let identity: SQLiteStoreVersion.Identity?
  /// The newest row of the file's change log, if it has one.
  let log: SQLiteChangeLogPosition?
  /// The file whose log that is; the position means nothing to another file.
  let file: FollowedFile?
}
