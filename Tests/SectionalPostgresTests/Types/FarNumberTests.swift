import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Numbers of a server that no double can approximate.
@MainActor @Suite(.serialized) struct FarNumberTests {
  private struct Reading<Size: ColumnValue>: StoredRecord {
    var id: Int64
    var size: Size?
    static var table: RecordTable<Reading> {
      RecordTable(
        "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("size", \.size),
        row: Reading.init)
    }
  }

  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      "CREATE TABLE reading(id int PRIMARY KEY, size numeric)")
    store = try server.store()
  }

  private func write(_ sizes: String...) async throws {
    let rows = sizes.enumerated().map { "(\($0 + 1), \($1))" }.joined(separator: ", ")
    try await server.write("TRUNCATE reading; INSERT INTO reading VALUES \(rows)")
  }

  private func check(_ error: StoreError?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .unexpectedCell, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    for part in ["\"size\"", "reading", "the key 2", "nor a double"] {
      #expect(message.contains(part), "\(message)", sourceLocation: sourceLocation)
    }
    #expect(error?.everyWord.contains("0000") == false, sourceLocation: sourceLocation)
  }

  private nonisolated static let rows = ResultsRequest<StoredRow>(table: "reading")
  private nonisolated static let zeros = String(repeating: "0", count: 400)

  @Test func `a number beyond every double is its text in a row`() async throws {
    try await write("1e400", "-1e400", "1e-401", "-1e-401", "1e300", "0.00", "'Infinity'")
    let sizes = try await store.read { try await $0.fetch(FarNumberTests.rows).map { $0["size"] } }
    let zeros = FarNumberTests.zeros
    let expected: [StoredValue?] = [
      .text("1\(zeros)"), .text("-1\(zeros)"), .text("0.\(zeros)1"), .text("-0.\(zeros)1"),
      .real(1e300), 0, .real(.infinity),
    ]
    #expect(sizes == expected)
  }

  @Test func `each number has its own section`() async throws {
    try await write(
      "1e400", "2e400", "'Infinity'", "'NaN'", "0", "1e-401", "-1e-401", "'-Infinity'", "-1e400",
      "'NaN'", "1.50", "1.5")
    let list = ResultsController(
      fetchRequest: FarNumberTests.rows, store: store, sectionBy: .column("size"))
    try await list.performFetch()
    let ids = list.results.map { section in section.rows.keys.flatMap(\.values) }
    #expect(
      ids.prefix(5) == [[8], [5], [11, 12], [3], [4, 10]], "numbers come first, in their order")
    #expect(Set(ids.dropFirst(5)) == [[1], [2], [6], [7], [9]])
  }

  @Test func `sections of ranges and days of long numbers are made as on other stores`()
    async throws
  {
    try await write("3.3333333333333333", "9.9999999999999999999", "11")
    let ranges = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        source: .table("reading"), sortBy: [SortKey(.column("id"))]), store: store,
      sectionBy: .buckets(of: "size", from: [0, 10]))
    try await ranges.performFetch()
    #expect(ranges.results.map(\.count) == [1, 2], "the second number is rounded to 10")
    try await server.write("UPDATE reading SET size = 3.3333333333333333 WHERE id = 3")
    try await wait { ranges.results.map(\.count) == [2, 1] }
  }

  @Test func `a property of any value keeps all digits of a number, and writes them back`()
    async throws
  {
    try await write("0.1234567890123456789", "0.1234567890123456788")
    let request = ResultsRequest<Reading<StoredValue>>()
    let records = try await store.read { try await $0.fetch(request) }
    #expect(
      records.map(\.size) == [.text("0.1234567890123456789"), .text("0.1234567890123456788")])
    try await store.write { db in for record in records { try await db.update(record) } }
    #expect(
      try await server.write("SELECT size FROM reading ORDER BY id")
        == "0.1234567890123456789\n0.1234567890123456788\n")
  }

  @Test func `a search in a column of long numbers finds texts elsewhere`() async throws {
    try await server.write(
      "CREATE TABLE item(id int PRIMARY KEY, name text, price numeric); INSERT INTO item VALUES (1, 'x', 3.3333333333333333), (2, 'y', 18446744073709551615)"
    )
    for limit in [0, 5] {
      var request = ResultsRequest<StoredRow>(
        table: "item", search: .any([.contains("x", in: "name"), .contains("x", in: "price")]),
        sortBy: [SortKey(.column("id"))])
      request.fetchLimit = limit
      let found = try await store.read { [request] in try await $0.fetch(request) }
      #expect(found.map { $0["id"] } == [1])
    }
  }

  @Test func `each number is a distinct key`() async throws {
    try await server.write(
      """
      CREATE TABLE item(key numeric PRIMARY KEY, n int);
      INSERT INTO item VALUES (1e400, 1), (2e400, 2), ('Infinity', 3), (0, 4), (1e-400, 5), ('NaN', 6);
      """)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store, sectionBy: .column("n"))
    try await list.performFetch()
    #expect(Set(list.results.rows.keys).count == 6)
    try await server.write("UPDATE item SET n = 7 WHERE key = 1e400")
    try await wait { list.results.map(\.key).contains(7) }
    #expect(list.results.map(\.key) == [2, 3, 4, 5, 6, 7])
  }

  @Test(arguments: ["1e400", "-1e400", "1e-400", "-1e-400"])
  func `a number that can't be put in order is named, and the list recovers`(far: String)
    async throws
  {
    try await write("5", "1")
    var request = FarNumberTests.rows
    request.sortBy = [SortKey(.column("size"))]
    let list = ResultsController(fetchRequest: request, store: store)
    try await list.performFetch()
    try await server.write("UPDATE reading SET size = \(far) WHERE id = 2")
    try await wait { list.error != nil }
    check(list.error)
    #expect(list.results.rows.map { $0["size"] } == [1, 5])
    try await server.write("UPDATE reading SET size = 1e300 WHERE id = 2")
    try await wait { list.isCurrent }
    #expect(list.results.rows.map { $0["size"] } == [5, .real(1e300)])
  }

  @Test(arguments: ["1e400", "1e-400"])
  func `a number that a property can't hold is named`(far: String) async throws {
    try await write("5", far)
    let doubles = ResultsRequest<Reading<Double>>()
    check(await storeError { _ = try await store.read { try await $0.fetch(doubles) } })
    let integers = ResultsRequest<Reading<Int>>()
    check(await storeError { _ = try await store.read { try await $0.fetch(integers) } })
  }

  @Test func `a text property has all digits, and a property of any value distinguishes them`()
    async throws
  {
    try await write("1e400", "2e400", "5")
    let texts = ResultsRequest<Reading<String>>(sortBy: [SortKey(\.size)])
    let zeros = FarNumberTests.zeros
    let read = try await store.read { try await $0.fetch(texts).map(\.size) }
    #expect(read == ["1\(zeros)", "2\(zeros)", "5"])
    let values = ResultsRequest<Reading<StoredValue>>(sortBy: [SortKey(\.id)])
    let cells = try await store.read { try await $0.fetch(values).map(\.size) }
    #expect(cells == [.text("1\(zeros)"), .text("2\(zeros)"), 5])
  }

  @Test func `a number that can't be compared is named, and no other condition minds it`()
    async throws
  {
    try await write("5", "-1e400", "-7")
    let negative = ResultsRequest<Reading<Double>>(predicate: #Predicate { ($0.size ?? 0) < 0 })
    check(await storeError { _ = try await store.read { try await $0.fetch(negative) } })
    let others = ResultsRequest<Reading<Double>>(predicate: #Predicate { $0.id != 2 })
    #expect(try await store.read { try await $0.fetch(others).map(\.size) } == [5, -7])
  }

  @Test func `a section of numbers is exact although the rows are sorted by them too`()
    async throws
  {
    try await write("9007199254740993.5", "9007199254740993.7", "2")
    var request = FarNumberTests.rows
    request.sortBy = [SortKey(.column("id")), SortKey(.column("size"))]
    let list = ResultsController(
      fetchRequest: request, store: store, sectionBy: .column("size"), tracksChanges: false)
    try await list.performFetch()
    #expect(list.results.map(\.name) == ["2", "9007199254740993.5", "9007199254740993.7"])
  }
}
