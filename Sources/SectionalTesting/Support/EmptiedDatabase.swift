/// The SQL that removes what a test left in a database, and that tells whether anything is left.
enum EmptiedDatabase {
  /// Ends the other sessions, and drops what can be dropped without knowing what it is.
  static let script = """
    DO $$
    DECLARE
      found record;
    BEGIN
      PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
      FOR found IN SELECT format('EVENT TRIGGER %I', evtname) AS name FROM pg_event_trigger
        UNION ALL SELECT format('PUBLICATION %I', pubname) FROM pg_publication
        UNION ALL SELECT format('EXTENSION IF EXISTS %I', extname) FROM pg_extension WHERE extname <> 'plpgsql'
        UNION ALL SELECT format('SCHEMA IF EXISTS %I CASCADE', nspname) FROM pg_namespace
          WHERE oid >= 16384 AND nspname !~ '^pg_' OR nspname = 'public'
      LOOP
        EXECUTE 'DROP ' || found.name;
      END LOOP;
      CREATE SCHEMA public;
      IF current_setting('server_version_num')::int >= 150000 THEN
        ALTER SCHEMA public OWNER TO pg_database_owner;
        GRANT USAGE ON SCHEMA public TO PUBLIC;
      ELSE
        GRANT USAGE, CREATE ON SCHEMA public TO PUBLIC;
      END IF;
    END
    $$;

    """

  /// Prints the same in each database in which nothing is left.
  ///
  /// The server's own objects have numbers below 16384; schemas of temporary tables stay.
  static let rights = """
    SELECT
      (SELECT count(*) FROM pg_class WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_proc WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_type WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_operator WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_cast WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_collation WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_opclass WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_language WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_am WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_foreign_data_wrapper)
        + (SELECT count(*) FROM pg_largeobject_metadata)
        + (SELECT count(*) FROM pg_default_acl)
        + (SELECT count(*) FROM pg_event_trigger)
        + (SELECT count(*) FROM pg_rewrite WHERE oid >= 16384)
        + (SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
            WHERE d.datname = current_database())
        + (SELECT count(*) FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
            WHERE d.datname = current_database())
        + (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database())
        + (SELECT count(*) FROM pg_replication_slots WHERE database = current_database()),
      (SELECT md5(string_agg(concat(c.oid, c.relacl), ' ' ORDER BY c.oid)) FROM pg_class c
        WHERE c.oid < 16384 AND c.relacl IS NOT NULL),
      (SELECT md5(string_agg(concat(p.oid, p.proacl), ' ' ORDER BY p.oid)) FROM pg_proc p
        WHERE p.oid < 16384 AND p.proacl IS NOT NULL),
      (SELECT md5(string_agg(concat(n.nspname, n.nspacl, n.nspowner), ' ' ORDER BY n.nspname))
        FROM pg_namespace n WHERE n.nspname !~ '^pg_(temp|toast)'),
      (SELECT concat(d.datacl, d.datconnlimit, d.datallowconn, d.datistemplate, d.datdba)
        FROM pg_database d WHERE d.datname = current_database());
    """
}
