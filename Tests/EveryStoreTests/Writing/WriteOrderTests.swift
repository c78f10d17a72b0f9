import Sectional
import TestSupport
import Testing

/// Records whose columns are in a different order than the initializer's parameters aren't written.
@MainActor @Suite struct WriteOrderTests {
  /// Creates a store with a row that was written without a record.
  private func store(_ kind: StoreKind) async throws -> TestStore {
    let store = try await TestStore(kind, of: Pair.self)
    if case .memory(let memory) = store.base {
      try memory.write { try $0.upsert([1, "old", "old"], into: "pair") }
    } else {
      try await store.execute("INSERT INTO pair VALUES (1, 'old', 'old')")
    }
    return store
  }

  private func check(_ error: StoreError?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .invalidMapping, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    for part in ["\"last\" of", "Pair.table"] {
      #expect(message.contains(part), "\(message)", sourceLocation: sourceLocation)
    }
    #expect(!message.contains("ada"), "\(message)", sourceLocation: sourceLocation)
  }

  @Test(arguments: StoreKind.allCases)
  func `a record that would be read as another one is not written`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let (pair, new) = (Pair(id: 1, first: "ada", last: "b"), Pair(id: 2, first: "ada", last: "b"))
    check(await storeError { try await store.write { $0.insert(new) } })
    check(await storeError { try await store.write { $0.update(pair) } })
    check(await storeError { try await store.write { $0.upsert(pair) } })
    check(await storeError { try await store.write { $0.delete(pair) } })
    let rows = try await store.fetch(ResultsRequest<StoredRow>(source: .table("pair"))).map(
      \.values)
    #expect(rows == [[1, "old", "old"]])
    if kind != .memory {
      #expect(try await store.writeElsewhere("SELECT * FROM pair") == "1|old|old\n")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a record whose swapped columns are equal is written`(kind: StoreKind) async throws {
    let store = try await store(kind)
    try await store.write { $0.insert(Pair(id: 2, first: "same", last: "same")) }
    let request = ResultsRequest<Pair>(sortBy: [SortKey(\.id)])
    #expect(try await store.fetch(request).map(\.last) == ["old", "same"])
  }

  @Test func `a value that is stored differently is not taken for a wrong column order`()
    async throws
  {
    let memory = MemoryStore(try MemoryTable(for: Reading.self))
    try memory.write { db in
      try db.insert(Reading(id: 1, low: .nan, high: 1))
      try db.insert(Reading(id: 2, low: -0.0, high: 0))
      try db.insert(Reading(id: 3, low: 1, high: 2))
    }
    let request = ResultsRequest<StoredRow>(
      source: .table("reading"), sortBy: [SortKey(.column("id"))])
    let rows = try await memory.read { try await $0.fetch(request).map(\.values) }
    #expect(rows == [[1, .null, 1.0], [2, 0.0, 0.0], [3, 1.0, 2.0]])
  }

  private struct Pair: SchemaRecord {
    var id: Int64
    var first: String
    var last: String

    static let table = RecordTable(
      "pair", RecordColumn("id", \.id, primaryKey: true), RecordColumn("last", \.last),
      RecordColumn("first", \.first), row: Pair.init)

    static let sqlite = "CREATE TABLE pair(id INTEGER PRIMARY KEY, last TEXT, first TEXT)"
    static let postgres = "CREATE TABLE pair(id bigint PRIMARY KEY, last text, first text)"
  }

  private struct Reading: StoredRecord {
    var id: Int64
    var low: Double
    var high: Double

    static let table = RecordTable(
      "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("low", \.low),
      RecordColumn("high", \.high), row: Reading.init)
  }
}
