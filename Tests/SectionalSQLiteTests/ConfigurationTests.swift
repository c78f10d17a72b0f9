import Foundation
import Sectional
import SectionalCSQLite
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// How a store opens its file, and closes it.
@MainActor @Suite struct ConfigurationTests {
  private struct Refusal: Error {}

  private let file: ScratchDatabase

  init() throws {
    file = try ScratchDatabase(
      "PRAGMA journal_mode = WAL; \(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red'), (2, 'bob', 'red');"
    )
  }

  @Test func `every connection is prepared before its first statement`() async throws {
    let path = file.path
    var configuration = SQLiteConfiguration()
    unsafe configuration.prepareConnection = { handle in
      let result = unsafe sqlite3_exec(handle, "PRAGMA case_sensitive_like = ON", nil, nil, nil)
      guard result == SQLITE_OK else { throw Refusal() }
    }
    let store = try SQLiteStore(path: path, configuration: configuration)
    let request = ResultsRequest<StoredRow>(table: "item", predicate: "team LIKE 'r%'")
    #expect(try await store.read { try await $0.fetch(request) }.count == 1)
    let count = try await store.write { db in try db.fetch(request).count }
    #expect(count == 1)
    let list = try ResultsController(immediatelyFetching: request, store: store)
    #expect(list.results.numberOfObjects == 1)
  }

  @Test func `a connection that can't be prepared is an error with its cause`() async throws {
    let path = file.path
    var configuration = SQLiteConfiguration()
    unsafe configuration.prepareConnection = { _ in throw Refusal() }
    let error = await storeError { _ = try SQLiteStore(path: path, configuration: configuration) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.cause is Refusal)
    unsafe configuration.prepareConnection = { handle in
      _ = unsafe sqlite3_exec(handle, "BEGIN", nil, nil, nil)
    }
    let left = await storeError { _ = try SQLiteStore(path: path, configuration: configuration) }
    #expect(left?.message.contains("left a transaction open") == true)
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `own writes are seen by a list whose connection keeps its lock`(mode: String) async throws {
    try file.write("PRAGMA journal_mode = \(mode)")
    var configuration = SQLiteConfiguration()
    unsafe configuration.prepareConnection = { handle in
      _ = unsafe sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil)
    }
    let store = try SQLiteStore(path: file.path, configuration: configuration)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    for name in ["abe", "al", "amy"] {
      try await store.write { try $0.update(Item(1, name)) }
      try await list.refresh()
      #expect(list.results.rows.map(\.name) == [name, "bob"])
    }
  }

  @Test
  func `SQL that reads an attached database is refused, because nothing tells of its changes`()
    async throws
  {
    let other = try ScratchDatabase("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)")
    let path = other.path
    var configuration = SQLiteConfiguration()
    unsafe configuration.prepareConnection = { handle in
      _ = unsafe sqlite3_exec(handle, "ATTACH '\(path)' AS other", nil, nil, nil)
    }
    let store = try SQLiteStore(path: file.path, configuration: configuration)
    let request = ResultsRequest<StoredRow>(
      source: .query(StoreText("SELECT id, name FROM other.item")), keyColumns: ["id"])
    let error = await storeError {
      try await ResultsController(fetchRequest: request, store: store).performFetch()
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("attached") == true)
    let own = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        source: .query(StoreText("SELECT id, name FROM main.item")), keyColumns: ["id"]),
      store: store)
    try await own.performFetch()
    #expect(own.results.numberOfObjects == 2)
  }

  @Test func `a busy handler decides how long to wait`() async throws {
    let calls = Mutex(0)
    let count: @Sendable (Int) -> Void = { number in calls.withLock { $0 = number + 1 } }
    var configuration = SQLiteConfiguration()
    configuration.busyHandler = { number in
      count(number)
      return number < 3
    }
    let store = try SQLiteStore(path: file.path, configuration: configuration)
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("BEGIN IMMEDIATE;")
    let error = await storeError { try await store.write { try $0.insert(Item(3, "cy")) } }
    #expect(error?.code == .busy)
    #expect(calls.withLock { $0 } == 4)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `an immutable file is listed from a folder that can't be written`(mode: String)
    async throws
  {
    try file.write("PRAGMA journal_mode = \(mode)")
    let folder = file.folder.appending(path: "a folder, 100% ready?")
    let path = folder.appending(path: "app #1.sqlite").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    var configuration = SQLiteConfiguration()
    configuration.access = .immutable
    let store = try SQLiteStore(path: path, configuration: configuration)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    try await list.refresh()
    #expect(list.results.rows.map(\.name) == ["ada", "bob"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["app #1.sqlite"])
    let error = await storeError { try await store.write { try $0.insert(Item(3, "cy")) } }
    #expect(error?.code == .writeFailed)
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a closed store lets go of its file, and says so`(mode: String) async throws {
    try file.write("PRAGMA journal_mode = \(mode)")
    let store = try file.store()
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    let path = file.path
    #expect(Self.descriptors(of: path) > 0)
    await store.close()
    #expect(Self.descriptors(of: path) == 0)
    try await wait { list.status.error?.code == .cannotOpen || list.status.error == nil }
    for error in [
      await storeError { try await list.refresh() },
      await storeError { try await store.write { try $0.insert(Item(3, "cy")) } },
      await storeError { _ = try await store.read { try await $0.version() } },
    ] {
      #expect(error?.code == .cannotOpen)
      #expect(error?.message.contains("the store is closed") == true)
    }
    await store.close()
    #expect(list.results.rows.map(\.name) == ["ada", "bob"])
  }

  private static func descriptors(of path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    return names.filter { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/dev/fd/\(name)"))?
        .hasPrefix(path) == true
    }.count
  }
}
