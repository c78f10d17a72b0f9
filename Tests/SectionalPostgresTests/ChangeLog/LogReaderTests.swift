import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists of users who may read a table, some of its rows, or only part of the log.
@MainActor @Suite(.serialized) struct LogReaderTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, holder text, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g, (ARRAY['reader', 'other'])[1 + g % 2] FROM generate_series(1, 20) g;
    GRANT SELECT ON item TO reader;
    """

  /// A database with a log, and the list of a user who may read the table.
  @MainActor private final class Reading {
    let database: ScratchServerDatabase
    let list: ResultsController<StoredRow>
    let recorder = ToldChanges<StoredRow>()
    private let store: PostgresStore

    init(_ sql: String = "", after preparation: String = "") async throws {
      database = try await ScratchServerDatabase(
        LogReaderTests.schema + sql, on: try await RoleServer.cluster().url)
      try await database.store().installChangeLog(for: ["item"])
      if !preparation.isEmpty { try await database.write(preparation) }
      store = try PostgresStore(database.url(["user": "reader"]), connectionLimit: 2)
      list = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store,
        changes: SilentSource(of: store))
      list.changesetDelegate = recorder
      try await list.performFetch()
    }

    /// Runs SQL in another program, and checks that the list then shows what its user may see.
    func write(_ sql: String) async throws {
      try await database.write(sql)
      try await list.refresh()
      let truth = try await database.write(
        "SET SESSION AUTHORIZATION reader; SELECT id, holder, n FROM item ORDER BY id")
      let shown = list.results.rows.map { row in
        row.values.map { OracleValue($0).sectionName }.joined(separator: "|")
      }
      #expect(shown == truth.split(separator: "\n").map(String.init), "\(sql)")
    }
  }

  @Test func `a reader of the whole table follows it row by row`() async throws {
    let reading = try await Reading()
    try await reading.write("UPDATE item SET n = 1 WHERE id < 4; DELETE FROM item WHERE id = 5")
    try await reading.write(
      "INSERT INTO item VALUES (30, 'x', 1); UPDATE item SET id = 31 WHERE id = 6")
    #expect(reading.list.diagnostics.fullFetches == 1, "\(reading.list.diagnostics)")
    #expect(reading.recorder.take() == ["delete": 2, "insert": 2, "update": 3])
  }

  private static let policy = """
    ALTER TABLE item ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON item USING (holder = current_user);
    """

  @Test func `a reader of some rows always sees exactly those`() async throws {
    let reading = try await Reading(LogReaderTests.policy)
    #expect(reading.list.results.rows.count == 10)
    for sql in [
      "UPDATE item SET n = n + 1", "UPDATE item SET holder = 'other' WHERE id = 2",
      "UPDATE item SET holder = 'reader' WHERE id = 1", "DELETE FROM item WHERE id IN (3, 4)",
      "INSERT INTO item VALUES (50, 'reader'), (51, 'other')", "UPDATE item SET id = id + 100",
    ] { try await reading.write(sql) }
    #expect(reading.list.diagnostics.fullFetches > 1)
    #expect(reading.list.diagnostics.fullFetchReason?.isEmpty == false)
  }

  @Test func `rows that a policy hides or shows are deleted or inserted`() async throws {
    let reading = try await Reading()
    #expect(reading.list.results.rows.count == 20)
    try await reading.write(LogReaderTests.policy)
    #expect(reading.list.results.rows.count == 10)
    try await reading.write("ALTER POLICY own ON item USING (holder = 'other')")
    try await reading.write("CREATE POLICY more ON item USING (id = 2)")
    #expect(reading.list.results.rows.count == 11)
    try await reading.write("ALTER TABLE item DISABLE ROW LEVEL SECURITY")
    #expect(reading.list.results.rows.count == 20)
    let before = reading.list.diagnostics.fullFetches
    try await reading.write("UPDATE item SET n = 5 WHERE id = 7")
    #expect(reading.list.diagnostics.fullFetches == before)
  }

  @Test(arguments: [
    "REVOKE USAGE ON SCHEMA sectional_log_sectional FROM PUBLIC",
    "REVOKE SELECT ON sectional_log_sectional.visible_entry FROM PUBLIC",
    "REVOKE SELECT ON sectional_log_sectional.state FROM PUBLIC",
    "ALTER VIEW sectional_log_sectional.visible_entry RESET (security_barrier)",
    "REVOKE SELECT ON item FROM reader; GRANT SELECT (id, holder, n) ON item TO reader",
  ])
  func `a reader without access to the log still sees the table`(loss: String) async throws {
    let reading = try await Reading(after: loss)
    #expect(reading.list.results.rows.count == 20)
    try await reading.write("UPDATE item SET n = 1 WHERE id < 4")
    try await reading.write("DELETE FROM item WHERE id = 5; INSERT INTO item VALUES (40, 'x')")
    #expect(reading.recorder.take() == ["delete": 1, "insert": 1, "update": 3])
    let other = try await Reading()
    try await other.write(loss)
    try await other.write("UPDATE item SET n = 2")
  }

  @Test func `a second owner's table is logged with any session setting for hidden rows`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY); CREATE TABLE owned(id int PRIMARY KEY, n int);
      ALTER TABLE owned OWNER TO owner; GRANT USAGE ON SCHEMA public TO owner;
      CREATE SCHEMA sectional_log_owner AUTHORIZATION owner
      """, on: try await RoleServer.cluster().url)
    try await database.store().installChangeLog(for: ["item"])
    let store = try PostgresStore(database.url(["user": "owner"]), connectionLimit: 1)
    try await store.installChangeLog(for: ["owned"])
    #expect(try await store.changeLogStatus(of: ["owned"]) == ["owned": .notifying])
    for session in ["", "SET row_security = off; "] {
      for role in ["owner", "sectional"] {
        try await database.write(
          "SET ROLE \(role); \(session)INSERT INTO owned SELECT count(*) FROM owned")
      }
    }
    let log =
      "SELECT count(*) FROM sectional_log_owner.entry WHERE rel = 'owned'::regclass AND op = 'I'"
    #expect(try await database.write(log) == "4\n")
  }
}
