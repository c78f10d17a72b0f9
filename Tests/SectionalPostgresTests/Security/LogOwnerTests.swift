import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A change log belongs to the owner of the tables, and never runs one role's code with another role's privileges.
@Suite(.serialized) @MainActor struct LogOwnerTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int); ALTER TABLE item OWNER TO owner;
    CREATE TABLE other(id int PRIMARY KEY, n int); ALTER TABLE other OWNER TO neighbour;
    CREATE TABLE own(id int PRIMARY KEY, n int); INSERT INTO own VALUES (1, 1);
    INSERT INTO item SELECT g, g FROM generate_series(1, 20) g; GRANT SELECT ON item TO reader;
    CREATE TABLE seen(who text); GRANT INSERT, SELECT ON seen TO PUBLIC;
    CREATE FUNCTION strike() RETURNS boolean LANGUAGE plpgsql AS
      $f$ BEGIN PERFORM pg_advisory_lock(4711); RAISE EXCEPTION 'foreign code ran'; END $f$;
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
      $f$ BEGIN INSERT INTO public.seen VALUES (current_user); RETURN NULL; END $f$;
    """

  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    database = try await ScratchServerDatabase(
      LogOwnerTests.schema, on: try await RoleServer.cluster().url)
    store = try database.store()
  }

  private func store(of role: String) throws -> PostgresStore { try database.store(["user": role]) }

  /// Returns the owner's store with a short lock timeout.
  private func impatientStore() throws -> PostgresStore {
    try PostgresStore(
      database.url(["user": "owner"]), pollInterval: .milliseconds(20), busyTimeout: .seconds(1))
  }

  @Test func `everything in the log belongs to the table's owner, whoever installs it`()
    async throws
  {
    try await store.installChangeLog(for: ["item", "other", "own"])
    let owners = """
      SELECT DISTINCT n.nspname, pg_get_userbyid(o.owner) FROM pg_namespace n CROSS JOIN LATERAL (
        SELECT n.nspowner UNION SELECT relowner FROM pg_class WHERE relnamespace = n.oid
        UNION SELECT proowner FROM pg_proc WHERE pronamespace = n.oid) AS o(owner)
      WHERE n.nspname LIKE 'sectional%' ORDER BY 1
      """
    #expect(
      try await database.write(owners) == """
        sectional_log_neighbour|neighbour
        sectional_log_owner|owner
        sectional_log_sectional|sectional

        """)
    try await database.write("UPDATE item SET n = 0; UPDATE other SET n = 0; UPDATE own SET n = 0")
    #expect(try await database.write("SELECT count(*) FROM sectional_log_owner.entry") == "1\n")
    #expect(
      try await store.changeLogStatus(of: ["item", "other", "own"]) == [
        "item": .notifying, "other": .notifying, "own": .notifying,
      ])
  }

  @Test func `a trigger on a log runs with its owner's privileges, no matter who writes`()
    async throws
  {
    try await store.installChangeLog(for: ["item", "own"])
    try await database.write(
      """
      SET SESSION AUTHORIZATION owner;
      CREATE TRIGGER note AFTER INSERT ON sectional_log_owner.entry EXECUTE FUNCTION public.note();
      CREATE RULE note AS ON UPDATE TO sectional_log_owner.state DO ALSO
        INSERT INTO public.seen VALUES (current_user)
      """)
    try await database.write(
      "UPDATE item SET n = 0; UPDATE own SET n = 0; INSERT INTO own VALUES (2, 2)")
    #expect(try await database.write("SELECT DISTINCT who FROM seen") == "owner\n")
    #expect(
      try await store.changeLogStatus(of: ["item", "own"]) == [
        "item": .outdated, "own": .notifying,
      ])
  }

  @Test(arguments: [
    "CREATE INDEX ON sectional_log_owner.entry ((number + public.watch(1)))",
    "CREATE INDEX ON sectional_log_owner.entry (number) WHERE public.watch(1) = 1",
    "CREATE STATISTICS sectional_log_owner.more ON (number + public.watch(1)), rel FROM sectional_log_owner.entry",
    "ALTER TABLE sectional_log_owner.entry ADD CHECK (public.watch(1) = 1) NOT VALID",
  ])
  func `removing a log runs no code of its owner`(alteration: String) async throws {
    try await database.write(
      """
      CREATE TABLE more(id int PRIMARY KEY); ALTER TABLE more OWNER TO owner;
      CREATE FUNCTION public.heed(who text) RETURNS int LANGUAGE plpgsql AS
        $f$ BEGIN IF who = 'sectional' THEN PERFORM pg_advisory_lock(4711); END IF; RETURN 1; END $f$;
      CREATE FUNCTION public.watch(n int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
        $f$ BEGIN RETURN public.heed(current_user::text); END $f$;
      """)
    try await store.installChangeLog(for: ["item", "more"])
    try await database.write("UPDATE item SET n = 0")
    try await database.write("SET SESSION AUTHORIZATION owner; \(alteration)")
    // Whoever runs the function as the installing role waits for this lock.
    let holder = try PostgresShell(url: database.url)
    try await holder.execute("SELECT pg_advisory_lock(4711)")
    let impatient = try PostgresStore(database.url, busyTimeout: .seconds(2))
    try await impatient.uninstallChangeLog(for: ["item"])
    try await impatient.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
  }

  @Test(arguments: ["owner", "neighbour", "stranger", "writer"])
  func `a user can't add to another user's log`(role: String) async throws {
    try await store.installChangeLog(for: ["item", "own"])
    for log in ["sectional_log_owner", "sectional_log_sectional"]
    where log != "sectional_log_\(role)" {
      for sql in [
        "CREATE FUNCTION \(log).prune(int) RETURNS void LANGUAGE sql AS ''",
        "CREATE TABLE \(log).more(id int)", "CREATE VIEW \(log).more AS SELECT 1",
        "CREATE OPERATOR \(log).= (LEFTARG = name, RIGHTARG = text, FUNCTION = nameeqtext)",
        "CREATE TRIGGER t AFTER INSERT ON \(log).entry EXECUTE FUNCTION public.note()",
        "CREATE RULE r AS ON INSERT TO \(log).entry DO ALSO SELECT 1",
        "CREATE POLICY more ON \(log).entry USING (true)",
        "ALTER TABLE \(log).entry ADD COLUMN more int DEFAULT 1",
        "INSERT INTO \(log).entry(rel, op) VALUES ('item'::regclass, 'T')",
        "UPDATE \(log).state SET pruned_below = '99999'", "DELETE FROM \(log).entry",
        "SELECT \(log).prune()", "SELECT setval('\(log).entry_number_seq', 900)",
        "SELECT nextval('\(log).entry_number_seq')",
        "BEGIN; LOCK TABLE \(log).entry IN ROW EXCLUSIVE MODE; COMMIT",
        "SELECT FROM \(log).state FOR UPDATE", "SELECT FROM \(log).state FOR KEY SHARE",
        "CREATE TABLE mine(id int REFERENCES \(log).entry)",
      ] {
        await #expect(throws: WriterFailure.self, "\(sql)") {
          try await database.write("SET SESSION AUTHORIZATION \(role); \(sql)")
        }
      }
    }
    try await database.write("UPDATE item SET n = 0; UPDATE own SET n = 0")
    #expect(try await store.changeLogStatus(of: ["own"]) == ["own": .notifying])
  }

  @Test func `privileges that defaults grant to everybody are revoked on the log`() async throws {
    for role in ["owner", "sectional"] {
      for things in ["SCHEMAS", "TABLES", "SEQUENCES", "FUNCTIONS"] {
        try await database.write(
          "ALTER DEFAULT PRIVILEGES FOR ROLE \(role) GRANT ALL ON \(things) TO PUBLIC, stranger")
      }
    }
    try await store.installChangeLog(for: ["item", "own"])
    try await nobodyAddsToSomebodyElsesLog()
    #expect(
      try await store.changeLogStatus(of: ["item", "own"]) == [
        "item": .notifying, "own": .notifying,
      ])
  }

  private func nobodyAddsToSomebodyElsesLog() async throws {
    for sql in [
      "INSERT INTO sectional_log_owner.entry(rel, op) VALUES (1, 'T')",
      "SELECT setval('sectional_log_owner.entry_number_seq', 900)",
      "CREATE TABLE sectional_log_owner.more()", "SELECT sectional_log_owner.prune()",
      "UPDATE sectional_log_sectional.state SET pruned_below = '5'",
    ] {
      await #expect(throws: WriterFailure.self, "\(sql)") {
        try await database.write("SET SESSION AUTHORIZATION stranger; \(sql)")
      }
    }
  }

  @Test(arguments: [
    "GRANT INSERT ON sectional_log_owner.entry TO stranger",
    "GRANT INSERT (number) ON sectional_log_owner.entry TO stranger",
    "GRANT SELECT ON sectional_log_owner.entry TO stranger",
    "GRANT CREATE ON SCHEMA sectional_log_owner TO stranger",
    "GRANT UPDATE ON SEQUENCE sectional_log_owner.entry_number_seq TO PUBLIC",
    "GRANT EXECUTE ON FUNCTION sectional_log_owner.prune TO PUBLIC",
    "GRANT UPDATE ON sectional_log_owner.state TO stranger WITH GRANT OPTION",
  ])
  func `a log that others may change is outdated until it is installed again`(sql: String)
    async throws
  {
    try await store.installChangeLog(for: ["item"])
    try await database.write(sql)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    try await store(of: "owner").installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    let privileges = """
      SELECT has_schema_privilege('stranger', 'sectional_log_owner', 'CREATE')
        OR has_any_column_privilege('stranger', 'sectional_log_owner.entry', 'INSERT, SELECT')
        OR has_table_privilege('stranger', 'sectional_log_owner.state', 'UPDATE')
        OR has_sequence_privilege('stranger', 'sectional_log_owner.entry_number_seq', 'UPDATE')
        OR has_function_privilege('stranger', 'sectional_log_owner.prune(bigint)', 'EXECUTE')
      """
    #expect(try await database.write(privileges) == "f\n")
  }

  @Test(arguments: [
    "CREATE OR REPLACE VIEW visible_entry WITH (security_barrier) AS SELECT number, rel, xid, op, columns, keys, "
      + "old_rows, new_rows, mark FROM entry WHERE public.strike()",
    "ALTER VIEW visible_entry SET (security_barrier = false)",
    "CREATE POLICY more ON entry USING (public.strike())",
    "DROP TABLE entry CASCADE; CREATE VIEW entry AS SELECT 1::bigint AS number, 1::oid AS rel, '1'::xid8 AS xid, "
      + "'U'::\"char\" AS op, NULL::bigint AS columns, NULL::text[] AS keys, gen_random_uuid() AS mark "
      + "WHERE public.strike(); GRANT SELECT ON entry TO PUBLIC",
    "CREATE TABLE child() INHERITS (entry)",
    "CREATE FUNCTION evil(n bigint) RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS "
      + "'BEGIN PERFORM public.strike(); RETURN n; EXCEPTION WHEN OTHERS THEN RETURN n; END'; "
      + "CREATE STATISTICS more ON (number + evil(1)), rel FROM entry",
    "ALTER TABLE state ADD COLUMN more int", "ALTER TABLE state SET LOGGED",
  ])
  func `a log that its owner has changed runs nothing as a reader`(sql: String) async throws {
    try await store.installChangeLog(for: ["item"])
    // One connection reads, and remembers what the log was like. Nothing looks beside the test: the server itself may run
    // what an owner commits while a look is under way.
    let reader = try PostgresStore(
      database.url(["user": "reader"]), connectionLimit: 1, pollInterval: .seconds(3600))
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: reader)
    try await list.performFetch()
    for id in 2...4 {
      try await database.write("DELETE FROM item WHERE id = \(id)")
      try await list.refresh()
    }
    #expect(list.diagnostics.fullFetches == 1)
    try await database.write(
      "SET SESSION AUTHORIZATION owner; SET search_path = sectional_log_owner, public; \(sql)")
    _ = try? await database.write("DELETE FROM item WHERE id = 1")
    try await list.refresh()
    #expect(list.isCurrent, "\(list.status)")
    let count = try await database.write("SELECT count(*) FROM item")
    #expect("\(list.results.rows.count)\n" == count)
    // A session keeps this lock after the transaction in which the code ran. The owner's own triggers may have run it in the
    // session of the program that wrote, which may not have ended yet.
    let traces = """
      SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND objid = 4711 AND usename = 'reader'
      """
    #expect(try await database.write(traces) == "0\n")
  }

  @Test func `a superuser who installs the log runs none of the owner's code`()
    async throws
  {
    try await database.write(
      """
      CREATE SCHEMA sectional_log_owner AUTHORIZATION owner; SET SESSION AUTHORIZATION owner;
      CREATE FUNCTION sectional_log_owner.prune(at_once bigint) RETURNS void LANGUAGE plpgsql AS
        $f$ BEGIN PERFORM pg_advisory_lock(4711); RAISE EXCEPTION 'foreign code ran'; END $f$;
      CREATE TABLE sectional_log_owner.entry(number bigint, rel oid, xid xid8, op "char", columns bigint, keys text[]);
      CREATE TABLE sectional_log_owner.state(only_one boolean, pruned_below xid8);
      CREATE FUNCTION sectional_log_owner.strike() RETURNS trigger LANGUAGE plpgsql AS
        $f$ BEGIN PERFORM pg_advisory_lock(4711); RAISE EXCEPTION 'foreign code ran'; END $f$;
      CREATE TRIGGER t BEFORE INSERT ON sectional_log_owner.entry EXECUTE FUNCTION sectional_log_owner.strike();
      CREATE TRIGGER t BEFORE INSERT ON sectional_log_owner.state EXECUTE FUNCTION sectional_log_owner.strike();
      """)
    let error = await storeError { try await store.installChangeLog(for: ["item"]) }
    #expect(error?.everyWord.contains("foreign code") != true, "\(error?.everyWord ?? "")")
    let status = try await store.changeLogStatus(of: ["item"])
    #expect(status == ["item": error == nil ? .notifying : .missing])
  }

  @Test func `a member of the role that owns a table installs its log`() async throws {
    let role = "team_\(UInt32.random(in: 0 ... .max))"
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write(
      """
      CREATE ROLE \(role); GRANT \(role) TO owner; ALTER TABLE own OWNER TO \(role);
      GRANT CREATE ON DATABASE \(name) TO \(role)
      """)
    try await store(of: "owner").installChangeLog(for: ["own"])
    #expect(try await store.changeLogStatus(of: ["own"]) == ["own": .notifying])
    #expect(
      try await database.write(
        "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname LIKE 'sectional%'")
        == "\(role)\n")
    try await store(of: "owner").uninstallChangeLog(for: ["own"])
    try await database.write("DROP TABLE own; DROP OWNED BY \(role); DROP ROLE \(role)")
  }

  @Test func `a table that gets another owner is outdated until that one installs it`() async throws
  {
    try await store.installChangeLog(for: ["item"])
    try await database.write("ALTER TABLE item OWNER TO neighbour")
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_owner') IS NULL") == "t\n")
  }

  @Test func `an error rejects a partition that belongs to another role`() async throws {
    try await database.write(
      """
      CREATE TABLE whole(id int PRIMARY KEY) PARTITION BY RANGE (id); ALTER TABLE whole OWNER TO owner;
      CREATE TABLE part PARTITION OF whole DEFAULT; ALTER TABLE part OWNER TO neighbour
      """)
    let error = await storeError { try await store.installChangeLog(for: ["whole"]) }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("belongs to another role") == true, "\(error?.message ?? "")")
  }

  @Test func `holding every available lock prevents nobody from writing or pruning`()
    async throws
  {
    try await store.installChangeLog(for: ["item"], notifying: false)
    let shell = try PostgresShell(url: database.url(["user": "stranger"]))
    try await shell.execute(
      """
      BEGIN; SELECT FROM pg_advisory_lock(hashtext('sectional_log.prune'));
      LOCK TABLE sectional_log_owner.visible_entry IN ACCESS SHARE MODE; COMMIT
      """)
    try await database.write(
      """
      INSERT INTO sectional_log_owner.entry(rel, op) SELECT 1, 'U' FROM generate_series(1, 100500);
      """)
    // Entries that transactions in other databases can see remain until those transactions end.
    try await wait {
      try await database.write("SET lock_timeout = '2s'; SELECT sectional_log_owner.prune()")
      return try await database.write("SELECT count(*) FROM sectional_log_owner.entry")
        == "100000\n"
    }
    try await database.write("SET lock_timeout = '2s'; UPDATE item SET n = 5")
  }

  @Test func `a former owner learns nothing about a table that has a new owner`() async throws {
    try await store.installChangeLog(for: ["item"])
    try await database.write("ALTER TABLE item OWNER TO neighbour; INSERT INTO item VALUES (77, 7)")
    #expect(try await database.write("SELECT count(*) FROM sectional_log_owner.entry") == "0\n")
  }

  @Test func `uninstalling the log leaves what others changed in it or added to it`()
    async throws
  {
    try await store.installChangeLog(for: ["item"])
    try await database.write(
      """
      CREATE TABLE kept(id int, x sectional_log_owner.entry);
      CREATE VIEW shown AS SELECT * FROM sectional_log_owner.state
      """)
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
    try await database.write(
      "SELECT x FROM kept; SELECT * FROM shown; DROP VIEW shown; DROP TABLE kept")
    try await store.installChangeLog(for: ["item"])
    try await database.write("CREATE TABLE sectional_log_owner.mine(id int)")
    try await store.uninstallChangeLog(for: ["item"])
    try await database.write("SELECT * FROM sectional_log_owner.mine; UPDATE item SET n = 0")
  }

  @Test func `a trigger that was made by hand leads to no function or schema that is dropped`()
    async throws
  {
    try await database.write(
      """
      CREATE SCHEMA sectional_log_x; CREATE TABLE sectional_log_x.data(a int);
      CREATE FUNCTION sectional_log_x.precious() RETURNS trigger LANGUAGE plpgsql AS
        $f$ BEGIN RETURN NULL; END $f$;
      CREATE TRIGGER zz_sectional_insert AFTER INSERT ON own EXECUTE FUNCTION sectional_log_x.precious();
      """)
    try await store.uninstallChangeLog(for: ["own"])
    try await database.write(
      "SELECT * FROM sectional_log_x.data; DROP FUNCTION sectional_log_x.precious()")
  }

  @Test func `a user's own trigger is left alone, even if its name begins like those of the log`()
    async throws
  {
    try await store.installChangeLog(for: ["item"])
    try await database.write(
      """
      CREATE FUNCTION public.own() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RETURN NULL; END $f$;
      CREATE TRIGGER zz_sectional_own AFTER INSERT ON item EXECUTE FUNCTION public.own()
      """)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
    #expect(
      try await database.write("SELECT tgname FROM pg_trigger WHERE tgrelid = 'item'::regclass")
        .contains("zz_sectional_own"))
  }

  @Test func `neither a taken name, nor a view, nor a lock prevents an owner from installing`()
    async throws
  {
    try await store.installChangeLog(for: ["item"])
    try await database.write("CREATE VIEW shown AS SELECT * FROM sectional_log_owner.entry")
    try await database.write("CREATE POLICY more ON sectional_log_owner.entry USING (true)")
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    let shell = try PostgresShell(url: database.url(["user": "stranger"]))
    try await shell.execute(
      "DO $do$ BEGIN PERFORM pg_advisory_lock(hashtext('sectional_log')); END $do$")
    try await impatientStore().uninstallChangeLog(for: ["item"])
    try await database.write("GRANT TRIGGER ON item TO stranger")
    try await database.write(
      """
      SET SESSION AUTHORIZATION stranger;
      CREATE TRIGGER zz_sectional_insert AFTER INSERT ON item EXECUTE FUNCTION public.note()
      """)
    try await database.write("CREATE SCHEMA sectional_log_owner_2 AUTHORIZATION stranger")
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write("GRANT CREATE ON DATABASE \(name) TO owner")
    try await impatientStore().installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    try await database.write("INSERT INTO item VALUES (90, 1)")
    #expect(try await database.write("SELECT count(*) FROM sectional_log_owner_3.entry") == "1\n")
  }

  @Test(arguments: ["$sectional$; SELECT 1/0; --", "a'b\"c%d", "$$"])
  func `a role with any name can have a log, no matter who runs the statements`(role: String)
    async throws
  {
    let quoted = "\"\(role.replacing("\"", with: "\"\""))\""
    try await database.write(
      "DROP ROLE IF EXISTS \(quoted); CREATE ROLE \(quoted); ALTER TABLE own OWNER TO \(quoted)")
    let statements = try await store.changeLogStatements(for: ["own"])
    try await database.write(statements.joined(separator: ";\n"))
    #expect(try await store.changeLogStatus(of: ["own"]) == ["own": .notifying])
    try await database.write("INSERT INTO own VALUES (5, 5)")
    try await store.uninstallChangeLog(for: ["own"])
    try await database.write("DROP OWNED BY \(quoted); DROP ROLE \(quoted)")
  }

  @Test func `a session that wants to see all rows or none reads a logged table`() async throws {
    try await store.installChangeLog(for: ["item"])
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    for setting in ["row_security = off", "quote_all_identifiers = on"] {
      try await database.write("ALTER DATABASE \(name) SET \(setting)")
    }
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: try store(of: "reader"))
    try await list.performFetch()
    #expect(list.results.rows.count == 20)
    #expect(try await store(of: "owner").changeLogStatus(of: ["item"]) == ["item": .notifying])
  }
}
