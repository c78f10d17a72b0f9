import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Installations that overlap with others and with writers, or that follow manual changes.
@Suite(.serialized) struct InstallationEndTests {
  private let database: ScratchServerDatabase

  init() async throws {
    database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int); CREATE TABLE other(id int PRIMARY KEY, n int);
      INSERT INTO item VALUES (1, 1), (2, 2);
      """)
  }

  @Test func `two concurrent installations install the log once`() async throws {
    let (first, second) = (try database.store(), try database.store())
    async let one: Void = first.installChangeLog(for: ["item", "other"])
    async let two: Void = second.installChangeLog(for: ["other", "item"])
    _ = try await (one, two)
    #expect(try await first.changeLogStatus() == ["item": .notifying, "other": .notifying])
    #expect(
      try await database.write("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == "8\n")
    #expect(try await database.write("SELECT count(*) FROM sectional_log_sectional.state") == "1\n")
  }

  @Test func `installing gives up on a locked table and changes nothing`() async throws {
    let store = try PostgresStore(database.url, busyTimeout: .seconds(1))
    let shell = try PostgresShell(url: database.url)
    try await shell.execute("BEGIN; UPDATE item SET n = 9 WHERE id = 1")
    let error = await storeError { try await store.installChangeLog(for: ["other", "item"]) }
    #expect(error?.code == .busy, "\(error?.message ?? "")")
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    #expect(try await store.changeLogStatus() == ["item": .missing, "other": .missing])
    try await shell.execute("COMMIT")
    try await store.installChangeLog(for: ["other", "item"])
    #expect(try await store.changeLogStatus() == ["item": .notifying, "other": .notifying])
    #expect(try await database.write("SELECT n FROM item WHERE id = 1") == "9\n")
  }

  @Test func `writes before and during the installation are not lost`() async throws {
    let store = try database.store()
    let shell = try PostgresShell(url: database.url)
    try await shell.execute("BEGIN; UPDATE item SET n = 9 WHERE id = 1")
    async let installation: Void = store.installChangeLog(for: ["item"])
    try await Task.sleep(for: .milliseconds(200))
    try await shell.execute("UPDATE item SET n = 10 WHERE id = 2; COMMIT")
    try await installation
    #expect(try await database.write("SELECT count(*) FROM sectional_log_sectional.entry") == "0\n")
    #expect(try await database.write("SELECT n FROM item ORDER BY id") == "9\n10\n")
  }

  @Test(arguments: [
    "DROP TRIGGER zz_sectional_update ON item",
    "ALTER TRIGGER zz_sectional_update ON item RENAME TO zz_sectional_other",
    "DROP TABLE sectional_log_sectional.entry CASCADE",
    "DROP TABLE sectional_log_sectional.state CASCADE",
    "ALTER TABLE item RENAME TO thing; CREATE TABLE item(id int PRIMARY KEY, n int)",
    "DROP TABLE other",
  ])
  func `a manually changed log can be installed again and uninstalled`(change: String)
    async throws
  {
    let store = try database.store()
    try await store.installChangeLog(for: ["item", "other"])
    try await database.write(change)
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    try await database.write("INSERT INTO item VALUES (7, 7)")
    let tables = try await database.write(
      "SELECT DISTINCT tgrelid::regclass FROM pg_trigger WHERE tgname LIKE 'zz_sectional%'")
    try await store.uninstallChangeLog(for: tables.split(separator: "\n").map(String.init))
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    #expect(
      try await database.write("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == "0\n")
  }

  @Test(arguments: [
    "DROP TABLE sectional_log_sectional.entry CASCADE",
    "DROP TABLE sectional_log_sectional.state CASCADE",
  ])
  func `the remains of a broken log can be uninstalled`(damage: String) async throws {
    let store = try database.store()
    try await store.installChangeLog(for: ["item"])
    try await database.write(damage)
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    try await database.write("UPDATE item SET n = n + 1")
  }

  @Test func `nothing stays of a table whose log is uninstalled, or that was dropped`() async throws
  {
    let store = try database.store()
    try await database.write(
      "CREATE TABLE gone(id int PRIMARY KEY); ALTER TABLE item ENABLE ROW LEVEL SECURITY")
    try await store.installChangeLog(for: ["item", "other", "gone"])
    try await database.write(
      """
      INSERT INTO gone VALUES (1); UPDATE item SET n = 5; INSERT INTO other VALUES (1, 1);
      DROP TABLE gone
      """)
    let entry = "sectional_log_sectional.entry"
    let hidden = "SELECT relrowsecurity FROM pg_class WHERE oid = '\(entry)'::regclass"
    #expect(try await database.write(hidden) == "t\n")
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await database.write("SELECT DISTINCT rel::regclass FROM \(entry)") == "other\n")
    #expect(try await database.write(hidden) == "f\n")
    #expect(
      try await database.write(
        "SELECT count(*) FROM pg_proc WHERE proname ~ '_(item|gone)$' AND prorettype = 'trigger'::regtype"
      )
        == "0\n")
    #expect(try await store.changeLogStatus(of: ["other"]) == ["other": .notifying])
  }

  @Test func `installing for another table runs no code that the log's owner put into the log`()
    async throws
  {
    let store = try database.store()
    try await store.installChangeLog(for: ["item", "other"])
    try await database.write(
      """
      CREATE FUNCTION public.tells() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it ran'; END $$;
      UPDATE item SET n = 5;
      CREATE TRIGGER tells BEFORE DELETE ON sectional_log_sectional.entry EXECUTE FUNCTION tells()
      """)
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus() == ["item": .missing, "other": .outdated])
  }
}
