import Sectional
import SectionalSQL

/// The statements that read ``PostgresCatalogFacts``.
///
/// Each row is a fact: a table's or function's object identifier, the kind of fact, up to two transaction numbers, and
/// text. They take the transaction's snapshot.
struct PostgresCatalogQuestion: Sendable {
  private static let equal = PostgresCatalog.equal

  /// Finds every fact about tables that are ``PostgresReadContext/Table/isPlain``, and which tables are not; `$1` is an
  /// array of their object identifiers.
  static let short = PostgresCatalogQuestion(plainFacts)

  /// Finds every fact about any tables and views, and about functions and operators, whose object identifiers are `$2`; the
  /// identifier 0 stands for all users' casts.
  static let long = PostgresCatalogQuestion(
    plainFacts + [functions, operators, casts, types, trees, permanence],
    tree: """
      RECURSIVE tree(oid, part) AS (
        SELECT c.oid, COALESCE(pg_catalog.pg_partition_root(c.oid::pg_catalog.regclass)::pg_catalog.oid, c.oid)
        FROM pg_catalog.pg_class c WHERE c.oid \(equal) ANY ($1::pg_catalog.oid[])
          AND (c.relhassubclass OR c.relispartition)
        UNION SELECT tree.oid, i.inhrelid FROM pg_catalog.pg_inherits i JOIN tree ON i.inhparent \(equal) tree.part),
      """, hasFunctions: true)

  private static let plainFacts = [
    relations, columns, indexes, triggers, policies, rules, statistics, subscriptions,
  ]

  /// The statement that returns the server's state, the facts, and a listing of the facts: the same text means the same facts.
  ///
  /// Rights are what they are when they are asked for, not what they were when the snapshot was taken, so each is asked for
  /// once.
  let facts: String
  /// The statement that returns the server's state if the listing still is the text in the last placeholder; it fails if not.
  let unaltered: String

  private init(_ facts: [String], tree: String = "", hasFunctions: Bool = false) {
    let all = """
      WITH \(tree) fact(oid, kind, first, second, text) AS MATERIALIZED (
        \(facts.joined(separator: "\nUNION ALL ")))
      """
    let listing = """
      SELECT COALESCE(pg_catalog.string_agg(listed.fact, ',' ORDER BY listed.fact COLLATE pg_catalog."C"), '') FROM (
        SELECT pg_catalog.concat_ws('.', fact.kind, fact.oid, fact.first, fact.second, fact.text) FROM fact) AS listed(fact)
      """
    self.facts = """
      \(all)
      \(PostgresCatalogQuestion.server)
      UNION ALL SELECT fact.oid, fact.kind, fact.first, fact.second, fact.text FROM fact
      UNION ALL SELECT 0::pg_catalog.oid, 'L', NULL, NULL, (\(listing))
      """
    unaltered = """
      \(PostgresCatalogQuestion.server), 1 OPERATOR(pg_catalog./) CASE WHEN (\(all) \(listing)) COLLATE pg_catalog."C"
        \(PostgresCatalogQuestion.equal) $\(hasFunctions ? 3 : 2)::pg_catalog.text THEN 1 ELSE 0 END
      """
  }

  /// Determines which server answers and which transactions it shows.
  ///
  /// It comes first, and in it the snapshot, so that everything the snapshot sees is on disk once the amount written is.
  /// Reading cleans up rows that nobody can see anymore, and that is written too. If a page of the write-ahead log is
  /// full, the next insert position comes after the header of the next page.
  private static let server = """
    SELECT 0::pg_catalog.oid, 'S'::pg_catalog."char", NULL::pg_catalog.xid, NULL::pg_catalog.xid,
      pg_catalog.concat_ws('|', pg_catalog.pg_current_snapshot(), pg_catalog.pg_is_in_recovery(),
      CASE WHEN pg_catalog.pg_is_in_recovery() THEN 0
        ELSE pg_catalog.pg_current_wal_insert_lsn() OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn END,
      CASE WHEN pg_catalog.pg_is_in_recovery() THEN false ELSE
        (pg_catalog.pg_current_wal_insert_lsn() OPERATOR(pg_catalog.-) pg_catalog.pg_current_wal_flush_lsn())
        OPERATOR(pg_catalog.<=) CASE WHEN ((pg_catalog.pg_current_wal_flush_lsn() OPERATOR(pg_catalog.-)
          '0/0'::pg_catalog.pg_lsn) OPERATOR(pg_catalog.%) 8192::numeric) \(equal) 0::numeric
          THEN 40::numeric ELSE 0::numeric END END,
      \(PostgresServerState.startExpression), \(prepared))
    """

  /// The transactions of this database that were prepared before the server was started or recovered, and haven't ended.
  private static let prepared = """
    CASE WHEN pg_catalog.current_setting('max_prepared_transactions') \(equal) '0' THEN '' ELSE COALESCE((
      SELECT pg_catalog.string_agg(x.transaction::pg_catalog.text, ',' ORDER BY x.transaction::pg_catalog.text)
      FROM pg_catalog.pg_prepared_xact() AS x WHERE x.prepared OPERATOR(pg_catalog.<) \(PostgresServerState.start)
        AND x.dbid \(equal) (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname \(equal) pg_catalog.current_database())
    ), '') END
    """

  /// The flags are whether the name alone refers to it, whether this user may read it and use its
  /// schema, whether policies apply, whether it has children, is a partition, and is permanent; then, for a partition,
  /// whether this user may read the root and use its schema, and whether policies apply to it.
  private static let relations = """
    SELECT c.oid, 'c'::pg_catalog."char", c.xmin, n.xmin, pg_catalog.concat_ws('|', c.relfilenode, c.relkind,
      pg_catalog.pg_table_is_visible(c.oid),
      pg_catalog.has_table_privilege(c.oid, 'SELECT') AND pg_catalog.has_schema_privilege(n.oid, 'USAGE'),
      pg_catalog.row_security_active(c.oid), c.relhassubclass, c.relispartition, c.relpersistence \(equal) 'p',
      CASE WHEN c.relispartition THEN pg_catalog.concat_ws('|',
        COALESCE(pg_catalog.pg_partition_root(c.oid::pg_catalog.regclass)::pg_catalog.oid, c.oid),
        pg_catalog.has_table_privilege(pg_catalog.pg_partition_root(c.oid::pg_catalog.regclass), 'SELECT')
          AND (SELECT pg_catalog.has_schema_privilege(r.relnamespace, 'USAGE') FROM pg_catalog.pg_class r
            WHERE r.oid \(equal) pg_catalog.pg_partition_root(c.oid::pg_catalog.regclass)::pg_catalog.oid),
        pg_catalog.row_security_active(pg_catalog.pg_partition_root(c.oid::pg_catalog.regclass)::pg_catalog.oid))
      ELSE '||' END, pg_catalog.current_setting('row_security'),
      pg_catalog.format('%I.%I', n.nspname, c.relname))
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid \(equal) c.relnamespace
    WHERE c.oid \(equal) ANY ($1::pg_catalog.oid[])
    """

  /// The text says whether the type is a user-defined one.
  private static let columns = """
    SELECT a.attrelid, 'a', a.xmin, NULL,
      (a.atttypid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid)::pg_catalog.text
    FROM pg_catalog.pg_attribute a
    WHERE a.attrelid \(equal) ANY ($1::pg_catalog.oid[]) AND a.attnum OPERATOR(pg_catalog.>) 0
    """

  private static let indexes = """
    SELECT i.indrelid, CASE WHEN i.indisprimary THEN 'k'::pg_catalog."char" ELSE 'i' END, i.xmin, NULL, NULL
    FROM pg_catalog.pg_index i WHERE i.indrelid \(equal) ANY ($1::pg_catalog.oid[])
    """

  private static let triggers = """
    SELECT t.tgrelid, 't', t.xmin, p.xmin, NULL FROM pg_catalog.pg_trigger t
    JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid
    WHERE t.tgrelid \(equal) ANY ($1::pg_catalog.oid[]) AND NOT t.tgisinternal
    """

  private static let policies = """
    SELECT p.polrelid, 'p', p.xmin, NULL, NULL FROM pg_catalog.pg_policy p
    WHERE p.polrelid \(equal) ANY ($1::pg_catalog.oid[])
    """

  /// A view's definition is a rule.
  private static let rules = """
    SELECT r.ev_class, 'r', r.xmin, NULL, NULL FROM pg_catalog.pg_rewrite r
    WHERE r.ev_class \(equal) ANY ($1::pg_catalog.oid[])
    """

  /// Planning a statement evaluates what is constant in the expressions of extended statistics.
  private static let statistics = """
    SELECT s.stxrelid, 'e', s.xmin, NULL, NULL FROM pg_catalog.pg_statistic_ext s
    WHERE s.stxrelid \(equal) ANY ($1::pg_catalog.oid[])
    """

  /// Another server's changes, which a subscription applies, don't fire the log's triggers.
  private static let subscriptions = """
    SELECT s.srrelid, 's', s.xmin, NULL, NULL FROM pg_catalog.pg_subscription_rel s
    WHERE s.srrelid \(equal) ANY ($1::pg_catalog.oid[])
    """

  /// With users' functions of the same name and their schemas, because another one can be meant by the same SQL.
  private static let functions = """
    SELECT p.oid, 'f', p.xmin, NULL, (
      SELECT pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws('.', s.oid, s.xmin, n.nspname), ',' ORDER BY s.oid))
      FROM pg_catalog.pg_proc s JOIN pg_catalog.pg_namespace n ON n.oid \(equal) s.pronamespace
      WHERE s.proname \(equal) p.proname
        AND s.oid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid)
    FROM pg_catalog.pg_proc p WHERE p.oid \(equal) ANY ($2::pg_catalog.oid[])
    """

  private static let operators = """
    SELECT o.oid, 'o', o.xmin, NULL, (
      SELECT pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws('.', s.oid, s.xmin, n.nspname), ',' ORDER BY s.oid))
      FROM pg_catalog.pg_operator s JOIN pg_catalog.pg_namespace n ON n.oid \(equal) s.oprnamespace
      WHERE s.oprname \(equal) o.oprname
        AND s.oid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid)
    FROM pg_catalog.pg_operator o WHERE o.oid \(equal) ANY ($2::pg_catalog.oid[])
    """

  /// A parsed statement doesn't say which cast it contains, only the cast's function.
  private static let casts = """
    SELECT 0::pg_catalog.oid, 'x', NULL, NULL,
      pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws('.', x.oid, x.xmin), ',' ORDER BY x.oid))
    FROM pg_catalog.pg_cast x WHERE x.oid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid
    HAVING 0::pg_catalog.oid \(equal) ANY ($2::pg_catalog.oid[])
    """

  /// The values of a user-defined type have other text after a label or a part of it, at any depth, is renamed.
  private static let types = """
    SELECT a.attrelid, 'y', NULL, NULL, (
      SELECT pg_catalog.string_agg(pg_catalog.concat_ws('.', t.xmin,
        (SELECT pg_catalog.string_agg(e.xmin::pg_catalog.text, '.' ORDER BY e.oid) FROM pg_catalog.pg_enum e
          WHERE e.enumtypid \(equal) t.oid),
        (SELECT pg_catalog.string_agg(m.xmin::pg_catalog.text, '.' ORDER BY m.attnum) FROM pg_catalog.pg_attribute m
          WHERE m.attrelid \(equal) t.typrelid)
      ), '.' ORDER BY t.oid) FROM \(PostgresCatalog.parts(of: "a.atttypid")) AS part
      JOIN pg_catalog.pg_type t ON t.oid \(equal) part.oid)
    FROM pg_catalog.pg_attribute a
    WHERE a.attrelid \(equal) ANY ($1::pg_catalog.oid[]) AND a.attnum OPERATOR(pg_catalog.>) 0
      AND a.atttypid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid
    """

  /// The partitions and children, as a digest, because there can be thousands.
  private static let trees = """
    SELECT tree.oid, 'T', NULL, NULL, pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws('.',
      part.oid, part.xmin, part.relfilenode,
      (SELECT pg_catalog.string_agg(i.xmin::pg_catalog.text, ',' ORDER BY i.xmin::pg_catalog.text)
        FROM pg_catalog.pg_inherits i WHERE i.inhrelid \(equal) part.oid),
      (SELECT pg_catalog.string_agg(pg_catalog.concat_ws('.', t.xmin, p.xmin), ',' ORDER BY t.oid)
        FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid
        WHERE t.tgrelid \(equal) part.oid AND NOT t.tgisinternal),
      (SELECT pg_catalog.string_agg(s.xmin::pg_catalog.text, ',' ORDER BY s.srsubid)
        FROM pg_catalog.pg_subscription_rel s WHERE s.srrelid \(equal) part.oid),
      (SELECT pg_catalog.string_agg(a.xmin::pg_catalog.text, ',' ORDER BY a.attnum) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid \(equal) part.oid AND a.attnum OPERATOR(pg_catalog.>) 0)
    ), ',' ORDER BY part.oid))
    FROM tree JOIN pg_catalog.pg_class part ON part.oid \(equal) tree.part GROUP BY tree.oid
    """

  private static let permanence = """
    SELECT tree.oid, 'P', NULL, NULL, pg_catalog.left(pg_catalog.bool_and(part.relpersistence \(equal) 'p'
      AND part.relkind \(equal) ANY ('{r,p}'::pg_catalog."char"[]))::pg_catalog.text, 1)
    FROM tree JOIN pg_catalog.pg_class part ON part.oid \(equal) tree.part GROUP BY tree.oid
    """
}
