import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Unusual paths, and unusual names inside a file.
@Suite struct SQLiteFileTests {
  private static let letters =
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x');"

  private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
    do {
      try await body()
      return nil
    } catch { return (error as? StoreError)?.code }
  }

  @Test func `a path that SQLite can't open is an error that leaves no memory behind`() throws {
    let file = try ScratchDatabase()
    // The system takes paths of 4,096 bytes, and SQLite fewer.
    var folder = file.folder
    for _ in 0..<21 { folder.append(path: String(repeating: "long", count: 50)) }
    folder = URL(filePath: String(folder.path.prefix(4_000)))
    let path = folder.appending(path: "x.sqlite").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Not by copyItem, which writes past the end of its buffer if a path is longer than 1,024 bytes (swift-foundation).
    try #require(FileManager.default.createFile(atPath: path, contents: Data()))
    var growth: [Int] = []
    // Other tests use memory at the same time, but what is lost is lost in each round.
    for _ in 0..<8 {
      let before = ProcessUse.now
      for _ in 0..<3_000 {
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
        try #require(error?.code == .cannotOpen, "\(error.map { "\($0)" } ?? "")")
      }
      guard let before, let now = ProcessUse.now else { return }
      growth.append(now.bytes - before.bytes)
      // A handle whose file was not opened takes about a kilobyte.
      if growth.last.map({ $0 < 1_500_000 }) == true { return }
    }
    Issue.record("\(growth) bytes in rounds of 3,000 stores")
  }

  @Test func `settling copies the log into the file`() async throws {
    let file = try ScratchDatabase("PRAGMA journal_mode = WAL; " + Self.letters)
    let store = try SQLiteStore(path: file.path)
    let log = file.path + "-wal"
    func length() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    }
    try await store.write { db in try db.execute("UPDATE t SET a = 'new'") }
    #expect(try length() != 0)
    await store.settle()
    #expect(try length() == 0)
    let rows = try await store.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "t")) }
    #expect(rows.map { $0["a"] } == ["new"])
  }

  @Test func `a list follows a symbolic link that is pointed to another file`() async throws {
    let file = try ScratchDatabase(Self.letters)
    try file.write(Self.letters + "UPDATE t SET a = 'y'", to: "other.sqlite")
    let link = file.folder.appending(path: "link.sqlite").path
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    let list = try await FollowingList(
      SQLiteStore(path: link, pollInterval: .milliseconds(5)), ResultsRequest(table: "t"))
    #expect(await list.picture("a") == [": x"])
    try manager.removeItem(atPath: link)
    try manager.createSymbolicLink(
      atPath: link, withDestinationPath: file.folder.appending(path: "other.sqlite").path)
    try await list.wait { $0.picture("a") == [": y"] }
  }

  @Test func `files that replace each other between two looks are all followed`() async throws {
    let file = try ScratchDatabase(Self.letters)
    let store = try SQLiteStore(
      path: file.path, pollInterval: .milliseconds(200), hasEvents: false, hook: .preupdate)
    let list = try await FollowingList(store, ResultsRequest(table: "t"))
    for number in 1...4 {
      let other = "other\(number).sqlite"
      try file.write(Self.letters + "UPDATE t SET a = '\(number)'", to: other)
      let renamed = unsafe rename(file.folder.appending(path: other).path, file.path)
      #expect(renamed == 0)
      try await list.wait { $0.picture("a") == [": \(number)"] }
    }
  }

  @Test func `a path that is no regular file is refused`() async throws {
    let file = try ScratchDatabase(Self.letters)
    let pipe = file.folder.appending(path: "pipe").path
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    #expect(await code { _ = try SQLiteStore(path: pipe) } == .cannotOpen)
    #expect(await code { _ = try SQLiteStore(path: file.folder.path) } == .cannotOpen)
  }

  @Test func `names that look the same are distinguished by their bytes`() async throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let file = try ScratchDatabase(
      """
      CREATE TABLE "\(composed)"(id INTEGER PRIMARY KEY, "\(composed)", "\(decomposed)");
      INSERT INTO "\(composed)" VALUES (1, 'a', 'z'), (2, 'b', 'y');
      """)
    let request = ResultsRequest(
      table: composed, sortBy: [SortKey(.column(decomposed))])
    let list = try await FollowingList(file.store(), request)
    #expect(await list.keys == [RowKey([2]), RowKey([1])])
    #expect(
      await code { _ = try await FollowingList(file.store(), ResultsRequest(table: decomposed)) }
        == .noSuchTable)
  }

  @Test func `a column whose name no SQL can spell is an error and no text`() async throws {
    let file = try ScratchDatabase("SELECT 1")
    let script = file.folder.appending(path: "script.sql")
    try Data("CREATE TABLE t(id INTEGER PRIMARY KEY, \"caf".utf8 + [0xE9] + "\");".utf8).write(
      to: script)
    try file.write(".read '\(script.path)'")
    #expect(
      await code { _ = try await FollowingList(file.store(), ResultsRequest(table: "t")) }
        == .unsupported)
  }

  @Test func `errors of running statements do not reveal arguments`() async throws {
    let file = try ScratchDatabase(Self.letters)
    let request = ResultsRequest(
      table: "t", predicate: "json_extract('{}', ?) IS NULL", arguments: ["secretpath"])
    do {
      _ = try await FollowingList(file.store(), request)
      Issue.record("the list opened")
    } catch let error as StoreError {
      #expect(!String(describing: error).contains("secret"))
      #expect(!String(describing: error.cause).contains("secret"))
    }
  }
}
