import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// What the change log permits nobody to do, and what it shows to whom.
@Suite(.serialized) struct LogPrivilegeTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int); CREATE TABLE secret(id int PRIMARY KEY, n int);
    GRANT SELECT ON item TO reader; GRANT SELECT, INSERT, UPDATE, DELETE ON item, secret TO writer;
    GRANT CREATE, USAGE ON SCHEMA public TO stranger;
    """

  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    database = try await ScratchServerDatabase(
      LogPrivilegeTests.schema, on: try await RoleServer.cluster().url)
    store = try database.store()
    try await store.installChangeLog(for: ["item", "secret"])
  }

  @discardableResult private func asked(_ sql: String, as role: String) async throws -> String {
    try await database.write("SET SESSION AUTHORIZATION \(role); \(sql)")
  }

  @Test func `every function runs as its owner, with a safe search path`()
    async throws
  {
    let functions = "FROM pg_proc p WHERE pronamespace = 'sectional_log_sectional'::regnamespace"
    #expect(try await database.write("SELECT count(*) \(functions)") == "9\n")
    #expect(try await database.write("SELECT count(*) \(functions) AND prosecdef") == "9\n")
    #expect(
      try await database.write(
        "SELECT count(*) \(functions) AND proconfig @> '{\"search_path=pg_catalog, pg_temp\"}'")
        == "9\n")
    let executable = "AND has_function_privilege('stranger', p.oid, 'EXECUTE')"
    #expect(try await database.write("SELECT count(*) \(functions) \(executable)") == "0\n")
    #expect(
      try await database.write(
        "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'zz_sectional%' AND tgenabled = 'A'")
        == "8\n")
  }

  @Test(arguments: [
    "INSERT INTO sectional_log_sectional.entry(rel, op) VALUES ('item'::regclass, 'T')",
    "DELETE FROM sectional_log_sectional.entry",
    "UPDATE sectional_log_sectional.entry SET keys = NULL",
    "UPDATE sectional_log_sectional.state SET pruned_below = '0'",
    "TRUNCATE sectional_log_sectional.entry",
    "CREATE TABLE sectional_log_sectional.mine(id int)",
    "DROP SCHEMA sectional_log_sectional CASCADE",
    "ALTER TABLE sectional_log_sectional.entry DISABLE ROW LEVEL SECURITY",
    """
    CREATE TABLE mine(id int PRIMARY KEY); DO $do$ BEGIN EXECUTE format(
      'CREATE TRIGGER t AFTER TRUNCATE ON mine EXECUTE FUNCTION %s', (SELECT tgfoid::regprocedure
      FROM pg_trigger WHERE tgname = 'zz_sectional_truncate' AND tgrelid = 'item'::regclass));
    END $do$
    """,
  ])
  func `only the owner can write to the log`(sql: String) async throws {
    let entries = "SELECT count(*), max(number) FROM sectional_log_sectional.entry"
    let before = try await database.write(entries)
    for role in ["stranger", "writer"] {
      await #expect(throws: WriterFailure.self) { try await asked(sql, as: role) }
    }
    #expect(try await database.write(entries) == before)
  }

  @Test func `a writer's temporary table or function does not shadow the log's`() async throws {
    try await asked(
      """
      CREATE TEMPORARY TABLE change(rel oid); CREATE TEMPORARY TABLE sectional_new(id int, n int);
      SET search_path = pg_temp, public, pg_catalog;
      INSERT INTO public.item VALUES (1, 1); UPDATE public.item SET n = 2; DELETE FROM public.item
      """, as: "writer")
    #expect(
      try await database.write(
        """
        SELECT string_agg(op::text || coalesce(keys::text, ''), ' ' ORDER BY number)
        FROM sectional_log_sectional.entry WHERE rel = 'item'::regclass
        """) == "I{1} U{1} D{1}\n")
  }

  @Test func `a reader of a table sees its log entries and no others`() async throws {
    try await asked(
      "INSERT INTO item VALUES (1, 1); INSERT INTO secret VALUES (5, 5)", as: "writer")
    let keys =
      "SELECT keys FROM sectional_log_sectional.visible_entry WHERE op = 'I' ORDER BY number"
    #expect(try await asked(keys, as: "reader") == "{1}\n")
    #expect(try await asked(keys, as: "stranger").isEmpty)
    #expect(try await asked(keys, as: "writer") == "{1}\n{5}\n")
    try await database.write(
      "GRANT SELECT ON secret TO stranger; REVOKE SELECT ON item FROM reader")
    #expect(try await asked(keys, as: "reader").isEmpty)
    #expect(try await asked(keys, as: "stranger") == "{5}\n")
    // If some rows are hidden from a reader, the keys of any row would reveal something about them.
    try await database.write("ALTER TABLE secret ENABLE ROW LEVEL SECURITY")
    #expect(try await asked(keys, as: "stranger").isEmpty)
    #expect(try await database.write(keys) == "{1}\n{5}\n")
    try await database.write("DROP TABLE secret")
    #expect(try await asked(keys, as: "stranger").isEmpty)
  }
}
