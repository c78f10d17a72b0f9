import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// What lists over logged tables do while others write elsewhere on the server: nothing.
@MainActor struct OthersCommitsTests {
  private static let tables = """
    CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.item(id bigint PRIMARY KEY, n int);
    CREATE TABLE item(id bigint PRIMARY KEY, team bigint, name text);
    CREATE TABLE team(id bigint PRIMARY KEY, name text);
    CREATE VIEW named AS SELECT i.id, t.name AS team, i.name FROM item i LEFT JOIN team t ON t.id = i.team;
    INSERT INTO team SELECT n, 'team ' || n FROM generate_series(1, 3) n;
    INSERT INTO item SELECT n, n % 3 + 1, 'name ' || n FROM generate_series(1, 300) n;
    """

  /// The lists that a commit to another table doesn't concern.
  private func lists(over store: PostgresStore) -> [ResultsController<StoredRow>] {
    let item = ResultsRequest<StoredRow>(table: "item")
    return [
      ResultsController(fetchRequest: item, store: store),
      ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "item", predicate: "id > 10"), store: store),
      ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: "named", key: ["id"]), store: store),
      ResultsController(
        fetchRequest: item, store: store,
        alongside: ResultsRequest<StoredRow>(
          sql: "SELECT team, count(*) AS n FROM item GROUP BY team", key: ["team"])),
      ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(
          sql:
            "SELECT t.id, count(i.id) AS n FROM team t LEFT JOIN item i ON i.team = t.id GROUP BY t.id",
          key: ["id"]), store: store),
    ]
  }

  @Test(arguments: [true, false])
  func `commits to other tables wake no list and read no row`(notifies: Bool) async throws {
    let database = try await ScratchServerDatabase(OthersCommitsTests.tables)
    let another = try await ScratchServerDatabase("CREATE TABLE item(id bigint PRIMARY KEY)")
    let store = try PostgresStore(
      database.url, pollInterval: .milliseconds(20), checkInterval: .milliseconds(50))
    try await store.installChangeLog(for: ["item", "team"], notifying: notifies)
    let lists = lists(over: store)
    for list in lists { try await list.performFetch() }
    // What the lists find out first about notifications lets them look again.
    try await settled(lists)
    let reads = try await settledReads(in: database)
    let looks = lists.map(\.diagnostics.versionChecks)
    for n in 1...20 {
      try await database.write("INSERT INTO elsewhere.item VALUES (\(n), \(n))")
      try await another.write("INSERT INTO item VALUES (\(n))")
      try await Task.sleep(for: .milliseconds(30))
    }
    #expect(lists.map(\.diagnostics.versionChecks) == looks)
    #expect(try await settledReads(in: database) == reads)
    try await database.write(
      "UPDATE team SET name = 'new' WHERE id = 1; DELETE FROM item WHERE id = 7")
    try await wait { lists.map { $0.results.rows.count } == [299, 290, 299, 299, 3] }
    try await wait {
      lists[2].results.rows.contains { $0["team"]?.textValue == "new" }
        && lists[3].alongside.compactMap { $0["n"]?.integerValue }.reduce(0, +) == 299
        && lists[4].results.rows.compactMap { $0["n"]?.integerValue }.reduce(0, +) == 299
    }
    for list in lists { await list.close() }
  }

  /// Waits until no list has looked for a while.
  private func settled(_ lists: [ResultsController<StoredRow>]) async throws {
    var quiet = 0
    var before = lists.map(\.diagnostics.versionChecks)
    while quiet < 6 {
      try await Task.sleep(for: .milliseconds(100))
      let now = lists.map(\.diagnostics.versionChecks)
      quiet = now == before ? quiet + 1 : 0
      before = now
    }
  }

  /// Returns how often the listed tables were read, once every session has told the server.
  private func settledReads(in database: ScratchServerDatabase) async throws -> String {
    var before = ""
    while true {
      let now = try await reads(in: database)
      guard now != before else { return now }
      before = now
      try await Task.sleep(for: .seconds(3))
    }
  }

  /// Returns how often the listed tables were read, as the server counts it.
  private func reads(in database: ScratchServerDatabase) async throws -> String {
    try await database.write(
      """
      SELECT pg_stat_force_next_flush();
      SELECT pg_sleep(0.1);
      SELECT relname, seq_scan, coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY relname
      """)
  }
}
