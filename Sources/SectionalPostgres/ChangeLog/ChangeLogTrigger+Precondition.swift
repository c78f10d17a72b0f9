import SectionalSQL

extension ChangeLogTrigger {
  /// The PL/pgSQL that finds out whether the log can be written and whether rows may be named in it.
  ///
  /// A role that may read everything can read the entries, except rows that policies hide from it. So while the entries
  /// aren't hidden too, those of a table with policies name no rows.
  var precondition: String {
    """
    \(event == .move ? unmovedRow : "")\
      IF has_table_privilege(to_regclass(\(PostgresArray.constant(log.entry)))::oid, 'INSERT') IS NOT TRUE THEN
        RETURN \(result);
      END IF;
      BEGIN
        SELECT pg_get_userbyid(c.relowner) = current_user, NOT c.relrowsecurity OR e.relrowsecurity
          INTO is_owner, may_name_rows FROM pg_class c, pg_class e
          WHERE c.oid = TG_RELID AND e.oid = to_regclass(\(PostgresArray.constant(log.entry)));
        IF root <> TG_RELID THEN
          may_name_rows := may_name_rows AND (SELECT NOT c.relrowsecurity OR e.relrowsecurity FROM pg_class c, pg_class e
            WHERE c.oid = root AND e.oid = to_regclass(\(PostgresArray.constant(log.entry))));
        END IF;
      EXCEPTION WHEN OTHERS THEN
        NULL;
      END;
      -- Whoever owned the table before learns nothing of it.
      IF NOT is_owner THEN
        RETURN \(result);
      END IF;

    """
  }

  /// The PL/pgSQL that makes the entry's mark.
  var marking: String {
    """
      IF has_function_privilege('gen_random_uuid()', 'EXECUTE') THEN
        entry_mark := gen_random_uuid();
      ELSE
        entry_mark := (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint), 16, '0')
          || lpad(to_hex(pg_current_xact_id()::text::bigint), 16, '0'))::uuid;
      END IF;

    """
  }
}
