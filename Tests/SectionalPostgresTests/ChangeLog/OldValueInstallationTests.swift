import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Which columns' old values a change log keeps.
@Suite(.serialized) struct OldValueInstallationTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text, n int, size numeric);
    CREATE TABLE other(id int PRIMARY KEY, name text); CREATE TABLE keyless(id int);
    INSERT INTO item SELECT g, 'a', g, g FROM generate_series(1, 3) g;
    """
  private static let traces = """
    SELECT oid, xmin FROM pg_trigger WHERE NOT tgisinternal ORDER BY oid;
    SELECT oid, xmin FROM pg_proc WHERE pronamespace = to_regnamespace('sectional_log_sectional') ORDER BY oid
    """

  private let database: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    database = try await ScratchServerDatabase(OldValueInstallationTests.schema)
    store = try database.store()
  }

  private func traces() async throws -> String {
    try await database.write(OldValueInstallationTests.traces)
  }

  private func kept(_ table: String = "item") async throws -> [String] {
    try await store.changeLogColumns(of: [table])[table] ?? []
  }

  @Test func `a log keeps what it kept and what is named`() async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["size"])
    #expect(try await kept() == ["size"])
    try await store.installChangeLog(for: ["item", "other"], oldValuesOf: ["name"])
    #expect(try await kept() == ["name", "size"])
    #expect(
      try await store.changeLogColumns() == [
        "item": ["name", "size"], "other": ["name"], "keyless": [],
      ])
    let before = try await traces()
    for columns in [[], ["name"], ["size", "name", "size"]] {
      #expect(try await store.changeLogStatements(for: ["item"], oldValuesOf: columns).isEmpty)
      try await store.installChangeLog(for: ["public.item"], oldValuesOf: columns)
    }
    try await store.installChangeLog(for: ["item", "other"])
    #expect(try await traces() == before)
    // Notifications are turned off and on without losing the columns.
    try await store.installChangeLog(for: ["item"], notifying: false)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .installed])
    #expect(try await kept() == ["name", "size"])
    try await store.uninstallChangeLog(for: ["item"])
    #expect(try await kept().isEmpty)
    try await store.installChangeLog(for: ["item"])
    #expect(try await kept().isEmpty)
  }

  @Test func `psql can install a log that keeps old values`() async throws {
    let statements = try await store.changeLogStatements(
      for: ["item"], oldValuesOf: ["name"], notifying: false)
    #expect(try await kept().isEmpty)
    try await database.write("BEGIN;\n\(statements.joined(separator: ";\n"));\nCOMMIT;")
    #expect(try await kept() == ["name"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .installed])
  }

  @Test func `a column that does not exist is an error that names the nearest`() async throws {
    let before = try await traces()
    let error = await storeError {
      try await store.installChangeLog(for: ["item", "other"], oldValuesOf: ["nam"])
    }
    #expect(error?.code == .noSuchColumn)
    #expect(error?.message.contains("name") == true, "\(error?.message ?? "")")
    let other = await storeError {
      try await store.installChangeLog(for: ["item", "other"], oldValuesOf: ["size"])
    }
    #expect(other?.code == .noSuchColumn)
    #expect(other?.message.contains("other") == true, "\(other?.message ?? "")")
    #expect(try await traces() == before)
  }

  @Test func `a log keeps sixteen columns at most`() async throws {
    let names = (1...17).map { "c\($0)" }
    try await database.write(
      "CREATE TABLE wide(id int PRIMARY KEY, \(names.map { "\($0) int" }.joined(separator: ", ")))")
    let error = await storeError {
      try await store.installChangeLog(for: ["wide"], oldValuesOf: names)
    }
    #expect(error?.code == .unsupported)
    try await store.installChangeLog(for: ["wide"], oldValuesOf: Array(names.prefix(16)))
    #expect(try await kept("wide") == Array(names.prefix(16)))
    let more = await storeError {
      try await store.installChangeLog(for: ["wide"], oldValuesOf: ["c17"])
    }
    #expect(more?.code == .unsupported)
    #expect(more?.message.contains("16") == true, "\(more?.message ?? "")")
    #expect(try await kept("wide").count == 16)
  }

  @Test(arguments: ["regclass", "regtype[]", "money"])
  func `a column whose text is not the same for every user is refused`(type: String) async throws {
    try await database.write("ALTER TABLE item ADD COLUMN odd \(type)")
    let error = await storeError {
      try await store.installChangeLog(for: ["item"], oldValuesOf: ["odd"])
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("odd") == true, "\(error?.message ?? "")")
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .missing])
  }

  @Test(arguments: [
    ("ALTER TABLE item RENAME COLUMN name TO title", ["title", "n"]),
    ("ALTER TABLE item DROP COLUMN name", ["n"]),
    ("ALTER TABLE item DROP COLUMN name; ALTER TABLE item ADD COLUMN name text", ["n"]),
    ("ALTER TABLE item ALTER COLUMN name TYPE varchar(5)", ["name", "n"]),
    ("ALTER TABLE item ALTER COLUMN name TYPE regclass USING NULL", ["n"]),
    (
      "ALTER TABLE item RENAME COLUMN name TO x; ALTER TABLE item RENAME COLUMN size TO name",
      ["x", "n"]
    ),
  ])
  func `a log is outdated when a kept column is altered, and can be installed again`(
    example: (sql: String, kept: [String])
  ) async throws {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["name", "n"])
    try await database.write(example.sql)
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .outdated])
    #expect(try await kept().isEmpty)
    // Writers are not disturbed meanwhile.
    try await database.write(
      "UPDATE item SET n = n + 1; INSERT INTO item(id) VALUES (9); DELETE FROM item WHERE id = 9")
    try await store.installChangeLog(for: ["item"])
    #expect(try await store.changeLogStatus(of: ["item"]) == ["item": .notifying])
    #expect(try await kept() == example.kept)
  }

  @Test func `a log without room for old values is outdated, and installing again replaces it`()
    async throws
  {
    try await store.installChangeLog(for: ["item", "other"])
    // The form that an earlier version created.
    try await database.write(
      """
      ALTER TABLE sectional_log_sectional.entry DROP COLUMN old_rows CASCADE, DROP COLUMN new_rows;
      UPDATE item SET n = 7
      """)
    #expect(
      try await store.changeLogStatus(of: ["item", "other"]) == [
        "item": .outdated, "other": .outdated,
      ])
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["n"])
    #expect(
      try await store.changeLogStatus(of: ["item", "other"]) == [
        "item": .notifying, "other": .outdated,
      ])
    try await store.installChangeLog(for: ["other"])
    #expect(try await kept() == ["n"])
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    try await database.write("UPDATE item SET n = 8; INSERT INTO other VALUES (1, 'x')")
  }

  @Test func `every partition keeps the same columns, whatever their order`() async throws {
    try await database.write(
      """
      CREATE TABLE parted(id int PRIMARY KEY, a text, b text) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF parted FOR VALUES FROM (0) TO (5);
      CREATE TABLE high(b text, x int, a text, id int NOT NULL); ALTER TABLE high DROP COLUMN x;
      ALTER TABLE parted ATTACH PARTITION high FOR VALUES FROM (5) TO (10)
      """)
    try await store.installChangeLog(for: ["parted"], oldValuesOf: ["b", "a"])
    for table in ["parted", "low", "high"] { #expect(try await kept(table) == ["a", "b"]) }
    try await database.write(
      """
      INSERT INTO parted VALUES (1, 'A', 'B'), (7, 'A', 'B'); INSERT INTO high(id, a, b) VALUES (8, 'A', 'B')
      """)
    #expect(
      try await database.write(
        "SELECT unnest(new_rows) FROM sectional_log_sectional.entry WHERE op = 'I' ORDER BY 1")
        == #"["1", "A", "B"]"# + "\n" + #"["7", "A", "B"]"# + "\n" + #"["8", "A", "B"]"# + "\n")
    try await store.installChangeLog(for: ["high"], oldValuesOf: ["a"])
    #expect(try await kept("parted") == ["a", "b"])
  }
}
