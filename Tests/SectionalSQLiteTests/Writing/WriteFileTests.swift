import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What writing through a store does to a file, and the effects of other programs that have the file open.
@Suite struct WriteFileTests {
  private func journalMode(_ file: ScratchDatabase) throws -> String {
    try file.write("PRAGMA journal_mode").trimmingCharacters(in: .newlines)
  }

  @Test func `a file that the store creates is in WAL mode`() async throws {
    let file = try ScratchDatabase()
    let store = try SQLiteStore(path: file.path)
    try await store.write { try $0.execute(Item.sqlite) }
    #expect(try journalMode(file) == "wal")
    withExtendedLifetime(store) {}
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `an existing file keeps its journal mode`(mode: String) async throws {
    let file = try ScratchDatabase("PRAGMA journal_mode = \(mode); \(Item.sqlite);")
    let store = try SQLiteStore(path: file.path)
    try await store.write { try $0.insert(Item(1, "ada")) }
    #expect(try journalMode(file) == mode.lowercased())
    #expect(try file.write("SELECT count(*) FROM item") == "1\n")
    withExtendedLifetime(store) {}
  }

  @Test func `a read-only store never creates a file`() throws {
    let file = try ScratchDatabase()
    do {
      _ = try SQLiteStore(path: file.path, access: .readOnly)
      Issue.record("the store opened")
    } catch {
      #expect(error.code == .cannotOpen)
      #expect(error.message.contains(file.path))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path).isEmpty)
  }

  @Test func `a read-only store reads, and refuses writes with an error that says so`() async throws
  {
    let file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', NULL);")
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let error = await storeError { try await store.write { try $0.insert(Item(2, "bob")) } }
    #expect(error?.code == .writeFailed)
    #expect(error?.message.contains("opened for reading only") == true)
    let version = try await store.newestVersion
    try file.write("INSERT INTO item VALUES (3, 'cy', NULL)")
    #expect(try await store.newestVersion != version)
    #expect(try file.write("SELECT count(*) FROM item") == "2\n")
  }

  @Test func `a file that another program holds is busy after the timeout, and free later`()
    async throws
  {
    let file = try ScratchDatabase("PRAGMA journal_mode = WAL; \(Item.sqlite);")
    let store = try SQLiteStore(path: file.path, busyTimeout: .milliseconds(100))
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN IMMEDIATE; INSERT INTO item VALUES (1, 'theirs', NULL);")
    let start = ContinuousClock.now
    let error = await storeError { try await store.write { try $0.insert(Item(2, "ours")) } }
    #expect(error?.code == .busy)
    #expect(ContinuousClock.now - start >= .milliseconds(90))
    try await shell.execute("COMMIT")
    try await store.write { try $0.insert(Item(2, "ours")) }
    #expect(try file.write("SELECT name FROM item ORDER BY id") == "theirs\nours\n")
  }

  @Test func `a write waits for another program within the timeout`() async throws {
    let file = try ScratchDatabase("PRAGMA journal_mode = WAL; \(Item.sqlite);")
    let store = try SQLiteStore(path: file.path, busyTimeout: .seconds(30))
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN IMMEDIATE; INSERT INTO item VALUES (1, 'theirs', NULL);")
    let write = Task { try await store.write { try $0.insert(Item(2, "ours")) } }
    // No matter how long it takes to begin, the write can't end before the other program's commit.
    try await shell.execute("INSERT INTO item VALUES (3, 'theirs too', NULL); COMMIT")
    try await write.value
    #expect(try file.write("SELECT count(*) FROM item") == "3\n")
  }

  @Test func `a reader of another program does not keep a WAL file from being written`()
    async throws
  {
    let file = try ScratchDatabase("PRAGMA journal_mode = WAL; \(Item.sqlite);")
    let store = try file.store()
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN; SELECT count(*) FROM item;")
    try await store.write { try $0.insert(Item(1, "ada")) }
    #expect(try await shell.rows(["count(*)"], from: "item").count == 1)
    try await shell.execute("COMMIT")
    #expect(try file.write("SELECT count(*) FROM item") == "1\n")
  }

  @Test @MainActor func `noteChanges makes the list look without waiting for the poll`()
    async throws
  {
    let file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', NULL);")
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600))
    let controller = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await controller.performFetch()
    try file.write("INSERT INTO item VALUES (2, 'bob', NULL)")
    store.noteChanges(in: "item")
    try await wait { controller.results.rows.map(\.name) == ["ada", "bob"] }
    // The store's own writes need neither polling nor a call.
    try await store.write { try $0.insert(Item(3, "cy")) }
    try await wait { controller.results.numberOfObjects == 3 }
  }

  @Test func `a write waits for another program's transaction, also after a look at the file`()
    async throws
  {
    let file = try ScratchDatabase("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)")
    let store = try SQLiteStore(
      path: file.path, pollInterval: .milliseconds(5), busyTimeout: .seconds(60))
    let list = try await FollowingList(store, ResultsRequest(table: "note"))
    try file.write("INSERT INTO note VALUES (1, 'seen by a look')")
    try await list.wait { $0.results.numberOfObjects == 1 }
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN IMMEDIATE; INSERT INTO note VALUES (2, 'held')")
    async let written: Void = store.write { db in
      try db.execute("INSERT INTO note VALUES (3, 'waited')")
    }
    // Long enough for the write to run into the lock.
    try await shell.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
        SELECT sum(i) FROM n;
      COMMIT
      """)
    try await written
    try await list.wait { $0.results.numberOfObjects == 3 }
  }
}
