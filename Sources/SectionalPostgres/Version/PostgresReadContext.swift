import Sectional
import SectionalSQL

/// A name compared by its bytes: equal strings with different bytes are two names to a server.
struct ExactName: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in right.withUTF8 { unsafe left.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// What a read transaction sees: which transactions, and the state of the tables that it will read.
struct PostgresReadContext: Sendable {
  /// A table or view, as the transaction sees it.
  struct Table: Sendable {
    /// The root of the table's partition tree, or the table itself if it isn't a partition.
    let root: UInt32
    /// Whether its name refers to it without a schema.
    let isVisible: Bool
    let mayBeRead: Bool
    /// Whether the change log shows this user its entries for the table.
    let isLogShown: Bool
    /// Whether all its rows belong to it or its partitions, and which of them this user sees depends on those rows
    /// alone.
    let hasRowsOfItsOwn: Bool
    /// Whether it and all its partitions are tables whose rows survive a crash.
    let isPermanent: Bool
    /// Whether it has neither partitions nor columns of user-defined types, so that the short question finds every fact
    /// about it.
    let isPlain: Bool
    /// Changes with every change of its columns, its key, its triggers, its storage or its partitions.
    let stamp: String
  }

  /// Which transactions the server shows, and which server it is.
  let server: PostgresServerState
  /// The tables, by their quoted names.
  private let tables: [ExactName: Table]
  /// Changes with every change of the functions, operators and casts that conditions and statements use.
  let functionStamps: [UInt32: String]

  init(
    server: PostgresServerState, tables: [ExactName: Table], functionStamps: [UInt32: String]
  ) {
    self.server = server
    self.tables = tables
    self.functionStamps = functionStamps
  }

  /// Returns a table by its quoted name, or `nil` if it doesn't exist.
  func table(_ name: String) -> Table? { tables[ExactName(name)] }

  /// Returns whether a change log exists and this user can read it.
  func canRead(_ log: ChangeLogSchema) -> Bool {
    log.readTables.allSatisfy { table($0)?.mayBeRead == true }
  }

  /// Returns this context for another amount that had been written, and whether that was on disk.
  func with(_ server: PostgresServerState) -> PostgresReadContext {
    PostgresReadContext(server: server, tables: tables, functionStamps: functionStamps)
  }

  /// Returns the version, for a server whose identity is known.
  ///
  /// - Parameters:
  ///   - identity: The identity of the server.
  ///   - settings: The session's settings, if they decide which rows are read.
  ///   - losses: The number of connections that have been lost so far.
  ///   - places: The positions of the tables' change logs, by table name.
  /// - Returns: The version, or `nil` on a standby.
  func version(
    of identity: String, settings: String, losses: Int, places: [String: ChangeLogPlace]
  ) -> PostgresStoreVersion? {
    guard !server.isStandby else { return nil }
    return PostgresSnapshot(server.snapshot).map { snapshot in
      PostgresStoreVersion(
        identity: identity, settings: settings, snapshot: snapshot, started: server.started,
        prepared: server.prepared,
        tables: Dictionary(tables.map { ($0.key.text, $0.value.stamp) }) { $0 + $1 },
        functions: functionStamps, places: places,
        losses: losses, written: server.written, isOnDisk: server.isOnDisk,
        isPermanent: tables.values.allSatisfy(\.isPermanent))
    }
  }
}

/// Which transactions a server shows, how much it has written, and when it was started.
struct PostgresServerState: Sendable, Hashable {
  /// The text of the snapshot.
  let snapshot: String
  /// Whether the server only replays another server's changes.
  let isStandby: Bool
  private(set) var written: UInt64
  private(set) var isOnDisk: Bool
  /// When the server was started or recovered from a crash, as ``startExpression`` tells.
  let started: String
  /// The transactions that were prepared before that and haven't ended.
  let prepared: Set<UInt32>

  /// The SQL for the moment in which the server was started, or recovered from a crash, which empties unlogged tables.
  ///
  /// If a single process of it crashes, the server recovers without being started again. It then discards its statistics, and says
  /// since when it has had new ones. Before version 15, asking for that takes too long.
  static var start: String {
    """
    GREATEST(pg_catalog.pg_postmaster_start_time(),
      CASE WHEN pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.>=) 150000
        THEN pg_catalog.pg_stat_get_bgwriter_stat_reset_time() END)
    """
  }

  /// The SQL for that moment as a number.
  static let startExpression =
    "pg_catalog.date_part('epoch', \(start))::pg_catalog.numeric(20, 6)"

  /// Parses the text that ``PostgresCatalogFacts`` asks for.
  init?(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, PostgresSnapshot(parts[0]) != nil else { return nil }
    snapshot = parts[0]
    isStandby = parts[1] == "t"
    written = UInt64(parts[2]) ?? 0
    isOnDisk = parts[3] == "t"
    started = parts[4]
    prepared = Set(parts[5].split(separator: ",").compactMap { UInt32($0) })
  }

  /// Returns this state with the amount that was written in an earlier one, if both are the same state of one server.
  func dated(_ earlier: PostgresServerState) -> PostgresServerState {
    guard earlier.snapshot == snapshot, earlier.started == started else { return self }
    var dated = self
    dated.written = min(written, earlier.written)
    dated.isOnDisk = isOnDisk || earlier.isOnDisk
    return dated
  }
}
