/// A state of an SQLite file.
///
/// Versions are equal where one connection saw no commit between them. Whether the file is still as it was, also after
/// the program ended, tells ``provesSameContents(as:)``.
public struct SQLiteStoreVersion: Codable, Sendable {
  /// Which connection; others count for themselves.
  let connection: UInt64
  /// Moves with each commit of another connection.
  let data: Int64
  /// Moves with each change of the schema.
  let schema: Int64
  /// Moves with each commit of this connection.
  let commit: Int64
  /// The newest row of the file's change log, where it has one.
  let log: SQLiteChangeLogPosition?
  /// What tells the state from others for good, where that can be had: not on network file systems, and not in the
  /// moment after a write.
  let stamp: SQLiteStamp?
}

extension SQLiteStoreVersion {
  /// Whether the contents of both states are known to be the same, for versions of any connection of any process.
  ///
  /// Where it is false, nothing is known.
  public func provesSameContents(as other: SQLiteStoreVersion) -> Bool {
    self == other || hasStamp(of: other)
  }
}

extension SQLiteStoreVersion {
  /// Whether both have the same stamp, which means the same contents to any process at any time.
  func hasStamp(of other: SQLiteStoreVersion) -> Bool {
    guard let stamp, let others = other.stamp else { return false }
    return !stamp.isRacy && !others.isRacy && stamp.state == others.state
  }
}

extension SQLiteStoreVersion: Hashable {
  private var counters: [Int64] { [Int64(bitPattern: connection), data, schema, commit] }

  /// Tells whether one connection saw no commit between two versions.
  public static func == (left: SQLiteStoreVersion, right: SQLiteStoreVersion) -> Bool {
    left.counters == right.counters
  }

  /// Feeds the connection's counters into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(counters) }
}

extension SQLiteStoreVersion: CustomStringConvertible {
  /// The version as opaque text.
  public var description: String {
    "\(String(connection, radix: 16)).\(schema).\(data).\(commit)"
  }
}
