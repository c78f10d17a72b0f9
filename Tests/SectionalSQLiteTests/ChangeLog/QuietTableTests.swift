import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists over tables that are seldom written to, beside tables that fill the change log.
@MainActor struct QuietTableTests {
  /// A change log keeps the newest 100,000 rows of all tables.
  private nonisolated static let fillLog =
    "INSERT INTO busy WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) SELECT i FROM n"

  @Test func `lists look when their places are far behind`() {
    var tables = QuietTables()
    func due(
      _ now: UInt64, since earlier: UInt64, keptFrom start: UInt64?, besides changed: Set<String>
    ) -> Set<String> {
      tables.due(
        among: ["busy", "quiet"], besides: changed, at: now, since: earlier,
        keptFrom: { _ in start })
    }
    #expect(due(30_000, since: 10_000, keptFrom: nil, besides: ["busy"]) == [])
    for (now, start, wanted) in [
      (34_999, nil, []), (35_000, nil, ["quiet"]), (59_999, nil, []), (60_000, nil, ["quiet"]),
      // In the older half of what is kept.
      (70_000, 49_998, []), (70_001, 50_001, ["quiet"]), (70_002, 69_999, []),
      (70_003, 70_002, ["quiet"]),
      // The places began again.
      (10, 5, []), (25_009, nil, []), (25_010, nil, ["quiet"]),
    ] as [(UInt64, UInt64?, Set<String>)] {
      #expect(due(now, since: 0, keptFrom: start, besides: ["busy"]) == wanted, "at \(now)")
    }
    // Lists over a table that is new look from the last call on.
    #expect(
      tables.due(among: ["new"], besides: [], at: 60_000, since: 35_001) == [])
    #expect(tables.due(among: ["newer"], besides: [], at: 90_000, since: 60_000) == ["newer"])
  }

  @Test(arguments: [true, false])
  func `a list reads only what changed, also if the log was pruned meanwhile`(
    byThisProcess isOwnWrite: Bool
  ) async throws {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE quiet(id INTEGER PRIMARY KEY, n); INSERT INTO quiet VALUES (1, 1), (2, 2);
      CREATE TABLE busy(i INTEGER);
      """)
    let store = try SQLiteStore(path: file.path)
    try await store.installChangeLog(for: ["quiet", "busy"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "quiet"), store: store)
    try await list.performFetch()
    for _ in 0..<3 {
      let checks = try await checksAtRest(of: list, besideWritesTo: file)
      if isOwnWrite {
        _ = try await store.write { db in try db.execute(QuietTableTests.fillLog) }
      } else {
        try file.write(QuietTableTests.fillLog)
      }
      try await wait(for: "a look") { list.diagnostics.versionChecks > checks }
    }
    try file.write("UPDATE quiet SET n = 10 WHERE id = 1")
    try await wait { list.results.rows.first?["n"]?.integerValue == 10 }
    #expect(list.diagnostics.fullFetches == 1)
    await list.close()
  }

  @Test func `without a log, a list reads only what changed after many commits to other tables`()
    async throws
  {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE quiet(id INTEGER PRIMARY KEY, n); INSERT INTO quiet VALUES (1, 1), (2, 2);
      CREATE TABLE busy(i INTEGER);
      """)
    let store = try SQLiteStore(path: file.path)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "quiet"), store: store)
    try await list.performFetch()
    for _ in 0..<4 {
      let checks = list.diagnostics.versionChecks
      for number in 1...600 {
        _ = try await store.write { db in try db.execute("INSERT INTO busy VALUES (?)", [number]) }
      }
      try await wait(for: "a look") { list.diagnostics.versionChecks > checks }
    }
    _ = try await store.write { db in try db.execute("UPDATE quiet SET n = 10 WHERE id = 1") }
    try await wait { list.results.rows.first?["n"]?.integerValue == 10 }
    #expect(list.diagnostics.fullFetches == 1)
    await list.close()
  }

  /// Returns how often a list has looked, once small writes to another table no longer make it look.
  private func checksAtRest(
    of list: ResultsController<StoredRow>, besideWritesTo file: ScratchDatabase
  ) async throws -> Int {
    var checks = -1
    while checks != list.diagnostics.versionChecks {
      checks = list.diagnostics.versionChecks
      for _ in 0..<10 { try file.write("INSERT INTO busy VALUES (0)") }
    }
    return checks
  }
}
