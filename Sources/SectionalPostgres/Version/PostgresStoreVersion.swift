public import Sectional

/// A state of a PostgreSQL server: which transactions were visible, and the definitions of the tables that were read.
///
/// A standby has no versions, because its snapshots leave out running transactions.
public struct PostgresStoreVersion: StoreVersion {
  /// The server, timeline and database, and the user who reads.
  let identity: String
  /// The user's settings that decide which rows a condition or a statement means, if it contains one.
  let settings: String
  /// Which transactions were visible.
  let snapshot: PostgresSnapshot
  /// When the server was started.
  let started: String
  /// The transactions that were prepared before that and hadn't ended: a crash empties the change log of what they wrote.
  let prepared: Set<UInt32>
  /// The tables that were prepared to be read, with stamps that change if the tables or their triggers do.
  let tables: [String: String]
  /// Stamps of the users' functions, operators and casts that conditions and statements use, by object identifier.
  let functions: [UInt32: String]
  /// The positions of the tables' change logs, by table name.
  let places: [String: ChangeLogPlace]
  /// The number of connections that the store had lost.
  let losses: Int
  /// The amount written to the server's write-ahead log when the snapshot had been taken, in bytes.
  let written: UInt64
  /// Whether all of that was on disk; after a crash, a server assigns the numbers of lost transactions to others.
  private(set) var isOnDisk: Bool
  /// Whether the tables are of a kind that a crash or another server's writes leave unchanged.
  let isPermanent: Bool
}

extension PostgresStoreVersion: Hashable {
  /// Returns whether both states have the same contents.
  public static func == (left: PostgresStoreVersion, right: PostgresStoreVersion) -> Bool {
    left.identity == right.identity && left.snapshot == right.snapshot
      && left.started == right.started && left.losses == right.losses && left.tables == right.tables
      && left.places == right.places && left.settings == right.settings
      && left.functions == right.functions
  }

  /// Feeds some of what equality compares into the hasher.
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
  /// Returns whether this state is known to have the same contents as an earlier one, for versions from any store in
  /// any process.
  ///
  /// An earlier state that was not on disk may have been lost in a crash, and its transaction numbers assigned to other
  /// transactions. A server that was restarted may also have been restored to an earlier state, which only the marks of
  /// change logs reveal. Whether this state lasts doesn't matter: losing it later doesn't change what it shows.
  ///
  /// - Parameter other: The earlier state.
  /// - Returns: Whether the contents are the same; `false` if nothing is known.
  public func provesSameContents(as other: PostgresStoreVersion) -> Bool {
    isPermanent && other.isLasting && identity == other.identity && snapshot == other.snapshot
      && tables == other.tables && places == other.places && settings == other.settings
      && functions == other.functions
      && (started == other.started || isMarked)
  }

  /// Whether every table has a change log that distinguishes this history from others.
  private var isMarked: Bool {
    let logs = Set(tables.keys.filter(ChangeLogSchema.isTable))
    return !places.isEmpty && places.values.allSatisfy(\.isMarked)
      && Set(tables.keys).subtracting(logs) == Set(places.keys)
  }

  /// Whether the version means something to other processes too, even after the server is restarted.
  public var isLasting: Bool { isOnDisk && isPermanent }

  /// The same version, for use when everything that it shows is on disk.
  var onDisk: PostgresStoreVersion {
    var version = self
    version.isOnDisk = true
    return version
  }

  /// Returns whether the same tables and views were read, with the same definitions.
  func hasSameRelations(as earlier: PostgresStoreVersion) -> Bool {
    func relations(_ version: PostgresStoreVersion) -> [String: String] {
      version.tables.filter { !ChangeLogSchema.isTable($0.key) }
    }
    return relations(self) == relations(earlier)
  }

  /// Returns why entries logged since an earlier version can't be distinguished from those before it, or `nil` if they
  /// can.
  func gapReason(since earlier: PostgresStoreVersion) -> String? {
    guard identity == earlier.identity else { return "another server, timeline or user reads" }
    guard settings == earlier.settings else { return "the session's settings were changed" }
    guard functions == earlier.functions else { return "a function, operator or cast was replaced" }
    guard losses == earlier.losses || earlier.isOnDisk else {
      return "a connection was lost before everything that was read was on the server's disk"
    }
    guard earlier.prepared.isSubset(of: prepared) else {
      return
        "a transaction ended that was prepared before the server was started, and a crash may have emptied the log"
    }
    guard earlier.snapshot.next <= snapshot.next else {
      return "the server went back to an earlier state"
    }
    return nil
  }
}
