import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists that read some of the columns: an update of other columns doesn't wake them, and no other change is missed.
@MainActor @Suite(.serialized)
struct ColumnWakingTests {
  struct Named: StoredRecord {
    var id: Int64
    var name: String
    static let table = RecordTable(
      "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      row: Named.init)
  }

  private static func store(_ file: ScratchDatabase) throws -> SQLiteStore {
    try SQLiteStore(
      path: file.path, pollInterval: .seconds(3600), hasEvents: false, hook: .preupdate)
  }

  @Test(arguments: [
    ("UPDATE item SET score = 9", false), ("UPDATE item SET name = 'new'", true),
    ("UPDATE item SET score = 5 WHERE score IS NULL", false),
    ("UPDATE item SET score = 9; UPDATE item SET name = 'later'", true),
    ("UPDATE item SET score = 1, name = 'x' WHERE id = 1", true),
    ("INSERT INTO item(name, score) VALUES ('n', 1)", true),
    ("INSERT INTO item(id, name) VALUES (1, 'n') ON CONFLICT DO UPDATE SET score = 3", false),
    ("INSERT OR REPLACE INTO item(id, name) VALUES (1, 'n')", true),
    ("UPDATE OR REPLACE item SET code = 2 WHERE id = 1", true),
    ("UPDATE item SET id = 7 WHERE id = 1", true), ("UPDATE item SET rowid = 7 WHERE id = 1", true),
    ("DELETE FROM item WHERE id = 2", true), ("UPDATE other SET n = 3", true),
  ])
  func `only writes that can change the list wake it`(statement: String, wakes: Bool) async throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, score, code UNIQUE);
      CREATE TABLE other(n); INSERT INTO other VALUES (1);
      CREATE TRIGGER far AFTER UPDATE ON other BEGIN UPDATE item SET name = 'far'; END;
      INSERT INTO item VALUES (1, 'ada', 1, 1), (2, 'bob', 2, 2);
      """)
    let store = try ColumnWakingTests.store(file)
    let typed = ResultsController(fetchRequest: ResultsRequest<Named>(), store: store)
    let written = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(sql: "SELECT id, name FROM item", key: ["id"]),
      store: store)
    try await typed.performFetch()
    try await written.performFetch()
    try await wait { typed.diagnostics.versionChecks > 1 && written.diagnostics.versionChecks > 1 }
    try await typed.settle(on: store)
    if wakes {
      // Each of these statements changes what the lists show, and nothing else wakes them.
      _ = try await store.write { db in _ = try db.execute(statement, []) }
      try await wait(for: "both lists to show the change") { try shown(file, typed, written) }
      return
    }
    // What an earlier statement updated is nothing to a later one.
    try await store.write { db in try db.execute("UPDATE item SET name = 'early' WHERE id = 2") }
    try await wait(for: "both lists to show the name") { try shown(file, typed, written) }
    var checks = (0, 0)
    // A look that began earlier can be late, but one that a statement causes always comes.
    for attempt in 0..<5 where checks != (1, 1) {
      let before = (typed.diagnostics.versionChecks, written.diagnostics.versionChecks)
      // Run twice, because a cached statement isn't prepared again.
      for _ in 0..<2 {
        _ = try await store.write { db in _ = try? db.execute(statement, []) }
      }
      // It is followed by a write that both lists are notified of.
      try await store.write { db in
        _ = try db.execute("INSERT INTO item(id, name) VALUES (?, 'z')", [90 + attempt])
      }
      try await wait(for: "both lists to show the row") { try shown(file, typed, written) }
      checks = (
        typed.diagnostics.versionChecks - before.0, written.diagnostics.versionChecks - before.1
      )
    }
    #expect(checks == (1, 1))
  }

  @Test func `what an earlier transaction updated doesn't ring for a later one`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name, score); INSERT INTO item VALUES (1, 'a', 1)")
    let store = try ColumnWakingTests.store(file)
    let rings = Locked(0)
    let bell = Doorbell(for: TableRegion(["item": .only(["name"])])) { rings.withLock { $0 += 1 } }
    let following = Task { try? await store.changeSource().run(bell) }
    defer { following.cancel() }
    try await wait(for: "the first ring") { rings.withLock { $0 } > 0 }
    var falseRings: [Int] = []
    for round in 1...6 {
      let before = rings.withLock { $0 }
      try await store.write { db in try db.execute("UPDATE item SET name = 'n\(round)'") }
      try await wait(for: "a ring") { rings.withLock { $0 } > before }
      let rung = rings.withLock { $0 }
      try await store.write { db in try db.execute("UPDATE item SET score = \(round)") }
      falseRings.append(rings.withLock { $0 } - rung)
    }
    // The poll may ring in the first rounds, because it has nothing to compare with.
    #expect(falseRings.contains(0), "\(falseRings)")
  }

  /// Returns whether both lists show what the file holds.
  private func shown(
    _ file: ScratchDatabase, _ typed: ResultsController<Named>,
    _ written: ResultsController<StoredRow>
  ) throws -> Bool {
    let names = try file.write("SELECT name FROM item ORDER BY id").split(separator: "\n")
      .map(String.init)
    return typed.results.rows.map(\.name) == names
      && written.results.rows.map { "\($0["name"] ?? .null)" } == names.map { "'\($0)'" }
  }

  @Test(arguments: WrittenTable.allCases, 0..<3 as Range<UInt64>)
  func `a list of some columns is never wrong`(table: WrittenTable, seed: UInt64) async throws {
    let file = try ScratchDatabase(table.declaration)
    let store = try ColumnWakingTests.store(file)
    let shell = try SQLiteShell(path: file.path)
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        sql: "SELECT \(table.identity) AS id, team FROM item WHERE name <> 'x'", key: ["id"]),
      store: store)
    try await controller.performFetch()
    var writes = RandomWrites(table, seed: seed + 100)
    for step in 0..<HistoryLength.steps(50) {
      let statements = writes.statements()
      _ = try? await store.write { db in
        for statement in statements { _ = try? db.execute(statement) }
      }
      let truth = try await shell.rows(
        ["id", "team"],
        from: """
          (SELECT \(table.identity) AS id, team FROM item WHERE name <> 'x') \
          ORDER BY id COLLATE BINARY
          """)
      func shown() -> [[OracleValue]] {
        controller.results.rows.map { row in
          ["id", "team"].map { OracleValue(row[$0] ?? .null) }
        }
      }
      try? await wait { shown() == truth }
      try #require(shown() == truth, "\(table) \(seed), step \(step): \(statements)")
    }
  }
}
