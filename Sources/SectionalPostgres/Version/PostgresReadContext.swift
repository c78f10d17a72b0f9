import Sectional
import SectionalSQL

/// A name as its bytes are: two spellings of one text are two names to a server.
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

/// What a read transaction sees: which transactions, and in which state the tables are that it will read.
struct PostgresReadContext: Sendable {
  /// A table or view, as the transaction sees it.
  struct Table: Sendable {
    let oid: UInt32
    /// The partitioned table at whose root it is; itself where there is none.
    let root: UInt32
    /// Whether its name means it without a schema.
    let isVisible: Bool
    let mayBeRead: Bool
    /// Whether the change log shows this user what it has of the table.
    let isLogShown: Bool
    /// Whether which of its rows are shown to this user depends on those rows alone, and all are its own or its partitions'.
    let hasRowsOfItsOwn: Bool
    /// Whether it is a table whose rows survive a crash, and all its partitions are.
    let isPermanent: Bool
    /// Moves with every change of its columns, its key, its triggers, its storage or its partitions.
    let stamp: String
  }

  private(set) var snapshot = ""
  private(set) var written: UInt64 = 0
  private(set) var isOnDisk = false
  /// When the server was started.
  private(set) var started = ""
  /// Whether the server only replays what another one does.
  private(set) var isStandby = false
  /// By the names that were asked for.
  private var tablesByName: [ExactName: Table] = [:]

  /// Returns a table by the name that was asked for; `nil` if there is none.
  func table(_ name: String) -> Table? { tablesByName[ExactName(name)] }

  /// Returns the same moment with how much had been written at an earlier one, if that saw the same of the same server.
  func dated(_ earlier: PostgresReadContext) -> PostgresReadContext {
    guard earlier.snapshot == snapshot, earlier.started == started else { return self }
    var dated = self
    dated.written = min(written, earlier.written)
    dated.isOnDisk = isOnDisk || earlier.isOnDisk
    return dated
  }

  /// Whether a change log is there, and this user may read it.
  func canRead(_ log: ChangeLogSchema) -> Bool {
    [log.entry, log.state].allSatisfy { table($0)?.mayBeRead == true }
  }

  /// Takes in a row of the answer to ``PostgresReadContext/beginning``, and to ``PostgresReadContext/question``.
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
    // The partitions' part begins with whether all of them are.
    let isPermanent = row.text(at: 15) == "t" && row.text(at: 14)?.hasPrefix("false") != true
    tablesByName[ExactName(name)] = Table(
      oid: oid, root: row.text(at: 2).flatMap { UInt32($0) } ?? oid,
      isVisible: row.text(at: 3) == "t", mayBeRead: row.text(at: 4) == "t",
      isLogShown: row.text(at: 5) == "t", hasRowsOfItsOwn: row.text(at: 6) == "t",
      isPermanent: isPermanent, stamp: "\(oid) \(stamp)")
  }

  /// The statement that takes the snapshot and finds out which server shows it.
  ///
  /// How much was written comes behind the snapshot, so that all it sees is on disk when that much is; and before anything
  /// else is read, because reading clears away what nobody sees any more, which is written too. Where a page of the writes
  /// ahead is full, the place for the next one is behind the next page's head.
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

  /// The statement that finds out the state of users' tables and of logs' tables by their names; it runs with every look at
  /// a server, behind the beginning.
  ///
  /// The rows of the system's tables are the transaction's view of them, and the numbers of the transactions that wrote
  /// these rows change with each change of them; neither a VACUUM that freezes nor ANALYZE changes them. Of a log's table
  /// policies and indexes count as well, which can be code.
  static let question = question(of: "$1", and: "$2")

  /// Returns the statement with the names of users' tables and of logs' tables in it, which are arrays.
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
  /// Returns the SQL that tells a column from what it was: the values of a user's type have other texts when what it
  /// lists or is made of, however deep, is renamed.
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
  /// Returns the version, of a server that is known.
  ///
  /// - Parameters:
  ///   - identity: Which server.
  ///   - losses: How many connections were lost so far.
  ///   - places: Where the change logs of tables are, by the tables' names.
  /// - Returns: The version; `nil` on a standby.
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
