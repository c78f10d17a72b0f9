import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Records whose columns stand in another order than the initializer's parameters are not written.
@MainActor @Suite struct WriteOrderTests {
  private let memory: MemoryStore
  private let file: ScratchDatabase
  private let sqlite: SQLiteStore

  init() throws {
    memory = MemoryStore(try MemoryTable(for: Pair.self))
    try memory.write { try $0.upsert([1, "old", "old"], into: "pair") }
    file = try ScratchDatabase(
      """
      CREATE TABLE pair(id INTEGER PRIMARY KEY, last TEXT, first TEXT);
      INSERT INTO pair VALUES (1, 'old', 'old');
      """)
    sqlite = try file.store()
  }

  private func check(_ error: StoreError?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .invalidMapping, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    for part in ["\"last\" of", "Pair.table"] {
      #expect(message.contains(part), "\(message)", sourceLocation: sourceLocation)
    }
    #expect(!message.contains("ada"), "\(message)", sourceLocation: sourceLocation)
  }

  private func expectUnchanged() async throws {
    let request = FetchRequest<Row>(source: .table("pair"))
    let rows = try await memory.read { try await $0.fetch(request).map(\.values) }
    #expect(rows == [[1, "old", "old"]])
    #expect(try file.write("SELECT * FROM pair") == "1|old|old\n")
  }

  @Test func `a record that would be read as another one is not written to memory`() async throws {
    let (pair, new) = (Pair(id: 1, first: "ada", last: "b"), Pair(id: 2, first: "ada", last: "b"))
    check(await storeError { try memory.write { try $0.insert(new) } })
    check(await storeError { try memory.write { _ = try $0.update(pair) } })
    check(await storeError { try memory.write { try $0.upsert(pair) } })
    check(await storeError { try memory.write { _ = try $0.delete(pair) } })
    try await expectUnchanged()
  }

  @Test func `a record that would be read as another one is not written to a file`() async throws {
    let (pair, new) = (Pair(id: 1, first: "ada", last: "b"), Pair(id: 2, first: "ada", last: "b"))
    check(await storeError { try await sqlite.write { try $0.insert(new) } })
    check(await storeError { _ = try await sqlite.write { try $0.update(pair) } })
    check(await storeError { try await sqlite.write { try $0.upsert(pair) } })
    check(await storeError { _ = try await sqlite.write { try $0.delete(pair) } })
    try await expectUnchanged()
  }

  @Test func `a record in which nothing can be swapped is written`() async throws {
    let pair = Pair(id: 2, first: "same", last: "same")
    try memory.write { try $0.insert(pair) }
    try await sqlite.write { try $0.insert(pair) }
    let request = FetchRequest<Pair>(sortBy: [SortKey(\.id)])
    #expect(try await memory.read { try await $0.fetch(request).map(\.last) } == ["old", "same"])
    #expect(try await sqlite.read { try await $0.fetch(request).map(\.last) } == ["old", "same"])
  }

  @Test func `what a store can't hold is no sign of a wrong order`() async throws {
    let memory = MemoryStore(try MemoryTable(for: Reading.self))
    try memory.write { db in
      try db.insert(Reading(id: 1, low: .nan, high: 1))
      try db.insert(Reading(id: 2, low: -0.0, high: 0))
      try db.insert(Reading(id: 3, low: 1, high: 2))
    }
    let request = FetchRequest<Row>(source: .table("reading"), sortBy: [SortKey(.column("id"))])
    let rows = try await memory.read { try await $0.fetch(request).map(\.values) }
    #expect(rows == [[1, .null, 1.0], [2, 0.0, 0.0], [3, 1.0, 2.0]])
  }

  private struct Pair: TableRecord {
    var id: Int64
    var first: String
    var last: String

    static let table = Table(
      "pair", Column("id", \.id, primaryKey: true), Column("last", \.last),
      Column("first", \.first), row: Pair.init)
  }

  private struct Reading: TableRecord {
    var id: Int64
    var low: Double
    var high: Double

    static let table = Table(
      "reading", Column("id", \.id, primaryKey: true), Column("low", \.low),
      Column("high", \.high), row: Reading.init)
  }
}
