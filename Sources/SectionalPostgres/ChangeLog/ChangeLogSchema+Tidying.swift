import SectionalSQL

/// What becomes of a change log when tables stop writing to it.
extension ChangeLogSchema {
  /// The statement that removes what belongs to tables that don't write to the log anymore: their entries, their triggers'
  /// functions, and the row security that only they needed.
  ///
  /// Nobody can ask for the log of a table that was dropped to be removed. The entries of a table that its owner altered
  /// stay: deleting them could run the owner's code with the rights of whoever runs this, even while the deletion is planned. The
  /// lock keeps the owner from altering the table meanwhile, and hinders no writer.
  var tidying: String {
    let equal = PostgresCatalog.equal
    let entryOID = "\(PostgresArray.constant(entry))::pg_catalog.regclass::pg_catalog.oid"
    return block(
      """
      DECLARE
        unused record;
      BEGIN
        IF pg_catalog.to_regclass(\(PostgresArray.constant(entry))) IS NULL THEN
          RETURN;
        END IF;
        EXECUTE \(PostgresArray.constant("LOCK TABLE ONLY \(entry) IN SHARE UPDATE EXCLUSIVE MODE"));
        IF EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid \(equal) \(entryOID) AND c.relkind \(equal) 'r'
          AND NOT (c.relhasrules OR c.relhastriggers OR c.relhassubclass OR c.relforcerowsecurity)
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_policy y WHERE y.polrelid \(equal) c.oid)
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_index x WHERE x.indrelid \(equal) c.oid
            AND (x.indexprs IS NOT NULL OR x.indpred IS NOT NULL))
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid \(equal) c.oid)
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conrelid \(equal) c.oid AND k.contype \(equal) 'c')
          AND EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid \(equal) c.oid AND a.attname \(equal) 'rel'
            AND a.atttypid \(equal) 'pg_catalog.oid'::pg_catalog.regtype::pg_catalog.oid))
        THEN
          DELETE FROM ONLY \(entry) e WHERE NOT EXISTS (
            SELECT FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid
            JOIN pg_catalog.pg_namespace n ON n.oid \(equal) p.pronamespace
            WHERE t.tgrelid \(equal) e.rel AND n.nspname \(equal) \(PostgresArray.constant(name)));
        END IF;
        FOR unused IN
          SELECT pg_catalog.format('%I.%I()', n.nspname, p.proname) AS name FROM pg_catalog.pg_proc p
          JOIN pg_catalog.pg_namespace n ON n.oid \(equal) p.pronamespace
          WHERE n.nspname \(equal) \(PostgresArray.constant(name))
            AND p.prorettype \(equal) 'pg_catalog.trigger'::pg_catalog.regtype
            AND p.proname OPERATOR(pg_catalog.~) '^(insert|update|delete|truncate|move)[0-9]*_'
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgfoid \(equal) p.oid)
        LOOP
          EXECUTE pg_catalog.format('DROP FUNCTION %s', unused.name);
        END LOOP;
        IF EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid \(equal) \(entryOID) AND c.relrowsecurity) AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid \(equal) t.tgrelid
          JOIN pg_catalog.pg_proc p ON p.oid \(equal) t.tgfoid JOIN pg_catalog.pg_namespace n ON n.oid \(equal) p.pronamespace
          WHERE n.nspname \(equal) \(PostgresArray.constant(name)) AND c.relrowsecurity)
        THEN
          ALTER TABLE \(entry) DISABLE ROW LEVEL SECURITY;
        END IF;
      END
      """)
  }
}
