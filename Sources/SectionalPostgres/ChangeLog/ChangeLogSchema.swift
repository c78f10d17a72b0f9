import SectionalSQL

/// The schema in a user's database that holds the change log of one owner's tables, with a row for each statement that
/// changed rows.
///
/// Everything in it belongs to the owner of the tables, and nobody else can add to it or write into it. It therefore
/// requires no more trust than the tables do: triggers and index expressions already let a table's owner make anyone
/// who reads or writes the table run the owner's code.
///
/// A row says which transaction wrote it but implies no order, because transactions commit in another order than they
/// begin. The row's number is used only for pruning.
struct ChangeLogSchema: Hashable, Sendable {
  /// The prefix of every log's name.
  ///
  /// It isn't `sectional`, because the default search path of a role with that name would include the schema.
  static let prefix = "sectional_log_"
  /// The name of the single schema that earlier versions used for all logs.
  static let oldName = "sectional_log"
  /// The minimum number of rows that are kept, unless rows are very large.
  static let kept = 100_000
  /// The minimum number of rows that are kept if rows are very large.
  private static let keptOfLarge = 10_000
  /// On average, one in this many statements looks for rows to prune.
  ///
  /// It is a prime, so that the ticks of a coarse clock aren't all multiples of it.
  static let pruningChance = 997
  /// The maximum number of rows that pruning deletes at a time; a tenth of this if rows are very large.
  static let prunedAtOnce = 5000
  /// The size of the table, in bytes, above which its rows are considered very large.
  private static let mostBytes = 64 << 20

  /// The schema's name, unquoted.
  let name: String

  /// The name, quoted.
  var text: String { QuotedIdentifier.quoted(name) }
  /// The table that triggers append to.
  var entry: String { "\(text).entry" }
  /// The table that records how far back the entries reach.
  var state: String { "\(text).state" }
  /// The function that deletes old rows.
  var prune: String { "\(text).prune" }

  /// Returns whether a quoted name is that of a log's table.
  static func isTable(_ name: String) -> Bool {
    name.hasPrefix(prefix) || name.hasPrefix("\"\(prefix)")
  }

  /// Returns candidate names for an owner's schema, in order of preference; the server allows 63 bytes.
  static func names(for owner: String) -> [String] {
    var shown = owner
    while shown.utf8.count > 45 { shown.removeLast() }
    return (1...20).map { "\(prefix)\(shown)\($0 == 1 ? "" : "_\($0)")" }
  }

  /// The statement that removes the log, unless other objects were added to it or depend on it.
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

  /// Returns the statements that create the log's tables.
  ///
  /// - Parameters:
  ///   - owner: The owner of the log.
  ///   - exists: Whether an empty schema with that name already exists.
  /// - Returns: The statements, to be run in order.
  func statements(owner: String, exists: Bool) -> [String] {
    let quoted = QuotedIdentifier.quoted(owner)
    let schema = exists ? [] : ["CREATE SCHEMA \(text) AUTHORIZATION \(quoted)"]
    let tables = [
      """
      CREATE TABLE \(entry)(number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, rel pg_catalog.oid NOT NULL, \
      xid pg_catalog.xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(), op pg_catalog."char" NOT NULL, \
      columns bigint, keys pg_catalog.text[], old_rows pg_catalog.text[], new_rows pg_catalog.text[], \
      mark pg_catalog.uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid())
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

  /// Returns the statements that create the pruning function.
  func pruningStatements(owner: String) -> [String] {
    [
      "DROP FUNCTION IF EXISTS \(prune)(bigint)", pruning,
      "ALTER FUNCTION \(prune)(bigint) OWNER TO \(QuotedIdentifier.quoted(owner))",
    ]
  }

  /// The statement that shows entries to the roles that can see the tables' rows.
  ///
  /// A role that can read a table can read which of its rows changed, and nothing about other tables. A role from which
  /// some of the table's rows are hidden sees nothing of it. In a database restored from a dump, where other tables can
  /// have the OIDs of the entries' tables, nothing is shown, because the log's own table has another OID there.
  private var policy: String {
    block(
      """
      BEGIN EXECUTE pg_catalog.format('CREATE POLICY readers ON %s FOR SELECT USING (\
      pg_catalog.has_table_privilege(rel, ''SELECT'') AND NOT pg_catalog.row_security_active(rel) \
      AND tableoid OPERATOR(pg_catalog.=) %s::pg_catalog.oid)', \(PostgresArray.constant(entry)), \
      \(PostgresArray.constant(entry))::pg_catalog.regclass::pg_catalog.oid); END
      """)
  }

  /// Returns the statement that runs a PL/pgSQL block.
  private func block(_ program: String) -> String {
    "DO \(PostgresArray.dollarQuoted(program))"
  }

  /// The function that deletes old rows, a limited number at a time.
  ///
  /// It never waits for others: a row lock that only the owner can take ensures that one transaction prunes at a time,
  /// and it deletes only rows that every transaction has seen. Errors are ignored and left to the next time, because a
  /// user's statement may be waiting for the function; for the same reason, it does little at a time and counts
  /// nothing. It does nothing in a `SERIALIZABLE` transaction, where the deletion could make that statement fail.
  private var pruning: String {
    """
    CREATE OR REPLACE FUNCTION \(prune)(at_once bigint DEFAULT 10000000) RETURNS void LANGUAGE plpgsql \
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET row_security = on \
    AS \(PostgresArray.dollarQuoted(pruningBody))
    """
  }

  /// The body of the pruning function.
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

  /// The statement that revokes all privileges of roles other than the owner, whether granted by default or explicitly.
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
