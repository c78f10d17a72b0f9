#if os(Linux)
  import Foundation
  import Sectional
  import SectionalSQL
  import SectionalSQLite
  import SectionalTesting
  import TestSupport
  import Testing

  /// Another copy of SQLite in the process, because of which a store's own copy would lose its locks without noticing.
  @Suite(.serialized)
  struct SecondCopyTests {
    private func file(_ mode: String) throws -> ScratchDatabase {
      try ScratchDatabase(
        """
        PRAGMA journal_mode = \(mode);
        CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT); INSERT INTO item VALUES (1, 'one');
        """)
    }

    private func store(
      _ file: ScratchDatabase, pollInterval: Duration = .seconds(3600)
    ) throws -> SQLiteStore {
      try SQLiteStore(
        path: file.path, pollInterval: pollInterval, hasEvents: false, hook: .preupdate)
    }

    @Test(arguments: ["DELETE", "WAL"])
    func `a commit is refused if another copy of SQLite released its lock`(
      mode: String
    ) async throws {
      let copy = try #require(SQLiteCopy.other)
      let file = try file(mode)
      let store = try store(file)
      let list = try await FollowingList(store, ResultsRequest(table: "item"))
      let path = file.path
      let error = await storeError {
        try await store.write { db in
          try db.execute("INSERT INTO item VALUES (2, 'two')")
          try CopyConnection(copy, path: path).execute("SELECT * FROM item")
        }
      }
      #expect(error?.code == .writeFailed)
      #expect(error?.message.contains("one copy of SQLite") == true)
      #expect(try file.write("SELECT team FROM item") == "one\n")

      try await store.write { db in try db.execute("INSERT INTO item VALUES (3, 'three')") }
      let held = try file.write("PRAGMA integrity_check; SELECT group_concat(team) FROM item")
      #expect(held == "ok\none,three\n")
      try await list.wait { $0.picture("team") == [": one three"] }
    }

    @Test
    func `nothing is read or written while another copy of SQLite writes`() async throws {
      let copy = try #require(SQLiteCopy.other)
      let file = try file("DELETE")
      let store = try store(file)
      let request = ResultsRequest<StoredRow>(table: "item")
      // Not even a look of a list may release the other copy's locks before they are seen.
      #expect(try await store.read { try await $0.fetch(request) }.count == 1)
      let other = try CopyConnection(copy, path: file.path)
      try other.execute("BEGIN IMMEDIATE; INSERT INTO item VALUES (2, 'two')")
      let reading = await storeError { _ = try await store.read { try await $0.fetch(request) } }
      #expect(reading?.code == .unsupported)
      let writing = await storeError {
        try await store.write { db in _ = try db.execute("DELETE FROM item") }
      }
      #expect(writing?.code == .unsupported)
      // The lock that keeps other programs out is still held.
      let (_, status) = try ChildProgram(
        ["sqlite3", "-batch", file.path, "BEGIN IMMEDIATE"], errors: .apart
      ).finish()
      #expect(status != 0)

      try other.execute("COMMIT")
      #expect(try await store.read { try await $0.fetch(request) }.count == 2)
    }

    @Test(arguments: ["DELETE", "WAL"])
    func `another connection of the same copy of SQLite does no harm`(mode: String) async throws {
      let copy = try #require(SQLiteCopy.own)
      let file = try file(mode)
      let store = try store(file)
      let other = try CopyConnection(copy, path: file.path)
      try other.execute("BEGIN IMMEDIATE; INSERT INTO item VALUES (2, 'two')")
      let list = try await FollowingList(store, ResultsRequest(table: "item"))
      #expect(await list.picture("team") == [": one"])
      try other.execute("COMMIT")
      let path = file.path
      try await store.write { db in
        try db.execute("INSERT INTO item VALUES (3, 'three')")
        try CopyConnection(copy, path: path).execute("SELECT * FROM item")
      }
      try await list.wait { $0.picture("team") == [": one two three"] }
    }

    @Test
    func `a list recovers after another copy of SQLite deleted the log`() async throws {
      let copy = try #require(SQLiteCopy.other)
      let file = try file("WAL")
      // The other copy empties the shared memory for a moment, in which reading it would end this process with SIGBUS.
      let store = try store(file, pollInterval: .milliseconds(100))
      let list = try await FollowingList(store, ResultsRequest(table: "item"))
      try CopyConnection(copy, path: file.path).execute("SELECT * FROM item")
      try file.write("INSERT INTO item VALUES (2, 'two')")
      try await list.wait { $0.picture("team") == [": one two"] }
      try CopyConnection(copy, path: file.path).execute("SELECT * FROM item")
      try await store.write { db in try db.execute("INSERT INTO item VALUES (3, 'three')") }
      try file.write("INSERT INTO item VALUES (4, 'four')")
      let held = try file.write("PRAGMA integrity_check; SELECT group_concat(team) FROM item")
      #expect(held == "ok\none,two,three,four\n")
      try await list.wait { $0.picture("team") == [": one two three four"] }
    }
  }
#endif
