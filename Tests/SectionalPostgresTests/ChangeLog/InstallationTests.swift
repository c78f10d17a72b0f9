import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// What installing the change log creates in a database, and what uninstalling it leaves.
@Suite(.serialized) struct InstallationTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, n int); CREATE TABLE other(id text PRIMARY KEY);
    CREATE TABLE keyless(id int); INSERT INTO item VALUES (1, 1), (2, 2);
    """

  /// Everything that an installation could change.
  private static let traces = """
    SELECT 'trigger', oid, xmin, tgrelid::regclass, tgname, tgenabled FROM pg_trigger
      WHERE NOT tgisinternal ORDER BY oid;
    SELECT 'function', oid, xmin, proname FROM pg_proc
      WHERE pronamespace = to_regnamespace('sectional_log_sectional') ORDER BY oid;
    SELECT 'table', oid, xmin, relname, relfilenode FROM pg_class
      WHERE relnamespace IN (to_regnamespace('sectional_log_sectional'), 'public'::regnamespace) ORDER BY oid;
    SELECT 'schema', oid, xmin FROM pg_namespace WHERE nspname = 'sectional_log_sectional';
    """

  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    database = try await ScratchServerDatabase(InstallationTests.schema)
    store = try database.store()
  }

  @Test(arguments: [true, false]) func `installing the log again changes nothing`(notifies: Bool)
    async throws
  {
    try await store.installChangeLog(for: ["item", "other"], notifying: notifies)
    let traces = try await database.write(InstallationTests.traces)
    let log = "SELECT number, rel, xid, op FROM sectional_log_sectional.entry ORDER BY number"
    let entries = try await database.write(log)
    #expect(traces.split(separator: "\n").count > 15)
    try await store.installChangeLog(for: ["item", "other"], notifying: notifies)
    try await store.installChangeLog(for: ["public.item"], notifying: notifies)
    #expect(try await database.write(InstallationTests.traces) == traces)
    #expect(try await database.write(log) == entries)
    let statements = try await store.changeLogStatements(
      for: ["item", "other"], notifying: notifies)
    #expect(statements.isEmpty)
    let status: ChangeLogStatus = notifies ? .notifying : .installed
    #expect(
      try await store.changeLogStatus() == [
        "item": status, "other": status, "keyless": .missing,
      ])
  }

  @Test func `installing again can turn notifications on and off`() async throws {
    try await store.installChangeLog(for: ["item"], notifying: true)
    try await store.installChangeLog(for: ["item"], notifying: false)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .installed])
    #expect(try await !store.changeLogStatements(for: ["item"], notifying: true).isEmpty)
    try await store.installChangeLog(for: ["item"], notifying: true)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    #expect(
      try await database.write("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == "4\n")
  }

  @Test
  func `installing again keeps a log quiet, outdated or not, until notifications are asked for`()
    async throws
  {
    try await store.installChangeLog(for: ["item"], notifying: false)
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["n"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .installed])
    #expect(try await store.changeLogColumns(of: ["item"]) == ["item": ["n"]])
    _ = try await database.write("ALTER TABLE item ADD COLUMN later int")
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    try await store.installChangeLog(for: ["item", "other"])
    #expect(
      try await store.changeLogStatus(of: ["item", "other"]) == [
        "item": .installed, "other": .notifying,
      ])
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["later"], notifying: true)
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
  }

  @Test(arguments: [["item", "nowhere"], ["item", "keyless"], ["nowhere", "item"]])
  func `if one of several tables can't be logged, none is`(tables: [String]) async throws {
    let traces = try await database.write(InstallationTests.traces)
    let error = await storeError { try await store.installChangeLog(for: tables) }
    #expect([.noSuchTable, .noKey].contains(error?.code), "\(error?.message ?? "")")
    #expect(try await database.write(InstallationTests.traces) == traces)
    let other = await storeError { _ = try await store.changeLogStatements(for: tables) }
    #expect(other?.code == error?.code)
    try await store.installChangeLog(for: ["other"])
    let logged = try await database.write(InstallationTests.traces)
    _ = await storeError { try await store.installChangeLog(for: tables) }
    #expect(try await database.write(InstallationTests.traces) == logged)
  }

  @Test func `uninstalling one table's log keeps other logs, and the last one leaves nothing`()
    async throws
  {
    try await store.installChangeLog(for: ["item", "other"])
    try await store.uninstallChangeLog(for: ["item"])
    #expect(
      try await store.changeLogStatus() == [
        "item": .missing, "other": .notifying, "keyless": .missing,
      ])
    let functions =
      "SELECT count(*) FROM pg_proc WHERE pronamespace = 'sectional_log_sectional'::regnamespace"
    // The functions of the other table, and the one that prunes.
    #expect(try await database.write(functions) == "5\n")
    try await database.write("UPDATE item SET n = 3; INSERT INTO other VALUES ('x')")
    #expect(
      try await database.write(
        "SELECT keys FROM sectional_log_sectional.entry WHERE rel = 'other'::regclass AND op = 'I'")
        == "{x}\n")
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["other"]) == ["other": .notifying])
    try await store.uninstallChangeLog(for: ["other"])
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    #expect(
      try await database.write("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == "0\n")
    try await store.uninstallChangeLog(for: ["item", "other"])
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
  }

  @Test(arguments: ["item", "public.item", "\"item\""])
  func `psql can install the log in one transaction`(name: String) async throws {
    let statements = try await store.changeLogStatements(for: [name, "other"])
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    try await database.write("BEGIN;\n\(statements.joined(separator: ";\n"));\nCOMMIT;")
    #expect(try await store.changeLogStatus(of: [name]) == [name: .notifying])
    #expect(try await store.changeLogStatements(for: [name, "other"]).isEmpty)
    // The missing parts of an installation are the ones that are run.
    try await database.write("DROP TRIGGER zz_sectional_update ON item")
    let rest = try await store.changeLogStatements(for: [name, "other"])
    try await database.write("BEGIN;\n\(rest.joined(separator: ";\n"));\nCOMMIT;")
    #expect(try await store.changeLogStatus(of: [name]) == [name: .notifying])
  }
}
