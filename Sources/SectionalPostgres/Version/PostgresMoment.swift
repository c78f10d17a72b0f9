import Sectional
import SectionalSQL

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
    /// Moves with every change of its columns, its key, its triggers, its storage or its partitions.
    let stamp: String
  }

  private(set) var snapshot = ""
  private(set) var written: UInt64 = 0
  private(set) var isOnDisk = false
  /// Whether the server only replays what another one does.
  private(set) var isStandby = false
  /// By the names that were asked for.
  private(set) var tables: [String: Table] = [:]

  /// Takes in a row of the answer to ``PostgresMoment/question``.
  mutating func take(_ row: PostgresResult) {
    snapshot = row.text(at: 0) ?? ""
    isStandby = row.text(at: 1) == "t"
    written = row.text(at: 2).flatMap { UInt64($0) } ?? 0
    isOnDisk = row.text(at: 3) == "t"
    guard let name = row.text(at: 4), let oid = row.text(at: 5).flatMap({ UInt32($0) }) else {
      return
    }
    let stamp = (10...17).map { row.text(at: $0) ?? "" }.joined(separator: " ")
    tables[name] = Table(
      oid: oid, root: row.text(at: 6).flatMap { UInt32($0) } ?? oid,
      isVisible: row.text(at: 7) == "t", mayBeRead: row.text(at: 8) == "t",
      isLogShown: row.text(at: 9) == "t", hasRowsOfItsOwn: row.text(at: 10) == "t",
      stamp: "\(oid) \(stamp)")
  }

  /// The statement that finds it out, of names of tables; it runs with every look at a server.
  ///
  /// How much was written comes behind the snapshot, so that all it sees is on disk when that much is. The rows of the
  /// system's tables are the transaction's view of them, and the numbers of the transactions that wrote these rows change
  /// with each change of them; neither a VACUUM that freezes nor ANALYZE changes them. Of the log itself only its own row
  /// is looked at.
  static let question = """
    SELECT pg_current_snapshot()::text, pg_is_in_recovery(),
      CASE WHEN pg_is_in_recovery() THEN 0 ELSE pg_current_wal_insert_lsn() - '0/0' END AS written,
      CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() END,
      named.name, class.oid, class.root, pg_table_is_visible(class.oid), has_table_privilege(class.oid, 'SELECT'),
      has_table_privilege(class.root, 'SELECT') AND NOT row_security_active(class.root),
      (class.relkind = 'p' OR (class.relkind = 'r' AND NOT class.relhassubclass))
        AND NOT row_security_active(class.oid),
      class.xmin, class.relfilenode,
      CASE WHEN class.is_users THEN
        ARRAY(SELECT xmin FROM pg_attribute WHERE attrelid = class.oid AND attnum > 0) END,
      CASE WHEN class.is_users THEN
        ARRAY(SELECT xmin FROM pg_index WHERE indrelid = class.oid AND indisprimary) END,
      CASE WHEN class.is_users THEN ARRAY(SELECT ARRAY[t.xmin, p.xmin] FROM pg_trigger t
        JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = class.oid AND NOT t.tgisinternal) END,
      (SELECT string_agg(srsubid || '.' || srrelid || '.' || xmin, ',') FROM pg_subscription_rel),
      CASE WHEN class.relhassubclass OR class.relispartition THEN (
        WITH RECURSIVE tree(oid) AS (
          SELECT class.root UNION SELECT inhrelid FROM pg_inherits JOIN tree ON inhparent = tree.oid)
        SELECT string_agg(concat_ws('.', part.oid, part.xmin, part.relfilenode,
          (SELECT string_agg(t.xmin || '.' || p.xmin, ',') FROM pg_trigger t
            JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = part.oid AND NOT t.tgisinternal),
          (SELECT string_agg(xmin::text, ',') FROM pg_attribute WHERE attrelid = part.oid AND attnum > 0)
        ), ',' ORDER BY part.oid) FROM tree JOIN pg_class part USING (oid)) END
    FROM (SELECT) AS one LEFT JOIN (unnest($1::text[]) AS named(name) CROSS JOIN LATERAL (
      SELECT oid, xmin, relkind, relfilenode, relhassubclass, relispartition,
        coalesce(pg_partition_root(oid), oid)::oid AS root, named.name <> '\(ChangeLogSchema.change)' AS is_users
      FROM pg_class WHERE oid = to_regclass(named.name)::oid OFFSET 0) AS class) ON true
    """
}

extension PostgresMoment {
  /// Returns the version, of a server that is known.
  func version(of identity: String, losses: Int) -> PostgresVersion? {
    guard !isStandby else { return nil }
    return PostgresSnapshot(snapshot).map { snapshot in
      PostgresVersion(
        identity: identity, snapshot: snapshot, tables: tables.mapValues(\.stamp), losses: losses,
        written: written, isOnDisk: isOnDisk)
    }
  }
}
