import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalSQLite

/// Several stores of this process that have the same file open when its log is removed.
@Suite(.serialized) struct SecondStoreTests {
  private let file: ScratchDatabase

  init() throws {
    file = try ScratchDatabase(
      "PRAGMA journal_mode = WAL; CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);")
  }

  /// Runs a shell command, because opening and closing the file here would drop this process's locks on it.
  private func run(_ command: String) throws {
    let (_, status) = try ChildProgram(["sh", "-c", "cd '\(file.folder.path)' && \(command)"])
      .finish()
    #expect(status == 0)
  }

  private func count(_ store: SQLiteStore) async throws -> Int {
    let request = ResultsRequest<StoredRow>(table: "item")
    return try await store.read { reader in try await reader.fetch(request).count }
  }

  private func store() throws -> SQLiteStore {
    try SQLiteStore(
      path: file.path, access: .readOnly, pollInterval: .milliseconds(5),
      busyTimeout: .milliseconds(100))
  }

  @Test func `a store that is opened after a log was removed never shows an old state`()
    async throws
  {
    let first = try store()
    #expect(try await count(first) == 0)
    try run("rm -f scratch.sqlite-wal scratch.sqlite-shm")
    // While this process has the file open, the writer can't copy its log into it when it ends.
    try file.write("INSERT INTO item VALUES (1, 'one')")
    let second = try store()
    let error = await #expect(throws: StoreError.self) { try await count(second) }
    #expect(error?.code == .busy)
    #expect(try await count(first) == 1)
    #expect(try await count(second) == 1)
    try file.write("INSERT INTO item VALUES (2, 'two')")
    #expect(try await count(second) == 2)
    #expect(try await count(first) == 2)
  }

  @Test func `a write never goes to a log that was removed`() async throws {
    let first = try store()
    #expect(try await count(first) == 0)
    try run("rm -f scratch.sqlite-wal scratch.sqlite-shm")
    try file.write("INSERT INTO item VALUES (1, 'one')")
    let second = try SQLiteStore(path: file.path, busyTimeout: .milliseconds(100))
    let error = await #expect(throws: StoreError.self) {
      try await second.write { db in try db.execute("INSERT INTO item VALUES (2, 'two')") }
    }
    #expect(error?.code == .busy)
    #expect(try await count(first) == 1)
    try await second.write { db in try db.execute("INSERT INTO item VALUES (2, 'two')") }
    #expect(try file.write("SELECT count(*) FROM item").contains("2"))
  }

  @Test func `lists over two stores follow a file whose log was removed`() async throws {
    let first = try await FollowingList(try store(), ResultsRequest(table: "item"))
    for number in 1...3 {
      try run("rm -f scratch.sqlite-wal scratch.sqlite-shm")
      // What only the removed log had is gone.
      try file.write("INSERT OR REPLACE INTO item VALUES (\(number), 'new\(number)')")
      let second = try await FollowingList(try store(), ResultsRequest(table: "item"))
      for list in [first, second] {
        try await list.wait { $0.picture("name").joined().hasSuffix("new\(number)") }
      }
      await second.stop()
    }
  }

  @Test func `a list follows a file whose log alone was removed`() async throws {
    let list = try await FollowingList(try store(), ResultsRequest(table: "item"))
    // Frames in the log, so that the new one has others at the same places.
    for number in 1...20 { try file.write("REPLACE INTO item VALUES (1, 'old\(number)')") }
    try await list.wait { $0.picture("name").joined().hasSuffix("old20") }
    try file.write("PRAGMA wal_checkpoint(PASSIVE)")
    try run("rm -f scratch.sqlite-wal")
    for number in 1...3 { try file.write("REPLACE INTO item VALUES (1, 'new\(number)')") }
    try await list.wait { $0.picture("name").joined().hasSuffix("new3") }
    await list.stop()
  }

  @Test func `a list follows if the main connection alone takes its log for another one`()
    async throws
  {
    let store = try store()
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    try file.write("INSERT INTO item VALUES (1, 'one')")
    try await list.wait { $0.picture("name") == [": one"] }
    // As if the system had not told which files it has open.
    await store.connection.use { $0.handle.usedLog.file = .nowhere }
    for number in 2...4 {
      try file.write("UPDATE item SET name = 'name\(number)'")
      try await list.wait { $0.picture("name") == [": name\(number)"] }
    }
    await list.stop()
  }

  @Test func `a store whose log was removed leaves the file as others wrote it`() async throws {
    var first: SQLiteStore? = try SQLiteStore(path: file.path)
    try await first?.write { db in try db.execute("INSERT INTO item VALUES (1, 'old')") }
    try file.write("PRAGMA wal_checkpoint(PASSIVE)")
    try run("rm -f scratch.sqlite-wal")
    try file.write("INSERT INTO item VALUES (2, 'two')")
    try file.write("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try file.write("SELECT group_concat(name) FROM item")
    await first?.close()
    first = nil
    #expect(try file.write("SELECT group_concat(name) FROM item") == before)
    #expect(try file.write("PRAGMA integrity_check").contains("ok"))
  }
}
