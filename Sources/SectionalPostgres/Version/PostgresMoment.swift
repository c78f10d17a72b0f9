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
struct PostgresMoment: Sendable {
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
  /// Whether the server only replays what another one does.
  private(set) var isStandby = false
  /// By the names that were asked for.
  private var tablesByName: [ExactName: Table] = [:]

  /// Returns a table by the name that was asked for; nothing where there is none.
  func table(_ name: String) -> Table? { tablesByName[ExactName(name)] }

  /// Whether there is a change log that this user may read.
  var hasReadableLog: Bool {
    [ChangeLogSchema.change, ChangeLogSchema.state].allSatisfy { table($0)?.mayBeRead == true }
  }

  /// Takes in a row of the answer to ``PostgresMoment/question``.
  mutating func take(_ row: PostgresResult) {
    snapshot = row.text(at: 0) ?? ""
    isStandby = row.text(at: 1) == "t"
    written = row.text(at: 2).flatMap { UInt64($0) } ?? 0
    isOnDisk = row.text(at: 3) == "t"
    guard let name = row.text(at: 4), let oid = row.text(at: 5).flatMap({ UInt32($0) }) else {
      return
    }
    let stamp = (10...18).map { row.text(at: $0) ?? "" }.joined(separator: " ")
    // The partitions' part begins with whether all of them are.
    let isPermanent = row.text(at: 19) == "t" && row.text(at: 18)?.hasPrefix("false") != true
    tablesByName[ExactName(name)] = Table(
      oid: oid, root: row.text(at: 6).flatMap { UInt32($0) } ?? oid,
      isVisible: row.text(at: 7) == "t", mayBeRead: row.text(at: 8) == "t",
      isLogShown: row.text(at: 9) == "t", hasRowsOfItsOwn: row.text(at: 10) == "t",
      isPermanent: isPermanent, stamp: "\(oid) \(stamp)")
  }

  /// The statement that finds it out, of names of tables; it runs with every look at a server.
  ///
  /// How much was written comes behind the snapshot, so that all it sees is on disk when that much is. The rows of the
  /// system's tables are the transaction's view of them, and the numbers of the transactions that wrote these rows change
  /// with each change of them; neither a VACUUM that freezes nor ANALYZE changes them. Of the log itself only its own row
  /// is looked at. Where a page of the writes ahead is full, the place for the next one is behind the next page's head.
  static let question = """
    SELECT pg_current_snapshot()::text, pg_is_in_recovery(),
      CASE WHEN pg_is_in_recovery() THEN 0 ELSE pg_current_wal_insert_lsn() - '0/0' END AS written,
      CASE WHEN NOT pg_is_in_recovery() THEN
        pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() <=
        CASE WHEN (pg_current_wal_flush_lsn() - '0/0') % 8192 = 0 THEN 40 ELSE 0 END END,
      named.name, class.oid, class.root, pg_table_is_visible(class.oid),
      has_table_privilege(class.oid, 'SELECT') AND (class.is_users OR class.relpersistence = 'p'),
      has_table_privilege(class.root, 'SELECT') AND NOT row_security_active(class.root),
      (class.relkind = 'p' OR (class.relkind = 'r' AND NOT class.relhassubclass))
        AND NOT row_security_active(class.oid),
      class.xmin, class.relfilenode,
      CASE WHEN class.is_users THEN ARRAY(SELECT \(column("a")) FROM pg_attribute a
        WHERE attrelid = class.oid AND attnum > 0) END,
      CASE WHEN class.is_users THEN
        ARRAY(SELECT xmin FROM pg_index WHERE indrelid = class.oid AND indisprimary)
        ELSE ARRAY(SELECT xmin FROM pg_policy WHERE polrelid = class.oid) END,
      CASE WHEN class.is_users THEN ARRAY(SELECT ARRAY[t.xmin, p.xmin] FROM pg_trigger t
        JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = class.oid AND NOT t.tgisinternal) END,
      (SELECT string_agg(srsubid || '.' || srrelid || '.' || xmin, ',') FROM pg_subscription_rel),
      (SELECT string_agg(xmin::text, ',') FROM pg_inherits WHERE inhrelid = class.oid),
      CASE WHEN class.relhassubclass OR class.relispartition THEN (
        WITH RECURSIVE tree(oid) AS (
          SELECT class.root UNION SELECT inhrelid FROM pg_inherits JOIN tree ON inhparent = tree.oid)
        SELECT bool_and(part.relpersistence = 'p' AND part.relkind IN ('r', 'p'))::text || ' ' ||
          string_agg(pg_catalog.concat_ws('.', part.oid, part.xmin, part.relfilenode,
          (SELECT string_agg(xmin::text, ',') FROM pg_inherits WHERE inhrelid = part.oid),
          (SELECT string_agg(t.xmin || '.' || p.xmin, ',') FROM pg_trigger t
            JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = part.oid AND NOT t.tgisinternal),
          (SELECT string_agg(\(column("a")), ',') FROM pg_attribute a WHERE attrelid = part.oid AND attnum > 0)
        ), ',' ORDER BY part.oid) FROM tree JOIN pg_class part USING (oid)) END,
      class.relpersistence = 'p' AND class.relkind IN ('r', 'p')
    FROM (SELECT) AS one LEFT JOIN ((
      SELECT name, name NOT IN ('\(ChangeLogSchema.change)', '\(ChangeLogSchema.state)') AS is_users
      FROM unnest($1::text[]) AS given(name)) AS named CROSS JOIN LATERAL (
      SELECT oid, xmin, relkind, relfilenode, relhassubclass, relispartition,
        coalesce(pg_catalog.pg_partition_root(oid::regclass), oid)::oid AS root, relpersistence, named.is_users
      FROM pg_class WHERE oid = CASE WHEN named.is_users
        OR has_schema_privilege(to_regnamespace('\(ChangeLogSchema.name)')::oid, 'USAGE')
        THEN to_regclass(named.name)::oid END OFFSET 0) AS class) ON true
    """
}

extension PostgresMoment {
  /// Returns the SQL that tells a column from what it was: the values of a user's type have other texts when what it
  /// lists or is made of is renamed.
  private static func column(_ name: String) -> String {
    """
    \(name).xmin::text || CASE WHEN \(name).atttypid < 16384 THEN '' ELSE coalesce((
      SELECT string_agg(pg_catalog.concat_ws('.', part.xmin,
        (SELECT string_agg(xmin::text, '.' ORDER BY oid) FROM pg_enum WHERE enumtypid = part.oid),
        (SELECT string_agg(xmin::text, '.' ORDER BY attnum) FROM pg_attribute WHERE attrelid = part.typrelid)
      ), '.' ORDER BY part.oid) FROM pg_type own
      JOIN pg_type part ON part.oid IN (own.oid, own.typelem, own.typbasetype) WHERE own.oid = \(name).atttypid
    ), '') END
    """
  }
}

extension PostgresMoment {
  /// Returns the version, of a server that is known.
  func version(of identity: String, losses: Int) -> PostgresVersion? {
    guard !isStandby else { return nil }
    return PostgresSnapshot(snapshot).map { snapshot in
      PostgresVersion(
        identity: identity, snapshot: snapshot,
        tables: Dictionary(tablesByName.map { ($0.text, $1.stamp) }) { $0 + $1 }, losses: losses,
        written: written, isOnDisk: isOnDisk,
        isPermanent: tablesByName.values.allSatisfy(\.isPermanent))
    }
  }
}
