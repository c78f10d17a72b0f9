import Sectional
import SectionalSQL

/// A name compared by its bytes: equal strings with different bytes are two names to a server.
struct ExactName: Hashable {
  let text: String
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  static func == (left: ExactName, right: ExactName) -> Bool { left.bytes == right.bytes }
  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// What a read transaction sees: which transactions, and the state of the tables that it will read.
struct PostgresReadContext: Sendable {
  /// A table or view, as the transaction sees it.
  struct Table: Sendable {
    let oid: UInt32
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
    /// Changes with every change of its columns, its key, its triggers, its storage or its partitions.
    let stamp: String
  }

  private(set) var snapshot = ""
  private(set) var written: UInt64 = 0
  private(set) var isOnDisk = false
  /// When the server was started.
  private(set) var started = ""
  /// Whether the server only replays another server's changes.
  private(set) var isStandby = false
  /// The tables, by the names that were requested.
  private var tablesByName: [ExactName: Table] = [:]

  /// Returns a table by the name that was requested, or `nil` if it doesn't exist.
  func table(_ name: String) -> Table? { tablesByName[ExactName(name)] }

  /// Returns this context with the amount that was written in an earlier one, if both see the same state of one server.
  func dated(_ earlier: PostgresReadContext) -> PostgresReadContext {
    guard earlier.snapshot == snapshot, earlier.started == started else { return self }
    var dated = self
    dated.written = min(written, earlier.written)
    dated.isOnDisk = isOnDisk || earlier.isOnDisk
    return dated
  }

  /// Returns whether a change log exists and this user can read it.
  func canRead(_ log: ChangeLogSchema) -> Bool {
    [log.entry, log.state].allSatisfy { table($0)?.mayBeRead == true }
  }

  /// Adds a row from the results of ``PostgresReadContext/beginning`` and ``PostgresReadContext/question``.
  mutating func take(_ row: PostgresResult) {
    if snapshot.isEmpty { takeServer(row) } else { takeTable(row) }
  }

  private mutating func takeServer(_ row: PostgresResult) {
    snapshot = row.text(at: 0) ?? ""
    isStandby = row.text(at: 1) == "t"
    written = row.text(at: 2).flatMap { UInt64($0) } ?? 0
    isOnDisk = row.text(at: 3) == "t"
    started = row.text(at: 4) ?? ""
  }

  private mutating func takeTable(_ row: PostgresResult) {
    guard let name = row.text(at: 0), let oid = row.text(at: 1).flatMap({ UInt32($0) }) else {
      return
    }
    let stamp = (6...14).map { row.text(at: $0) ?? "" }.joined(separator: " ")
    // The partitions' part begins with whether all of them are permanent.
    let isPermanent = row.text(at: 15) == "t" && row.text(at: 14)?.hasPrefix("false") != true
    tablesByName[ExactName(name)] = Table(
      oid: oid, root: row.text(at: 2).flatMap { UInt32($0) } ?? oid,
      isVisible: row.text(at: 3) == "t", mayBeRead: row.text(at: 4) == "t",
      isLogShown: row.text(at: 5) == "t", hasRowsOfItsOwn: row.text(at: 6) == "t",
      isPermanent: isPermanent, stamp: "\(oid) \(stamp)")
  }

  /// The statement that takes the snapshot and determines which server provides it.
  ///
  /// The amount written is read after the snapshot, so that everything the snapshot sees is on disk once that amount
  /// is. It is read before anything else, because reading cleans up rows that nobody can see anymore, and that is
  /// written too. If a page of the write-ahead log is full, the next insert position comes after the header of the next
  /// page.
  static let beginning = """
    SELECT pg_catalog.pg_current_snapshot()::pg_catalog.text, pg_catalog.pg_is_in_recovery(),
      CASE WHEN pg_catalog.pg_is_in_recovery() THEN 0
        ELSE pg_catalog.pg_current_wal_insert_lsn() OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn END AS written,
      CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN
        (pg_catalog.pg_current_wal_insert_lsn() OPERATOR(pg_catalog.-) pg_catalog.pg_current_wal_flush_lsn())
        OPERATOR(pg_catalog.<=) CASE WHEN ((pg_catalog.pg_current_wal_flush_lsn() OPERATOR(pg_catalog.-)
          '0/0'::pg_catalog.pg_lsn) OPERATOR(pg_catalog.%) 8192::numeric) \(equal) 0::numeric
          THEN 40::numeric ELSE 0::numeric END END,
      pg_catalog.pg_postmaster_start_time()::pg_catalog.text
    """

  /// The statement that determines the state of users' tables and of logs' tables by their names.
  ///
  /// It runs with every check of a server, after the beginning.
  ///
  /// The rows of the system catalogs are read as the transaction sees them, and the transaction numbers (`xmin`) in
  /// these rows change with each change of them; neither a freezing VACUUM nor ANALYZE changes them. For a log's table,
  /// policies and indexes count as well, because they can be code.
  static let question = question(of: "$1", and: "$2")

  /// Returns the statement with the given arrays of the names of users' tables and of logs' tables.
  static func question(of names: String, and logs: String) -> String {
    """
    SELECT named.name, class.oid, class.root, pg_catalog.pg_table_is_visible(class.oid),
      pg_catalog.has_table_privilege(class.oid, 'SELECT')
        AND (class.is_users OR (class.relpersistence \(equal) 'p'
          AND \(PostgresCatalog.showsRows(of: "class.oid")))),
      pg_catalog.has_table_privilege(class.root, 'SELECT') AND NOT pg_catalog.row_security_active(class.root),
      (class.relkind \(equal) 'p' OR (class.relkind \(equal) 'r' AND NOT class.relhassubclass))
        AND NOT pg_catalog.row_security_active(class.oid),
      class.xmin, class.relfilenode,
      ARRAY(SELECT \(column("a")) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid \(equal) class.oid AND a.attnum OPERATOR(pg_catalog.>) 0),
      CASE WHEN class.is_users THEN
        ARRAY(SELECT i.xmin FROM pg_catalog.pg_index i WHERE i.indrelid \(equal) class.oid AND i.indisprimary)
        ELSE ARRAY(SELECT p.xmin FROM pg_catalog.pg_policy p WHERE p.polrelid \(equal) class.oid
          UNION ALL SELECT i.xmin FROM pg_catalog.pg_index i WHERE i.indrelid \(equal) class.oid
          UNION ALL SELECT n.xmin FROM pg_catalog.pg_namespace n WHERE n.oid \(equal) class.relnamespace) END,
      ARRAY(SELECT ARRAY[t.xmin, p.xmin] FROM pg_catalog.pg_trigger t
        JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid
        WHERE t.tgrelid \(equal) class.oid AND NOT t.tgisinternal),
      (SELECT pg_catalog.string_agg(pg_catalog.concat_ws('.', s.srsubid, s.srrelid, s.xmin), ',')
        FROM pg_catalog.pg_subscription_rel s),
      (SELECT pg_catalog.string_agg(i.xmin::pg_catalog.text, ',') FROM pg_catalog.pg_inherits i
        WHERE i.inhrelid \(equal) class.oid),
      CASE WHEN class.relhassubclass OR class.relispartition THEN (
        WITH RECURSIVE tree(oid) AS (SELECT class.root
          UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN tree ON i.inhparent \(equal) tree.oid)
        SELECT pg_catalog.concat_ws(' ', pg_catalog.bool_and(part.relpersistence \(equal) 'p'
          AND part.relkind \(equal) ANY ('{r,p}'::pg_catalog."char"[]))::pg_catalog.text,
          pg_catalog.string_agg(pg_catalog.concat_ws('.', part.oid, part.xmin, part.relfilenode,
          (SELECT pg_catalog.string_agg(i.xmin::pg_catalog.text, ',') FROM pg_catalog.pg_inherits i
            WHERE i.inhrelid \(equal) part.oid),
          (SELECT pg_catalog.string_agg(pg_catalog.concat_ws('.', t.xmin, p.xmin), ',')
            FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid
            WHERE t.tgrelid \(equal) part.oid AND NOT t.tgisinternal),
          (SELECT pg_catalog.string_agg(\(column("a")), ',') FROM pg_catalog.pg_attribute a
            WHERE a.attrelid \(equal) part.oid AND a.attnum OPERATOR(pg_catalog.>) 0)
        ), ',' ORDER BY part.oid)) FROM tree JOIN pg_catalog.pg_class part ON part.oid \(equal) tree.oid) END,
      class.relpersistence \(equal) 'p' AND class.relkind \(equal) ANY ('{r,p}'::pg_catalog."char"[])
    FROM (SELECT given.name, true AS is_users FROM pg_catalog.unnest(\(names)) AS given(name)
      UNION ALL SELECT given.name, false FROM pg_catalog.unnest(\(logs)) AS given(name)) AS named CROSS JOIN LATERAL (
      SELECT c.oid, c.xmin, c.relkind, c.relfilenode, c.relhassubclass, c.relispartition, c.relnamespace,
        COALESCE(pg_catalog.pg_partition_root(c.oid::pg_catalog.regclass)::pg_catalog.oid, c.oid) AS root,
        c.relpersistence, named.is_users
      FROM pg_catalog.pg_class c WHERE c.oid \(equal) pg_catalog.to_regclass(named.name)::pg_catalog.oid
      OFFSET 0) AS class
    """
  }

  private static let equal = PostgresCatalog.equal
}

extension PostgresReadContext {
  /// Returns the SQL for a text that changes when a column changes: the values of a user-defined type have other text
  /// after a label or a part of it, at any depth, is renamed.
  private static func column(_ name: String) -> String {
    """
    pg_catalog.concat_ws('', \(name).xmin,
      CASE WHEN \(name).atttypid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid THEN (
        SELECT pg_catalog.string_agg(pg_catalog.concat_ws('.', t.xmin,
          (SELECT pg_catalog.string_agg(e.xmin::pg_catalog.text, '.' ORDER BY e.oid) FROM pg_catalog.pg_enum e
            WHERE e.enumtypid \(equal) t.oid),
          (SELECT pg_catalog.string_agg(m.xmin::pg_catalog.text, '.' ORDER BY m.attnum) FROM pg_catalog.pg_attribute m
            WHERE m.attrelid \(equal) t.typrelid)
        ), '.' ORDER BY t.oid) FROM \(PostgresCatalog.parts(of: name + ".atttypid")) AS part
        JOIN pg_catalog.pg_type t ON t.oid \(equal) part.oid) END)
    """
  }
}

extension PostgresReadContext {
  /// Returns the version, for a server whose identity is known.
  ///
  /// - Parameters:
  ///   - identity: The identity of the server.
  ///   - losses: The number of connections that have been lost so far.
  ///   - places: The positions of the tables' change logs, by table name.
  /// - Returns: The version, or `nil` on a standby.
  func version(
    of identity: String, losses: Int, places: [String: ChangeLogPlace]
  ) -> PostgresStoreVersion? {
    guard !isStandby else { return nil }
    return PostgresSnapshot(snapshot).map { snapshot in
      PostgresStoreVersion(
        identity: identity, snapshot: snapshot, started: started,
        tables: Dictionary(tablesByName.map { ($0.text, $1.stamp) }) { $0 + $1 }, places: places,
        losses: losses, written: written, isOnDisk: isOnDisk,
        isPermanent: tablesByName.values.allSatisfy(\.isPermanent))
    }
  }
}
