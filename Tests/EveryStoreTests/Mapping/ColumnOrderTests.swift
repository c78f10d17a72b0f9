import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Columns in a different order than the initializer's parameters.
@MainActor @Suite struct ColumnOrderTests {
  /// Creates stores with rows of an id, a first name and a last name, without using a record.
  private func stores<Record: StoredRecord>(
    of type: Record.Type = Pair.self, _ rows: [[StoredValue]]
  ) async throws -> RecordStores<Record> {
    let stores = try await RecordStores<Record>(
      sqlite: "CREATE TABLE pair(id INTEGER PRIMARY KEY, last TEXT, first TEXT);")
    try await write(rows, to: stores)
    return stores
  }

  private func write(_ rows: [[StoredValue]], to stores: RecordStores<some StoredRecord>)
    async throws
  {
    let cells = rows.map { [$0[0], $0[2], $0[1]] }
    try stores.memory.write { db in
      for row in cells { try db.upsert(row, into: "pair") }
    }
    try await stores.sqlite.write { db in
      for row in cells { try db.execute("INSERT INTO pair VALUES (?, ?, ?)", row) }
    }
  }

  private func check(_ error: StoreError?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .invalidMapping, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    #expect(message.contains("\"last\" of"), "\(message)", sourceLocation: sourceLocation)
    #expect(!message.contains("ada"), "\(message)", sourceLocation: sourceLocation)
  }

  @Test func `a mapping with swapped columns is an error that names a column`() async throws {
    let stores = try await stores([[1, "ada", "lovelace"]])
    for error in await stores.errors(ResultsRequest()) {
      check(error)
      #expect(error?.message.contains("Pair.table") == true)
    }
  }

  @Test func `a record with swapped columns is never read`() async throws {
    let stores = try await stores([[1, "ada", "lovelace"]])
    let request = ResultsRequest<Pair>()
    check(await storeError { _ = try await stores.memory.read { try await $0.fetch(request) } })
    check(await storeError { _ = try await stores.sqlite.read { try await $0.fetch(request) } })
    check(await storeError { _ = try await stores.sqlite.write { try $0.fetch(request).count } })
  }

  @Test func `no section is computed from a record with swapped columns`() async throws {
    let stores = try await stores([[1, "ada", "lovelace"]])
    let section = SectionKey<Pair>.computed("first") { record in
      Issue.record("a record was made: \(record)")
      return record.first
    }
    for error in await stores.errors(ResultsRequest(), sectionBy: section) { check(error) }
  }

  @Test func `rows whose swapped cells are equal are shown until one reveals the swap`()
    async throws
  {
    let ids = 1...40 as ClosedRange<Int64>
    let stores = try await stores(ids.map { [.integer($0), "ada", "ada"] })
    let lists = [
      ResultsController(fetchRequest: ResultsRequest<Pair>(), store: stores.memory),
      ResultsController(fetchRequest: ResultsRequest<Pair>(), store: stores.sqlite),
    ]
    for list in lists { try await list.performFetch() }
    try await write([[41, "ada", "lovelace"]], to: stores)
    for list in lists {
      try await wait { if case .stale = list.status { true } else { false } }
      check(list.status.error)
      #expect(list.results.rows.map(\.first) == Array(repeating: "ada", count: 40))
    }
    try stores.memory.write { _ = try $0.delete([41], from: "pair") }
    _ = try await stores.sqlite.write { try $0.execute("DELETE FROM pair WHERE id = 41") }
    for list in lists {
      try await wait { if case .current = list.status { true } else { false } }
      #expect(list.results.rows.count == 40)
    }
  }

  @Test func `the last of twenty thousand rows can reveal swapped columns`() async throws {
    let stores = try await stores([])
    try stores.memory.write { db in
      for id in 1...20_000 as ClosedRange<Int64> {
        try db.upsert([.integer(id), id == 20_000 ? "lovelace" : "ada", "ada"], into: "pair")
      }
    }
    let request = ResultsRequest<Pair>()
    check(await storeError { _ = try await stores.memory.read { try await $0.fetch(request) } })
  }

  @Test func `two columns mapped to one property are an error`() async throws {
    let stores = try await stores(of: Twice.self, [[1, "ada", "ada"], [2, "ada", "lovelace"]])
    for error in await stores.errors(ResultsRequest()) { check(error) }
  }

  @Test func `columns in the right order are accepted with any contents`() async throws {
    let names: [StoredValue] = [.null, "", "ada", "b", "ada"]
    let rows: [[StoredValue]] = (0..<25).map {
      [.integer(Int64($0)), names[$0 % 5], names[$0 / 5]]
    }
    let stores = try await stores(of: RightPair.self, rows)
    for (store, list) in try await stores.lists(ResultsRequest(sortBy: [SortKey(\.id)])) {
      for (pair, row) in zip(list.results.rows, rows) {
        #expect(pair.first == name(row[1]) && pair.last == name(row[2]), "\(store)")
      }
      #expect(list.results.rows.count == rows.count)
    }
  }

  private func name(_ cell: StoredValue) -> String? {
    if case .text(let text) = cell { text } else { nil }
  }

  @Test func `rows are not checked further once all columns are distinguished`() async throws {
    let memory = MemoryStore(try MemoryTable(for: Counted.self))
    try memory.write { db in
      for id in 1...1000 as ClosedRange<Int64> {
        try db.upsert([.integer(id), id.isMultiple(of: 100) ? "b" : "a", "a"], into: "pair")
      }
    }
    for _ in 1...3 {
      let list = ResultsController(fetchRequest: ResultsRequest<Counted>(), store: memory)
      try await list.performFetch()
      #expect((1...2).contains(Counted.made.withLock { $0 }))
    }
  }
}

/// A record whose columns are in the wrong order.
private struct Pair: StoredRecord {
  var id: Int64
  var first: String
  var last: String

  static let table = RecordTable(
    "pair", RecordColumn("id", \.id, primaryKey: true), RecordColumn("last", \.last),
    RecordColumn("first", \.first),
    row: Pair.init)
}

/// A record with two columns that are mapped to one property.
private struct Twice: StoredRecord {
  var id: Int64
  var first: String
  var last: String

  static let table = RecordTable(
    "pair", RecordColumn("id", \.id, primaryKey: true), RecordColumn("first", \.first),
    RecordColumn("last", \.first),
    row: Twice.init)
}

/// A record whose columns are in the right order.
private struct RightPair: StoredRecord {
  var id: Int64
  var last: String?
  var first: String?

  static let table = RecordTable(
    "pair", RecordColumn("id", \.id, primaryKey: true), RecordColumn("last", \.last),
    RecordColumn("first", \.first),
    row: RightPair.init)
}

/// A record that counts how often it is created.
private struct Counted: StoredRecord {
  var id: Int64
  var last: String
  var first: String

  static let made = Locked(0)

  static let table = RecordTable(
    "pair", RecordColumn("id", \.id, primaryKey: true), RecordColumn("last", \.last),
    RecordColumn("first", \.first)
  ) { id, last, first in
    Counted.made.withLock { $0 += 1 }
    return Counted(id: id, last: last, first: first)
  }
}
