/// A state of an SQLite file.
///
/// Two versions are equal if one connection saw no commit between them. To find out whether the file is unchanged, even
/// after the program ended, use ``provesSameContents(as:)``.
public struct SQLiteStoreVersion: Codable, Sendable {
  /// The connection; each counts separately.
  let connection: UInt64
  /// Changes with each commit of another connection.
  let data: Int64
  /// Changes with each change of the schema.
  let schema: Int64
  /// Changes with each commit of this connection.
  let commit: Int64
  /// The newest row of the file's change log, if it has one.
  let log: SQLiteChangeLogPosition?
  /// What permanently distinguishes the state from others, if available: not on network file systems, and not
  /// immediately after a write.
  let stamp: SQLiteStamp?
}

extension SQLiteStoreVersion {
  /// Returns whether both states are known to have the same contents, for versions from any connection of any process.
  ///
  /// If it returns `false`, nothing is known.
  public func provesSameContents(as other: SQLiteStoreVersion) -> Bool {
    self == other || hasStamp(of: other)
  }
}

extension SQLiteStoreVersion {
  /// Returns whether both have the same stamp, which means the same contents to any process at any time.
  func hasStamp(of other: SQLiteStoreVersion) -> Bool {
    guard let stamp, let others = other.stamp else { return false }
    return !stamp.isRacy && !others.isRacy && stamp.state == others.state
  }
}

extension SQLiteStoreVersion: Hashable {
  private var counters: [Int64] { [Int64(bitPattern: connection), data, schema, commit] }

  /// Returns whether one connection saw no commit between two versions.
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
