import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Backups go on as before when a log is installed, and restoring one conflicts with nothing.
@Suite(.serialized) struct DumpTests {
  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int); INSERT INTO item SELECT g, g FROM generate_series(1, 9) g;
      DO $$ BEGIN CREATE ROLE dumper LOGIN; GRANT pg_read_all_data TO dumper;
      EXCEPTION WHEN duplicate_object THEN NULL; END $$
      """, on: try await RoleServer.cluster().url)
    store = try database.store()
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["n"])
    try await database.write("UPDATE item SET n = n + 1")
  }

  private func dump(_ arguments: String...) throws -> String {
    let program = try ChildProgram(
      ["pg_dump", "-d", database.url(["user": "dumper"])] + arguments, errors: .mixed)
    let (text, status) = try program.finish()
    #expect(status == 0, "\(text.suffix(500))")
    return text
  }

  @Test func `a role that may read everything dumps the database`() throws {
    #expect(try dump().contains("CREATE UNLOGGED TABLE sectional_log_sectional.entry"))
  }

  @Test func `a dump of the schema and one of the data are restored one after the other`()
    async throws
  {
    let copy = try await ScratchServerDatabase(
      try dump("-s"), on: try await RoleServer.cluster().url)
    try await copy.write("SET client_min_messages = error; \(try dump("-a"))")
    #expect(try await copy.write("SELECT sum(n) FROM item") == "54\n")
    #expect(try await copy.store().changeLogStatus(of: ["item"]) == ["item": .outdated])
    try await copy.store().installChangeLog(for: ["item"])
    #expect(try await copy.store().changeLogStatus(of: ["item"]) == ["item": .notifying])
  }

  @Test func `who may read everything but is subject to policies is shown no keys behind them`()
    async throws
  {
    let keys =
      "SET SESSION AUTHORIZATION dumper; SELECT keys FROM sectional_log_sectional.entry "
      + "WHERE keys IS NOT NULL AND op = 'I'"
    try await database.write(
      "ALTER TABLE item ENABLE ROW LEVEL SECURITY; INSERT INTO item VALUES (77, 7)")
    #expect(try await database.write(keys).isEmpty)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    try await database.write("INSERT INTO item VALUES (78, 8)")
    #expect(try await database.write(keys).isEmpty)
    // The owner, to whom no policy applies, follows its rows.
    #expect(
      try await database.write(
        "SELECT keys FROM sectional_log_sectional.visible_entry WHERE op = 'I' ORDER BY number")
        == "\n{78}\n")
  }
}
