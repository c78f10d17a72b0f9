import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists that follow a connection of the application, which reports its writes.
@MainActor @Suite struct OwnConnectionTests {
  private func file(_ mode: String, rows: Int) throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT);
      CREATE TABLE badge(id INTEGER PRIMARY KEY, code TEXT UNIQUE);
      CREATE TABLE word(text TEXT PRIMARY KEY, n) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO item SELECT i, 'name ' || i, 'team ' || (i % 10) FROM n;
      INSERT INTO badge SELECT id, 'code ' || id FROM item WHERE id <= 20;
      INSERT INTO word SELECT 'word ' || id, 0 FROM item WHERE id <= 20;
      """)
  }

  private func store(_ file: ScratchDatabase) throws -> SQLiteStore {
    try SQLiteStore(path: file.path, pollInterval: .milliseconds(5), busyTimeout: .seconds(10))
  }

  @Test func `with a rollback journal, a commit that waits for a list doesn't hold the list up`()
    async throws
  {
    let file = try file("DELETE", rows: 20)
    let store = try store(file)
    let observer = try store.makeWriteObserver()
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    // The application's commit begins, and doesn't end while the list reads what another program committed.
    observer.databaseWillCommit()
    try file.write("UPDATE item SET name = 'stranger' WHERE id = 7")
    let start = ContinuousClock.now
    try await list.refresh()
    #expect(start.duration(to: .now) < .seconds(8))
    #expect(list.results.rows.contains { $0.name == "stranger" })
    observer.databaseDidRollback(totalChanges: 0)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `one update among 100,000 rows reads one row`(mode: String) async throws {
    let file = try file(mode, rows: 100_000)
    let store = try store(file)
    let connection = try OwnConnection(path: file.path, reportingTo: store)
    let list = ResultsController(
      fetchRequest: ResultsRequest<Item>.byName, store: store, sectionNameKeyPath: \.team)
    try await list.performFetch()
    let before = list.diagnostics
    for name in ["ada", "bob", "cy"] {
      try connection.execute("UPDATE item SET name = '\(name)' WHERE id = 5000")
      try await list.refresh()
      #expect(list.results.first { $0.name == "team 0" }?.first?.name == name)
    }
    #expect(list.diagnostics.rowsRead == before.rowsRead + 3)
    #expect(list.diagnostics.fullFetches == before.fullFetches, "\(list.diagnostics)")
  }

  /// Statements that the update hook reports in part, and those that it reports.
  private static func statement(_ generator: inout SeededGenerator) -> String {
    let id = Int.random(in: 1...24, using: &generator)
    let other = Int.random(in: 1...24, using: &generator)
    return [
      "UPDATE item SET name = 'n\(other)' WHERE id = \(id)",
      "INSERT OR REPLACE INTO item VALUES (\(id), 'r\(other)', NULL)",
      "DELETE FROM item WHERE id = \(id)",
      "UPDATE OR IGNORE item SET id = \(other + 30) WHERE id = \(id)",
      "UPDATE OR REPLACE item SET id = \(other) WHERE id = \(id)",
      "UPDATE OR REPLACE item SET rowid = \(other), name = 'm' WHERE id = \(id)",
      "DELETE FROM item",
      "DELETE FROM word",
      "INSERT OR REPLACE INTO badge VALUES (\(id), 'code \(other)')",
      "UPDATE OR REPLACE badge SET code = 'code \(other)' WHERE id = \(id)",
      "INSERT OR REPLACE INTO word VALUES ('word \(id)', \(other))",
      "UPDATE word SET n = n + 1 WHERE n < \(other)",
      "INSERT INTO badge VALUES (\(id), 'code \(other)')",
      "INSERT INTO item SELECT max(id) + 1, 'm', NULL FROM item",
    ].randomElement(using: &generator) ?? ""
  }

  private static func script(_ generator: inout SeededGenerator) -> String {
    let statements = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      statement(&generator)
    }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return "BEGIN; \(statements.joined(separator: "; ")); COMMIT"
    case 1: return "BEGIN; \(statements.joined(separator: "; ")); ROLLBACK"
    case 2:
      let inner = statement(&generator)
      return "BEGIN; SAVEPOINT s; \(inner); ROLLBACK TO s; RELEASE s; \(statements[0]); COMMIT"
    default: return statements[0]
    }
  }

  @Test(arguments: ["WAL", "DELETE"], [11, 12, 13])
  func `lists equal a fresh fetch, whoever writes what`(mode: String, seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let file = try file(mode, rows: 20)
    let store = try store(file)
    let connection = try OwnConnection(path: file.path, reportingTo: store)
    let shell = try SQLiteShell(path: file.path)
    var lists: [ResultsController<StoredRow>] = []
    for table in ["item", "badge", "word"] {
      lists.append(
        ResultsController(fetchRequest: ResultsRequest(table: table), store: store))
    }
    for list in lists { try await list.performFetch() }
    for step in 0..<HistoryLength.steps(60) {
      let sql = Self.script(&generator)
      switch step % 7 {
      case 3: try await store.write { db in try db.execute("UPDATE item SET team = 't\(step)'") }
      case 5: try await shell.execute("UPDATE OR IGNORE badge SET code = 's\(step)' WHERE id < 3;")
      default:
        // A violated constraint ends the script.
        do { try connection.execute(sql) } catch { try? connection.execute("ROLLBACK") }
      }
      for list in lists {
        try await list.refresh()
        let fresh = try await store.read { try await $0.fetch(list.fetchRequest) }
        #expect(Array(list.results.rows) == fresh, "seed \(seed), step \(step): \(sql)")
      }
    }
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a list follows the writes of GRDB`(mode: String) async throws {
    let file = try file(mode, rows: 1000)
    let dbQueue = try DatabaseQueue(path: file.path)
    let store = try makeStore(besides: dbQueue)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    try dbQueue.write { db in
      try db.execute(sql: "UPDATE item SET name = 'ada' WHERE id = 500")
      try db.execute(sql: "DELETE FROM item WHERE id = 501")
    }
    #expect(throws: LawViolation.self) {
      try dbQueue.write { db in
        try db.execute(sql: "UPDATE item SET name = 'lost'")
        try db.execute(sql: "INSERT INTO item VALUES (1, 'twice', NULL)")
      }
    }
    try await list.refresh()
    #expect(list.results.rows.first?.name == "ada")
    #expect(list.results.numberOfObjects == 999)
    #expect(list.diagnostics.rowsRead == 1001)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `another commit during a report is seen`(mode: String) async throws {
    let file = try file(mode, rows: 20)
    let store = try store(file)
    let observer = try store.makeWriteObserver()
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    list.pause()
    observer.databaseDidChange(.update, rowID: 1, in: "item")
    observer.databaseWillCommit()
    try file.write("UPDATE item SET name = 'reported' WHERE id = 1")
    try file.write("UPDATE item SET name = 'strange' WHERE id = 2")
    observer.databaseDidCommit(totalChanges: 1)
    list.resume()
    try await list.refresh()
    #expect(list.results.rows.suffix(2).map(\.name) == ["reported", "strange"])
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `an unreported commit between two known ones is seen`(mode: String) async throws {
    let file = try file(mode, rows: 20)
    let store = try store(file)
    let connection = try OwnConnection(path: file.path, reportingTo: store)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    try await store.write { try $0.execute("UPDATE item SET team = 'own' WHERE id = 1") }
    try await list.refresh()
    list.pause()
    try file.write("UPDATE item SET name = 'strange' WHERE id = 2")
    try connection.execute("UPDATE item SET name = 'reported' WHERE id = 3")
    list.resume()
    try await list.refresh()
    #expect(list.results.rows.suffix(2).map(\.name) == ["reported", "strange"])
  }

  @Test func `what is reported too much doesn't make up for what is reported too little`()
    async throws
  {
    let file = try file("WAL", rows: 20)
    let store = try store(file)
    let connection = try OwnConnection(path: file.path, reportingTo: store)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "badge"), store: store)
    try await list.performFetch()
    #expect(list.results.numberOfObjects == 20)
    try connection.execute("BEGIN")
    #expect(throws: OwnConnection.Failure.self) {
      // Twenty rows are reported before the last one violates the key.
      try connection.execute(
        "INSERT INTO item SELECT id + 1000, 'x', NULL FROM item UNION ALL SELECT 1, 'x', NULL")
    }
    try connection.execute("DELETE FROM badge; COMMIT")
    try await list.refresh()
    #expect(list.results.isEmpty || list.results.numberOfObjects == 0)
  }

  @Test(arguments: ["WAL", "DELETE"], ["id", "rowid", "ROWID"])
  func `a row that replaces another one by its rowid leaves no wrong list`(
    mode: String, column: String
  ) async throws {
    let file = try file(mode, rows: 60)
    let dbQueue = try DatabaseQueue(path: file.path)
    let store = try makeStore(besides: dbQueue)
    let own = try OwnConnection(path: file.path, reportingTo: store)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    try dbQueue.write { db in
      try db.execute(sql: "UPDATE OR REPLACE item SET \(column) = 51 WHERE id = 50")
    }
    try await list.refresh()
    #expect(!list.results.rows.contains { $0.id == 50 || $0.name == "name 51" })
    try own.execute("UPDATE OR REPLACE item SET \(column) = 41, team = 'x' WHERE id = 40")
    try await list.refresh()
    #expect(!list.results.rows.contains { $0.id == 40 || $0.name == "name 41" })
    #expect(list.results.numberOfObjects == 58)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `an observer that isn't told of columns finds out which rows moved`(
    mode: String
  ) async throws {
    let file = try file(mode, rows: 60)
    let store = try store(file)
    let observer = try store.makeWriteObserver(mayReplaceRows: false)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    let shell = try SQLiteShell(path: file.path)
    // A commit can come while the list reads.
    for (number, change) in [(7, "name = 'new'"), (90, "id = 90")].enumerated() {
      let before = list.diagnostics.fullFetches
      try await shell.execute("BEGIN IMMEDIATE; UPDATE item SET \(change.1) WHERE id = 7;")
      observer.databaseDidChange(.update, rowID: Int64(change.0), in: "item")
      observer.databaseWillCommit()
      try await shell.execute("COMMIT;")
      observer.databaseDidCommit(totalChanges: number + 1)
      try await list.refresh()
      #expect(list.diagnostics.fullFetches == before + (change.0 == 90 ? 1 : 0))
    }
    #expect(!list.results.rows.contains { $0.id == 7 })
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `the first commit and an undone savepoint of GRDB cost what they changed`(
    mode: String
  ) async throws {
    let file = try file(mode, rows: 1000)
    let dbQueue = try DatabaseQueue(path: file.path)
    // The connection has written before anybody observes it.
    try dbQueue.write { db in try db.execute(sql: "UPDATE item SET team = 'before'") }
    let store = try SQLiteStore(path: file.path)
    var observer: SQLiteWriteObserver?
    try dbQueue.writeWithoutTransaction { db in
      let writes = try GRDBWrites(of: db, reportingTo: store)
      observer = writes.writes
      db.add(transactionObserver: writes, extent: .databaseLifetime)
    }
    let writes = try #require(observer)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    try dbQueue.write { db in try db.execute(sql: "UPDATE item SET name = 'ada' WHERE id = 5") }
    try await list.refresh()
    #expect(list.diagnostics.rowsRead == 1001, "\(list.diagnostics)")
    try dbQueue.write { db in
      try rollBackSavepoint(in: db, reportingTo: writes) {
        try db.execute(sql: "UPDATE item SET name = 'undone'")
      }
      try db.inSavepoint {
        try db.execute(sql: "UPDATE item SET name = 'bob' WHERE id = 6")
        return .commit
      }
    }
    try await list.refresh()
    #expect(list.diagnostics.rowsRead == 1002, "\(list.diagnostics)")
    #expect(list.results.rows.prefix(2).map(\.name) == ["ada", "bob"])
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a change set has the tag of a reported transaction, and of no other one`(
    mode: String
  ) async throws {
    let file = try file(mode, rows: 100)
    let dbQueue = try DatabaseQueue(path: file.path)
    let store = try SQLiteStore(path: file.path)
    var observer: SQLiteWriteObserver?
    try dbQueue.writeWithoutTransaction { db in
      let writes = try GRDBWrites(of: db, reportingTo: store)
      observer = writes.writes
      db.add(transactionObserver: writes, extent: .databaseLifetime)
    }
    let writes = try #require(observer)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    let recorder = ChangesetRecorder()
    list.changesetDelegate = recorder
    let tags = [WriteTag(), WriteTag()]
    try writeTagged(tags[0], in: dbQueue, reportingTo: writes) { db in
      try db.execute(sql: "UPDATE item SET name = 'ada' WHERE id = 5")
    }
    try await list.refresh()
    // A transaction that is rolled back takes its tag along.
    #expect(throws: LawViolation.self) {
      try writeTagged(tags[1], in: dbQueue, reportingTo: writes) { db in
        try db.execute(sql: "INSERT INTO item VALUES (1, 'twice', NULL)")
      }
    }
    try dbQueue.write { db in try db.execute(sql: "UPDATE item SET name = 'bob' WHERE id = 6") }
    try await list.refresh()
    list.pause()
    try writeTagged(tags[1], in: dbQueue, reportingTo: writes) { db in
      try db.execute(sql: "UPDATE item SET name = 'cas' WHERE id = 7")
    }
    try file.write("UPDATE item SET name = 'dan' WHERE id = 8")
    list.resume()
    try await list.refresh()
    #expect(recorder.tags == [tags[0], nil, nil])
  }

  @Test func `a list says what a report lacked`() async throws {
    let file = try file("WAL", rows: 20)
    let store = try store(file)
    let observer = try store.makeWriteObserver()
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    func commit(_ sql: String, counting total: Int, _ report: () -> Void) async throws -> String? {
      let shell = try SQLiteShell(path: file.path)
      try await shell.execute("BEGIN IMMEDIATE; \(sql);")
      report()
      observer.databaseWillCommit()
      try await shell.execute("COMMIT;")
      observer.databaseDidCommit(totalChanges: total)
      try await list.refresh()
      return list.diagnostics.fullFetchReason
    }
    // SQLite doesn't write a row that stays the same.
    let update = "UPDATE item SET name = name || '!' WHERE id = 1"
    let unknown = try await commit(update, counting: 1) {
      observer.databaseDidChange(.update, rowID: 1, in: "item")
    }
    #expect(unknown?.contains("without its columns") == true)
    let fewer = try await commit(update, counting: 4) {
      observer.databaseWillUpdate(["name"], of: "item")
      observer.databaseDidChange(.update, rowID: 1, in: "item")
    }
    #expect(fewer?.contains("SQLite counted 3 written rows") == true, "\(fewer ?? "")")
    let failed = try await commit(update, counting: 5) {
      observer.databaseWillUpdate(["name"], of: "item")
      observer.databaseDidChange(.update, rowID: 1, in: "item")
      observer.databaseDidFail()
    }
    #expect(failed?.contains("a statement failed") == true, "\(failed ?? "")")
  }
}

@MainActor private final class ChangesetRecorder: ResultsChangesetDelegate {
  private(set) var tags: [WriteTag?] = []

  func controller(
    _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
  ) { tags.append(changeset.tag) }
}
