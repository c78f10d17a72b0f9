import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalSQLite

/// Another file that is copied over one that a list follows, with the same counters, so that SQLite doesn't notice.
@Suite(.serialized)
struct FileOverwritingTests {
  /// Creates two files with the same columns and the same numbers of commits and pages.
  private func files(_ mode: String, rows: Int) throws -> ScratchDatabase {
    func script(_ team: String, _ step: Int) -> String {
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO item SELECT i * \(step), '\(team)' FROM n;
      """
    }
    let file = try ScratchDatabase(script("ours", 1))
    try file.write(script("them", 3), to: "them.sqlite")
    try run("cp scratch.sqlite ours.sqlite", in: file)
    let counters = try ["ours", "them"].map { name in
      try Data(contentsOf: file.folder.appending(path: "\(name).sqlite"))[24..<44]
    }
    #expect(counters[0] == counters[1])
    return file
  }

  /// Runs a shell command, because opening and closing the file here would drop this process's locks on it.
  private func run(_ command: String, in file: ScratchDatabase) throws {
    let (_, status) = try ChildProgram(["sh", "-c", "cd '\(file.folder.path)' && \(command)"])
      .finish()
    #expect(status == 0)
  }

  /// Copies a file over the followed one, and sets its modification time to a unique minute.
  private func overwrite(_ file: ScratchDatabase, with name: String, _ minute: Int) throws {
    let time = "2001010101\(10 + minute)"
    try run("cat \(name).sqlite > scratch.sqlite && touch -t \(time) scratch.sqlite", in: file)
  }

  private func store(
    _ file: ScratchDatabase, _ access: SQLiteAccess = .readOnly, pollInterval: Duration,
    hasEvents: Bool = false
  ) throws -> SQLiteStore {
    try SQLiteStore(
      path: file.path, access: access, pollInterval: pollInterval,
      busyTimeout: .milliseconds(100), hasEvents: hasEvents, hook: .preupdate)
  }

  @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST", "WAL"], [true, false])
  func `a list shows the current contents of an overwritten file`(
    mode: String, hasEvents: Bool
  ) async throws {
    let file = try files(mode, rows: 2)
    let store = try store(
      file, pollInterval: hasEvents ? .seconds(3600) : .milliseconds(5), hasEvents: hasEvents)
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    #expect(await list.picture("team") == [": ours ours"])
    for (minute, name) in ["them", "ours", "them"].enumerated() {
      try overwrite(file, with: name, minute)
      try await list.wait { $0.picture("team") == [": \(name) \(name)"] }
    }
    #expect(await list.keys == [RowKey([3]), RowKey([6])])
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a write to a file that was overwritten does not damage it`(mode: String) async throws {
    let file = try files(mode, rows: 500)
    let store = try store(file, .readWrite, pollInterval: .seconds(3600))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    try overwrite(file, with: "them", 0)
    try await store.write { db in
      try db.execute("INSERT INTO item VALUES (100000, 'new')")
      try db.execute("UPDATE item SET team = 'up' WHERE id < 20")
    }
    let held = try file.write(
      "PRAGMA integrity_check; SELECT count(*), sum(team = 'up') FROM item")
    #expect(held == "ok\n501|6\n")
    try await list.wait { $0.results.numberOfObjects == 501 }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `own writes are not taken for an overwritten file`(mode: String) async throws {
    let file = try files(mode, rows: 500)
    let store = try store(file, .readWrite, pollInterval: .milliseconds(5))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    for number in 1...20 {
      try await store.write { db in
        try db.execute("PRAGMA cache_size = 2")
        try db.execute("UPDATE item SET team = ?", ["team \(number)"])
      }
      await #expect(throws: CancellationError.self) {
        try await store.write { db in
          try db.execute("UPDATE item SET team = 'lost ' || id")
          throw CancellationError()
        }
      }
      let version = try await store.newestVersion
      try await list.wait { $0.version == version }
    }
    #expect(await list.diagnostics.fullFetches == 1)
  }

  @Test
  func `a file of which only the times change is read again, and nothing is reported`() async throws
  {
    let file = try files("DELETE", rows: 2)
    let list = try await FollowingList(
      store(file, pollInterval: .milliseconds(5)), ResultsRequest(table: "item"))
    try run("touch -t 200101010101 scratch.sqlite", in: file)
    try await list.wait { $0.diagnostics.fullFetches == 2 }
    #expect(await list.picture("team") == [": ours ours"])
    #expect(await list.changesets.isEmpty)
  }

  @Test
  func `a list waits for a long transaction without becoming stale`() async throws {
    let file = try files("DELETE", rows: 500)
    let store = try store(file, pollInterval: .milliseconds(5))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    let shell = try SQLiteShell(path: file.path)
    // After the store has looked at the current file and the list has been read because of that, nothing needs to read
    // a locked file.
    try await shell.execute("DELETE FROM item WHERE id = 500")
    try await list.wait { $0.results.numberOfObjects == 499 }
    try await wait { await store.connection.hasSeenNewestHeader }
    try await list.refresh()
    // With a cache this small, it writes pages immediately, and then it computes for several times the timeout.
    try await shell.execute(
      """
      PRAGMA cache_size = 2;
      BEGIN IMMEDIATE; UPDATE item SET team = 'busy ' || hex(zeroblob(100));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000000)
        SELECT sum(i) FROM n;
      DELETE FROM item WHERE id > 1; COMMIT;
      """)
    try await list.wait { $0.results.numberOfObjects == 1 }
    let errors = await list.errors
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test
  func `a deleted write-ahead log is no longer followed`() async throws {
    let file = try files("WAL", rows: 2)
    let store = try store(file, pollInterval: .milliseconds(5))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    // Reads beside each other leave several connections, which share the memory of the log.
    try await store.read { _ in
      try await Task { try await store.read { _ in } }.value
    }
    for number in 3...5 {
      try run("rm -f scratch.sqlite-wal scratch.sqlite-shm", in: file)
      // As long as the writer keeps running, its commit doesn't reach the file itself, whose times would reveal it.
      let shell = try SQLiteShell(path: file.path)
      // The store may be rebuilding the log's index, for which it locks the file for a moment.
      try await shell.execute(
        "INSERT INTO item VALUES (\(number), 'new')")
      try await list.wait { $0.results.numberOfObjects == number }
      try await shell.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  @Test
  func
    `a shorter file with a rollback journal in place of a longer one with a log is followed, and can be written`()
    async throws
  {
    let file = try files("WAL", rows: 4000)
    let store = try store(file, pollInterval: .milliseconds(5))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    try await store.read { _ in
      try await Task { try await store.read { _ in } }.value
    }
    try file.write(
      """
      PRAGMA journal_mode = DELETE; CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT);
      INSERT INTO item VALUES (1, 'short');
      """, to: "short.sqlite")
    try run(
      "rm -f scratch.sqlite-wal scratch.sqlite-shm && cp short.sqlite scratch.sqlite", in: file)
    try await list.wait { $0.picture("team") == [": short"] }
    try file.write("INSERT INTO item VALUES (2, 'new')")
    try await list.wait { $0.picture("team") == [": short new"] }
  }

  @Test func `no version comes again after a file was overwritten by an earlier copy of itself`()
    async throws
  {
    let file = try files("DELETE", rows: 2)
    let store = try store(file, pollInterval: .milliseconds(5))
    let list = try await FollowingList(store, ResultsRequest(table: "item"))
    var versions = [await list.version]
    for number in 0..<3 {
      try file.write("UPDATE item SET team = 'new \(number)' WHERE id = 1")
      try await list.wait { $0.picture("team") == [": new \(number) ours"] }
      versions.append(await list.version)
      try run("cat ours.sqlite > scratch.sqlite", in: file)
      try await list.wait { $0.picture("team") == [": ours ours"] }
      versions.append(await list.version)
    }
    #expect(Set(versions).count == versions.count, "\(versions)")
  }
}

extension SQLiteConnection {
  /// Whether the last look was at the current file.
  fileprivate var hasSeenNewestHeader: Bool { seen.header != nil && seen.header == handle.header }
}
