public import Sectional
import SectionalCSQLite

/// A state of an SQLite file.
///
/// Two versions are equal if no commit lies between them, whichever connections of the process obtained them. To find
/// out whether the file is unchanged, even after the program ended, use ``provesSameContents(as:)``.
public struct SQLiteStoreVersion: StoreVersion {
  /// What distinguishes a state from others while the process runs.
  enum Identity: Hashable, Codable, Sendable {
    /// What every commit changes: the header of a file with a rollback journal, or the index of a WAL-mode file's log.
    ///
    /// The last number counts how often the process opened the file, because a copy in its place can have the same header
    /// without any connection noticing. The file's times aren't part of it: a write that is rolled back changes them too.
    case file(device: UInt64, file: UInt64, commits: [UInt64], opening: UInt64)
    /// The counters of one connection, where the file's state can't be relied on.
    case counters(SQLiteCounters)
  }

  let identity: Identity
  /// What permanently distinguishes the state from others, if available: not on network file systems, and not
  /// immediately after a write.
  let stamp: SQLiteStamp?
}

extension SQLiteStoreVersion {
  /// Whether the version means something to other processes: it has a stamp, and no write was too recent.
  public var isLasting: Bool { stamp?.isRacy == false }

  /// Returns whether both states are known to have the same contents, for versions from any connection of any process.
  ///
  /// If it returns `false`, nothing is known.
  public func provesSameContents(as earlier: SQLiteStoreVersion) -> Bool {
    guard let stamp, let others = earlier.stamp else { return false }
    return !stamp.isRacy && !others.isRacy && stamp.state == others.state
  }

  /// The SQLite version, whose functions a condition or a view can call.
  public static var library: String? { unsafe "SQLite \(String(cString: sqlite3_libversion()))" }
}

extension SQLiteStoreVersion: Hashable {
  /// Returns whether no commit lies between two versions.
  public static func == (left: SQLiteStoreVersion, right: SQLiteStoreVersion) -> Bool {
    left.identity == right.identity
  }

  /// Feeds the identity into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension SQLiteStoreVersion: CustomStringConvertible {
  /// The version as opaque text.
  public var description: String {
    switch identity {
    case .file(let device, let file, let commits, let opening):
      Self.text([device, file] + commits + [opening])
    case .counters(let counters): Self.text(counters.words)
    }
  }

  private static func text(_ words: [UInt64]) -> String {
    let bytes = words.lazy.flatMap { word in
      (0..<8).lazy.map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
    return String(bytes.stableHash, radix: 16)
  }
}

extension SQLiteCounters {
  fileprivate var words: [UInt64] {
    [connection] + [data, schema, commit].map { UInt64(bitPattern: $0) }
  }
}
