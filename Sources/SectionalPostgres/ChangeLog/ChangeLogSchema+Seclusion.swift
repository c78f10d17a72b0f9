import SectionalSQL

/// What roles other than the owner see of a change log.
extension ChangeLogSchema {
  /// The statement that creates the view, in which a role sees the entries of the tables whose rows it can see.
  ///
  /// A role that can read a table can read which of its rows changed, and nothing about other tables. A role that may not
  /// use the table's schema, or from which some of the table's rows are hidden, sees nothing of it. In a database restored
  /// from a dump, where other tables can have the OIDs of the entries' tables, nothing is shown, because the log's own
  /// table has another OID there.
  ///
  /// It is a view and not a policy of the table, because a role that may read everything couldn't dump a table with
  /// policies. Its order is the index's, so that the newest entry is found without sorting.
  var view: String {
    block(
      """
      BEGIN EXECUTE pg_catalog.format('CREATE VIEW %s WITH (security_barrier) AS \
      SELECT e.number, e.rel, e.xid, e.op, e.columns, e.keys, e.old_rows, e.new_rows, e.mark FROM %s e \
      WHERE e.tableoid OPERATOR(pg_catalog.=) %s::pg_catalog.oid \
      AND pg_catalog.has_table_privilege(e.rel, ''SELECT'') AND NOT pg_catalog.row_security_active(e.rel) \
      AND (SELECT pg_catalog.has_schema_privilege(c.relnamespace, ''USAGE'') FROM pg_catalog.pg_class c \
      WHERE c.oid OPERATOR(pg_catalog.=) e.rel) ORDER BY e.rel, e.xid DESC, e.number DESC', \
      \(PostgresArray.constant(visibleEntry)), \(PostgresArray.constant(entry)), \
      \(PostgresArray.constant(entry))::pg_catalog.regclass::pg_catalog.oid); END
      """)
  }

  /// The statement that hides the entries themselves from every role that row security applies to.
  ///
  /// Without it, a role that may read every table could read the keys of rows that policies hide from it.
  var restriction: String { "ALTER TABLE \(entry) ENABLE ROW LEVEL SECURITY" }

  /// The statement that gives the owner all privileges, and revokes all those of other roles, whether granted by default or
  /// explicitly.
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
              AND c.relkind \(equal) ANY ('{r,v,S}'::pg_catalog."char"[])
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
        FOR given IN SELECT pg_catalog.pg_get_userbyid(n.nspowner) AS owner FROM pg_catalog.pg_namespace n
          WHERE n.nspname \(equal) \(schema)
        LOOP
          EXECUTE pg_catalog.format('GRANT ALL ON SCHEMA %s TO %I', \(PostgresArray.constant(text)), given.owner);
          EXECUTE pg_catalog.format('GRANT ALL ON %s TO %I',
            \(PostgresArray.constant(tables.joined(separator: ", "))), given.owner);
        END LOOP;
        EXECUTE \(PostgresArray.constant("GRANT USAGE ON SCHEMA \(text) TO PUBLIC"));
        EXECUTE \(PostgresArray.constant("GRANT SELECT ON \(visibleEntry), \(state) TO PUBLIC"));
      END
      """)
  }
}
