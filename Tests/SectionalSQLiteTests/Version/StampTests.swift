import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

/// Whether a version proves that a file is unchanged.
@Suite(.serialized)
struct StampTests {
  private let file: ScratchDatabase

  init() throws {
    file = try ScratchDatabase(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE item(id INTEGER PRIMARY KEY, n); INSERT INTO item VALUES (1, 0);
      """)
  }

  /// Returns the version that a newly started program sees when no write is too recent.
  private func version() async throws -> SQLiteStoreVersion {
    try await Task.sleep(for: .milliseconds(30))
    return try await version(of: try SQLiteStore(path: file.path, access: .readOnly))
  }

  private func version(of store: SQLiteStore) async throws -> SQLiteStoreVersion {
    try #require(try await store.read { try await $0.version() })
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a later program recognizes an unchanged file`(mode: String) async throws {
    try file.write("PRAGMA journal_mode = \(mode)")
    let first = try await version()
    #expect(try await version().provesSameContents(as: first))
    let decoded = try JSONDecoder().decode(
      SQLiteStoreVersion.self, from: try JSONEncoder().encode(first))
    #expect(try await version().provesSameContents(as: decoded))
    try file.write("BEGIN IMMEDIATE; UPDATE item SET n = 7; ROLLBACK; SELECT * FROM item;")
    #expect(try await version().provesSameContents(as: first))
  }

  @Test
  func `frames in the write-ahead log are recognized`() async throws {
    // A connection that stays open keeps the write-ahead log from being checkpointed.
    let keeper = try SQLiteShell(path: file.path)
    _ = try await keeper.rows(["n"], from: "item")
    try file.write("UPDATE item SET n = 1")
    let first = try await version()
    #expect(try await version().provesSameContents(as: first))
    try file.write("UPDATE item SET n = 2")
    let second = try await version()
    #expect(!second.provesSameContents(as: first))
    try file.write("UPDATE item SET n = 1")
    #expect(try await !version().provesSameContents(as: first))
    #expect(try await !version().provesSameContents(as: second))
  }

  @Test(
    arguments: ["WAL", "DELETE"],
    [
      "UPDATE item SET n = n + 1", "VACUUM", "PRAGMA user_version = 7", "CREATE TABLE other(x)",
      "UPDATE item SET n = n + 1; PRAGMA wal_checkpoint(TRUNCATE)",
    ])
  func `a commit is another state, even with its time set back`(
    mode: String, change: String
  ) async throws {
    try file.write("PRAGMA journal_mode = \(mode)")
    let first = try await version()
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    try file.write(change)
    try FileManager.default.setAttributes(
      [.modificationDate: attributes[.modificationDate] as Any], ofItemAtPath: file.path)
    #expect(try await !version().provesSameContents(as: first))
  }

  @Test
  func `a copy in the file's place is another state`() async throws {
    let first = try await version()
    let copy = file.folder.appending(path: "copy.sqlite")
    try FileManager.default.copyItem(at: URL(filePath: file.path), to: copy)
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.moveItem(at: copy, to: URL(filePath: file.path))
    #expect(try await !version().provesSameContents(as: first))
  }

  @Test
  func `a file with a modification time that is not in the past proves nothing`() async throws {
    try file.write("PRAGMA journal_mode = DELETE")
    // A write within the next second could leave the file with the same time.
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now + 3600], ofItemAtPath: file.path)
    let first = try await version()
    #expect(try await !version().provesSameContents(as: first))
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now - 3600], ofItemAtPath: file.path)
    let second = try await version()
    #expect(try await version().provesSameContents(as: second))
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `no version proves two different contents to be the same`(mode: String) async throws {
    try file.write("PRAGMA journal_mode = \(mode)")
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("PRAGMA synchronous = OFF")
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    var seen: [(SQLiteStoreVersion, Int64)] = []
    var known = 0
    var generator = SeededGenerator(seed: 5)
    for number in 1...400 {
      let look = generator.below(4)
      if look > 0 { try await shell.execute("UPDATE item SET n = \(number)") }
      if look == 3 {
        try await shell.execute(
          "PRAGMA wal_checkpoint(\(number % 2 == 0 ? "TRUNCATE" : "PASSIVE"))")
      }
      if generator.happens(onceIn: 4) { try await Task.sleep(for: .milliseconds(22)) }
      let (version, n) = try await store.read { reader in
        let version = try await reader.version()
        let rows = try await reader.fetch(ResultsRequest<StoredRow>(table: "item"))
        guard case .integer(let n)? = rows.first?["n"] else { throw CancellationError() }
        return (try #require(version), n)
      }
      for (other, m) in seen where version == other || version.provesSameContents(as: other) {
        #expect(n == m)
        known += 1
      }
      seen.append((version, n))
    }
    #expect(known > 50)
  }
}

/// Versions of one file from several connections of the process.
@Suite struct VersionEqualityTests {
  @Test(arguments: ["WAL", "DELETE"])
  func `connections agree on whether a commit lies between two reads`(mode: String) async throws {
    let file = try ScratchDatabase(
      "PRAGMA journal_mode = \(mode); CREATE TABLE item(id INTEGER PRIMARY KEY, n); INSERT INTO item VALUES (1, 0);"
    )
    let stores = try (0..<3).map { _ in try SQLiteStore(path: file.path) }
    var generator = SeededGenerator(seed: 7)
    var seen: [(SQLiteStoreVersion, Int)] = []
    var commits = 0
    for number in 1...120 {
      switch generator.below(4) {
      case 0: try file.write("UPDATE item SET n = \(number)")
      case 1:
        let writer = stores[generator.below(3)]
        try await writer.write { db in _ = try db.execute("UPDATE item SET n = ?", [number]) }
      case 2:
        let writer = stores[generator.below(3)]
        await #expect(throws: CancellationError.self) {
          try await writer.write { db in
            try db.execute("UPDATE item SET n = ?", [-number])
            throw CancellationError()
          }
        }
        commits -= 1
      default: commits -= 1
      }
      commits += 1
      let reader = stores[generator.below(3)]
      let version = try #require(try await reader.read { try await $0.version() })
      for (other, commit) in seen {
        #expect((version == other) == (commits == commit))
        #expect((version.description == other.description) == (version == other))
      }
      seen.append((version, commits))
    }
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a store that is opened later has other versions if the contents differ`(
    mode: String
  ) async throws {
    let file = try ScratchDatabase(
      "PRAGMA journal_mode = \(mode); CREATE TABLE item(id INTEGER PRIMARY KEY, n)")
    var versions: Set<SQLiteStoreVersion> = []
    var texts: Set<String> = []
    for number in 1...5 {
      // Without any connection, the log is removed, and its index begins anew.
      try file.write("INSERT INTO item VALUES (\(number), 0)")
      let store = try SQLiteStore(path: file.path)
      let version = try #require(try await store.read { try await $0.version() })
      #expect(versions.insert(version).inserted)
      #expect(texts.insert(version.description).inserted)
    }
  }

  @Test func `a copy of an earlier state has other versions, although its header is the same`()
    async throws
  {
    let file = try ScratchDatabase("CREATE TABLE item(id INTEGER PRIMARY KEY, n)")
    let backup = try Data(contentsOf: URL(filePath: file.path))
    func version() async throws -> SQLiteStoreVersion? {
      try await SQLiteStore(path: file.path).read { try await $0.version() }
    }
    try file.write("INSERT INTO item VALUES (1, 1)")
    let first = try await version()
    let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: backup)
    try handle.close()
    try file.write("INSERT INTO item VALUES (1, 2)")
    #expect(try await version() != first)
  }
}
