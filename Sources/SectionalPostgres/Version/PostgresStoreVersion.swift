import Sectional

/// A state of a PostgreSQL server: which transactions could be seen, and how the tables that were read were made.
///
/// There is none on a standby, whose snapshots leave running transactions out.
public struct PostgresStoreVersion: Codable, Sendable {
  /// Which server, timeline and database, and who reads.
  let identity: String
  /// Which transactions could be seen.
  let snapshot: PostgresSnapshot
  /// When the server was started.
  let started: String
  /// The tables that were prepared to be read, with what tells whether they or their triggers are still the same.
  let tables: [String: String]
  /// Where the change logs of tables are, by the tables' names.
  let places: [String: ChangeLogPlace]
  /// How many connections the store had lost.
  let losses: Int
  /// How much was written to the server's log of writes ahead when the snapshot had been taken, in bytes.
  let written: UInt64
  /// Whether all of that was on disk: after a crash a server gives the numbers of lost transactions to others.
  private(set) var isOnDisk: Bool
  /// Whether the tables are such that a crash or another server's writes leave them as they are.
  let isPermanent: Bool
}

extension PostgresStoreVersion: Hashable {
  /// Tells whether the contents of both states are the same.
  public static func == (left: PostgresStoreVersion, right: PostgresStoreVersion) -> Bool {
    left.identity == right.identity && left.snapshot == right.snapshot
      && left.started == right.started && left.losses == right.losses && left.tables == right.tables
      && left.places == right.places
  }

  /// Feeds what equality compares into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(snapshot)
    hasher.combine(losses)
  }
}

extension PostgresStoreVersion: CustomStringConvertible {
  /// The version as opaque text.
  public var description: String { "\(identity) \(snapshot) \(losses)" }
}

extension PostgresStoreVersion {
  /// Whether the contents of this state are known to be the same as those of an earlier one, for versions of any store in
  /// any process.
  ///
  /// An earlier state that was not on disk may have been lost in a crash, and its transaction numbers given to other
  /// transactions. A server that was started again may also have been restored to an earlier state before, which only the
  /// marks of change logs tell. Whether this state lasts doesn't matter: losing it later changes nothing of what it shows.
  ///
  /// - Parameter other: The earlier state.
  /// - Returns: Whether they are; false where nothing is known.
  public func provesSameContents(as other: PostgresStoreVersion) -> Bool {
    isPermanent && other.isLasting && identity == other.identity && snapshot == other.snapshot
      && tables == other.tables && places == other.places
      && (started == other.started || isMarked)
  }

  /// Whether every table has a change log that tells this history from others.
  private var isMarked: Bool {
    let logs = Set(tables.keys.filter(ChangeLogSchema.isTable))
    return !places.isEmpty && Set(tables.keys).subtracting(logs) == Set(places.keys)
  }

  /// Whether it means something to other processes too, also after the server was started again.
  var isLasting: Bool { isOnDisk && isPermanent }

  /// The same version, when all that it shows has come to be on disk.
  var onDisk: PostgresStoreVersion {
    var version = self
    version.isOnDisk = true
    return version
  }

  /// Says why what was logged since an earlier version can't be told apart from what was before it; nothing where it can.
  func gapReason(since earlier: PostgresStoreVersion) -> String? {
    guard identity == earlier.identity else { return "another server, timeline or user reads" }
    guard losses == earlier.losses || earlier.isOnDisk else {
      return "a connection was lost before the server had everything on disk that was read"
    }
    guard earlier.snapshot.next <= snapshot.next else {
      return "the server went back to an earlier state"
    }
    return nil
  }
}
