import SectionalSQL

/// The schema in a user's database that holds the change log of one owner's tables: a row for each statement that changed
/// rows.
///
/// Everything in it belongs to the owner of the tables, and nobody else can add to it or write into it. So it asks nobody
/// for trust that the tables don't: whoever reads or writes a table can be made to run its owner's code by PostgreSQL
/// itself, through triggers and the expressions of indexes.
///
/// Its rows tell which transaction wrote them and nothing of an order, because transactions commit in another order than
/// they begin. The number is for pruning alone.
struct ChangeLogSchema: Hashable, Sendable {
  /// What begins the name of each.
  ///
  /// It isn't `sectional`: a role of that name would find its own tables there.
  static let prefix = "sectional_log_"
  /// The name of the one schema that earlier versions put everybody's log into.
  static let oldName = "sectional_log"
  /// How many rows are kept at least, unless they are very large.
  static let kept = 100_000
  /// How many rows are kept at least where they are very large.
  private static let keptOfLarge = 10_000
  /// Of how many statements one looks for what can be pruned: a prime, so that no clock's steps are all hits.
  static let pruningChance = 997
  /// How many rows it deletes at most, a tenth of them where they are large.
  static let prunedAtOnce = 5000
  /// From which size of the table on its rows are taken to be very large.
  private static let mostBytes = 64 << 20

  /// The schema's name as it is.
  let name: String

  /// The name, quoted.
  var text: String { QuotedIdentifier.quoted(name) }
  /// The table that triggers append to.
  var entry: String { "\(text).entry" }
  /// The table that tells how far the other one reaches back.
  var state: String { "\(text).state" }
  /// The function that deletes old rows.
  var prune: String { "\(text).prune" }

  /// Tells whether a quoted name is that of a log's table.
  static func isTable(_ name: String) -> Bool {
    name.hasPrefix(prefix) || name.hasPrefix("\"\(prefix)")
  }

  /// Returns names for the schema of an owner, the best one first; the server has room for 63 bytes.
  static func names(for owner: String) -> [String] {
    var shown = owner
    while shown.utf8.count > 45 { shown.removeLast() }
    return (1...20).map { "\(prefix)\(shown)\($0 == 1 ? "" : "_\($0)")" }
  }

  /// The statement that removes it, unless there is something in it, or depends on it, that somebody else made.
  var removal: String {
    let tables = name == ChangeLogSchema.oldName ? "\(text).change, \(state)" : "\(entry), \(state)"
    return block(
      """
      DECLARE
        unused record;
      BEGIN
        FOR unused IN
          SELECT pg_catalog.format('%I.%I()', n.nspname, p.proname) AS name FROM pg_catalog.pg_proc p
          JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) p.pronamespace
          WHERE n.nspname \(PostgresCatalog.equal) \(PostgresArray.constant(name))
            AND p.prorettype \(PostgresCatalog.equal) 'pg_catalog.trigger'::pg_catalog.regtype
            AND p.proname OPERATOR(pg_catalog.~) '^(insert|update|delete|truncate|move)[0-9]*_'
        LOOP
          EXECUTE pg_catalog.format('DROP FUNCTION %s', unused.name);
        END LOOP;
        DROP TABLE IF EXISTS \(tables);
        DROP FUNCTION IF EXISTS \(prune)(bigint);
        DROP SCHEMA \(text);
      EXCEPTION WHEN dependent_objects_still_exist THEN
        NULL;
      END
      """)
  }

  /// Returns the statements that make its tables.
  ///
  /// - Parameters:
  ///   - owner: Whose it is to be.
  ///   - exists: Whether there is an empty schema of that name already.
  /// - Returns: Statements to be run in their order.
  func statements(owner: String, exists: Bool) -> [String] {
    let quoted = QuotedIdentifier.quoted(owner)
    let schema = exists ? [] : ["CREATE SCHEMA \(text) AUTHORIZATION \(quoted)"]
    let tables = [
      """
      CREATE TABLE \(entry)(number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, rel pg_catalog.oid NOT NULL, \
      xid pg_catalog.xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(), op pg_catalog."char" NOT NULL, \
      columns bigint, keys pg_catalog.text[], mark pg_catalog.uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid())
      """,
      "CREATE INDEX entry_rel_xid_number ON \(entry)(rel, xid, number)",
      """
      CREATE TABLE \(state)(only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), \
      pruned_below pg_catalog.xid8 NOT NULL, mark pg_catalog.uuid NOT NULL)
      """,
      "INSERT INTO \(state)(pruned_below, mark) VALUES ('0', pg_catalog.gen_random_uuid())",
      "ALTER TABLE \(entry) ENABLE ROW LEVEL SECURITY",
      policy,
      "ALTER TABLE \(entry) OWNER TO \(quoted)",
      "ALTER TABLE \(state) OWNER TO \(quoted)",
    ]
    return schema + tables + pruningStatements(owner: owner)
  }

  /// Returns the statements that make the function that prunes it.
  func pruningStatements(owner: String) -> [String] {
    [
      "DROP FUNCTION IF EXISTS \(prune)(bigint)", pruning,
      "ALTER FUNCTION \(prune)(bigint) OWNER TO \(QuotedIdentifier.quoted(owner))",
    ]
  }

  /// The statement that shows entries to whom the tables' rows are shown.
  ///
  /// Whoever may read a table may read which of its rows changed, and nothing of other tables. A role to which some rows of
  /// the table are hidden sees nothing of it. In a database that was made from a dump, where other tables can have the
  /// numbers of the entries' tables, nothing is shown: the log's own table has another number there.
  private var policy: String {
    block(
      """
      BEGIN EXECUTE pg_catalog.format('CREATE POLICY readers ON %s FOR SELECT USING (\
      pg_catalog.has_table_privilege(rel, ''SELECT'') AND NOT pg_catalog.row_security_active(rel) \
      AND tableoid OPERATOR(pg_catalog.=) %s::pg_catalog.oid)', \(PostgresArray.constant(entry)), \
      \(PostgresArray.constant(entry))::pg_catalog.regclass::pg_catalog.oid); END
      """)
  }

  /// Returns the statement that runs a program.
  private func block(_ program: String) -> String {
    "DO \(PostgresArray.dollarQuoted(program))"
  }

  /// The function that deletes old rows, so many at once.
  ///
  /// It waits for nobody: one transaction prunes at a time, which a lock decides that only the owner can take, and it
  /// deletes only rows that every transaction has seen. What goes wrong is left to the next time, because a user's
  /// statement may be waiting for it, which is why it does little at a time and counts nothing. In a `SERIALIZABLE`
  /// transaction the deletion could make that statement fail.
  private var pruning: String {
    """
    CREATE OR REPLACE FUNCTION \(prune)(at_once bigint DEFAULT 10000000) RETURNS void LANGUAGE plpgsql \
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET row_security = on \
    AS \(PostgresArray.dollarQuoted(pruningBody))
    """
  }

  /// What the function that prunes does.
  var pruningBody: String {
    """

    DECLARE
      is_large boolean := pg_table_size(\(PostgresArray.constant(entry))) > \(ChangeLogSchema.mostBytes);
      kept bigint := CASE WHEN is_large THEN \(ChangeLogSchema.keptOfLarge) ELSE \(ChangeLogSchema.kept) END;
      below xid8;
    BEGIN
      IF current_setting('transaction_isolation') = 'serializable' THEN
        RETURN;
      END IF;
      PERFORM FROM \(state) FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      WITH deleted AS (
        DELETE FROM \(entry) WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) AND number <= least(
          (SELECT max(number) FROM \(entry)) - kept,
          (SELECT min(number) FROM \(entry)) + CASE WHEN is_large THEN at_once / 10 ELSE at_once END)
        RETURNING xid)
      SELECT ((max(xid::text::numeric) + 1)::text)::xid8 INTO below FROM deleted;
      UPDATE \(state) SET pruned_below = greatest(pruned_below, below), mark = gen_random_uuid()
        WHERE below IS NOT NULL;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END

    """
  }

  /// The statement that takes from everybody but the owner what default privileges, or somebody, gave them.
  var seclusion: String {
    let schema = PostgresArray.constant(name)
    let equal = "OPERATOR(pg_catalog.=)"
    return block(
      """
      DECLARE
        given record;
      BEGIN
        FOR given IN
          SELECT DISTINCT thing.kind, thing.name, grantee FROM pg_catalog.pg_namespace n CROSS JOIN LATERAL (
            SELECT 'SCHEMA' AS kind, pg_catalog.format('%I', n.nspname) AS name, n.nspacl AS acl, n.nspowner AS owner
            UNION ALL SELECT CASE WHEN c.relkind \(equal) 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
              pg_catalog.format('%I.%I', n.nspname, c.relname), c.relacl, c.relowner
            FROM pg_catalog.pg_class c WHERE c.relnamespace \(equal) n.oid
              AND c.relkind \(equal) ANY ('{r,S}'::pg_catalog."char"[])
            UNION ALL SELECT 'TABLE', pg_catalog.format('%I.%I', n.nspname, c.relname), a.attacl, c.relowner
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid \(equal) c.oid
            WHERE c.relnamespace \(equal) n.oid
          UNION ALL SELECT 'FUNCTION', pg_catalog.format('%I.%I(%s)', n.nspname, p.proname,
              pg_catalog.pg_get_function_identity_arguments(p.oid)),
              COALESCE(p.proacl, pg_catalog.acldefault('f', p.proowner)), p.proowner
            FROM pg_catalog.pg_proc p WHERE p.pronamespace \(equal) n.oid) AS thing
          CROSS JOIN LATERAL pg_catalog.aclexplode(thing.acl)
          WHERE n.nspname \(equal) \(schema) AND grantee OPERATOR(pg_catalog.<>) thing.owner
        LOOP
          EXECUTE pg_catalog.format('REVOKE ALL ON %s %s FROM %s CASCADE', given.kind, given.name,
            CASE WHEN given.grantee \(equal) 0::pg_catalog.oid THEN 'PUBLIC'
            ELSE pg_catalog.format('%I', pg_catalog.pg_get_userbyid(given.grantee)) END);
        END LOOP;
        EXECUTE \(PostgresArray.constant("GRANT USAGE ON SCHEMA \(text) TO PUBLIC"));
        EXECUTE \(PostgresArray.constant("GRANT SELECT ON \(entry), \(state) TO PUBLIC"));
      END
      """)
  }
}
