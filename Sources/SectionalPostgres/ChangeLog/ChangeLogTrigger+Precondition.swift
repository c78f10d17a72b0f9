import SectionalSQL

extension ChangeLogTrigger {
  /// The PL/pgSQL that finds out whether the log can be written and whether rows may be named in it.
  ///
  /// A role that may read everything can read the entries, except rows that policies hide from it. So while the entries
  /// aren't hidden too, those of a table with policies name no rows.
  var precondition: String {
    """
    \(event == .move ? unmovedRow : "")\
      BEGIN
        root := coalesce(pg_partition_root(TG_RELID), TG_RELID);
        SELECT has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(e.oid, 'INSERT')
            AND has_table_privilege(e.oid, 'SELECT'),
          pg_get_userbyid(c.relowner) = current_user, NOT c.relrowsecurity OR e.relrowsecurity
          INTO may_log, is_owner, may_name_rows FROM pg_class c, pg_namespace n, pg_class e
          WHERE c.oid = TG_RELID AND n.nspname = \(PostgresArray.constant(log.name))
            AND e.relnamespace = n.oid AND e.relname = 'entry';
        IF root <> TG_RELID THEN
          may_name_rows := may_name_rows AND (SELECT NOT c.relrowsecurity OR e.relrowsecurity
            FROM pg_class c, pg_namespace n, pg_class e WHERE c.oid = root
            AND n.nspname = \(PostgresArray.constant(log.name)) AND e.relnamespace = n.oid AND e.relname = 'entry');
        END IF;
      EXCEPTION WHEN OTHERS THEN
        -- An administrator may have withheld any of these functions. Any row may have changed then.
        may_log := true;
        is_owner := true;
        may_name_rows := false;
      END;
      -- The log is gone, or its owner may not write to it, which readers notice. Whoever owned the table before learns nothing.
      IF may_log IS NOT TRUE OR is_owner IS NOT TRUE THEN
        RETURN \(result);
      END IF;
      WHILE root IS NULL LOOP
        SELECT coalesce((SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = part AND c.relispartition), part)
          INTO parent FROM pg_class c WHERE c.oid = part;
        root := CASE WHEN coalesce(parent, part) = part THEN part END;
        part := parent;
      END LOOP;

    """
  }

  /// The PL/pgSQL that makes the entry's mark and finds out the transaction's number, with other functions if those for it
  /// are withheld.
  var marking: String {
    """
      BEGIN
        entry_xid := pg_current_xact_id();
        entry_mark := gen_random_uuid();
      EXCEPTION WHEN OTHERS THEN
        entry_xid := txid_current()::text::xid8;
        entry_mark := (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint), 16, '0')
          || lpad(to_hex(txid_current()), 16, '0'))::uuid;
      END;

    """
  }
}
