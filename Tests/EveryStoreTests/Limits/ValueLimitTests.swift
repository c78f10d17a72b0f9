import Foundation
import Sectional
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Rows, keys and sections at the limits of what stores hold.
@MainActor struct ValueLimitTests {
  private static let dates = [
    ("2026-01-01T23:59:59.9999999Z", "2026-01-01"), ("9999-12-31 23:59:59.999999", "9999-12-31"),
    ("3000-12-31T23:59:59.999999Z", "3000-12-31"), ("0001-01-01", "0001-01-01"),
    ("0000-12-31", "0000-12-31"), ("+10000-01-01", "+10000-01-01"),
    ("-999999-01-01", "-999999-01-01"), ("+999999-12-31T23:59:59.999Z", "+999999-12-31"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31"),
  ]

  @Test(arguments: StoreKind.allCases)
  func `a moment just before midnight belongs to its day in every year`(
    kind: StoreKind
  ) async throws {
    let items = ValueLimitTests.dates.enumerated().map { Item(Int64($0), $1.0) }
    let store = try await TestStore(kind, of: Item.self, items)
    let list = store.list(
      ResultsRequest<StoredRow>(table: "item"), sectionBy: .calendar(.day, of: "name", in: .gmt))
    try await list.performFetch()
    var names: [Int64: String] = [:]
    for section in list.results {
      for key in section.rows.keys {
        if case .integer(let id)? = key.values.first { names[id] = section.name }
      }
    }
    for (id, date) in ValueLimitTests.dates.enumerated() {
      #expect(names[Int64(id)] == date.1, "\(date.0)")
    }
  }

  @Test(arguments: [
    "10000-01-01", "2026-01-01T00:00+24:00", "2026-01-01T00:00+05:60", "2026-13-01",
  ])
  func `a text that is no date is an error that names the row`(text: String) async throws {
    let store = try await TestStore(.memory, of: Item.self, [Item(77, text)])
    let list = store.list(
      ResultsRequest<StoredRow>(table: "item"), sectionBy: .calendar(.day, of: "name", in: .gmt))
    let error = await storeError { try await list.performFetch() }
    #expect(error?.message.contains("77") == true)
  }

  @Test(arguments: StoreKind.allCases)
  func `keys and texts may be as small and as large as the store holds`(
    kind: StoreKind
  ) async throws {
    let long = String(repeating: "long ", count: 1 << 20)
    let items = [
      Item(.min, "", ""), Item(.max, long, long), Item(-1, "\u{10FFFF}", nil),
      Item(0, "a", "\u{1}"),
    ]
    let store = try await TestStore(kind, of: Item.self, items)
    let list = store.list(.byName, sectionBy: SectionKey(\.team))
    try await list.performFetch()
    #expect(list.results.map(\.name) == ["", "", "\u{1}", long])
    #expect(list.results.rows.map(\.id) == [-1, .min, 0, .max])
    try await store.write { $0.update(Item(.max, "short", "")) }
    try await store.settle(list)
    #expect(list.results.rows.map(\.id) == [-1, .min, .max, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `an empty table has no sections, and one if they aren't asked for`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Item.self)
    for (section, count) in [(SectionKey(\Item.team), 0), (nil, 1)] {
      let list = store.list(.byName, sectionBy: section)
      try await list.performFetch()
      #expect(list.results.count == count)
      #expect(list.results.numberOfObjects == 0)
      let titles = list.results.sectionIndexTitles.joined()
      #expect(titles == "")
    }
  }

  @Test func `a table without columns is an error that says why`() async throws {
    let store = try await TestStore(.postgres, postgres: "CREATE TABLE bare()")
    let list = store.list(ResultsRequest<StoredRow>(table: "bare"))
    let error = await storeError { try await list.performFetch() }
    #expect(error?.message.contains("no primary key") == true)
  }

  @Test(arguments: StoreKind.databases)
  func `a table may have as many columns as the store allows`(kind: StoreKind) async throws {
    let count = kind == .postgres ? 1600 : 2000
    let columns = (1..<count).map { "c\($0) int" }.joined(separator: ", ")
    let schema = """
      CREATE TABLE wide(id integer PRIMARY KEY, \(columns)); INSERT INTO wide(id, c1) VALUES (1, 5), (2, 4);
      """
    let store = try await TestStore(kind, sqlite: schema, postgres: schema)
    let last = "c\(count - 1)"
    let list = try await RecordedList(
      ResultsRequest<StoredRow>(table: "wide", sortBy: [SortKey(.column("c1"))]), store.store,
      sectionBy: .column(last))
    #expect(list.picture == [": 2 1"])
    try await store.writeElsewhere("UPDATE wide SET \(last) = 7 WHERE id = 2")
    try await store.settle(list.controller)
    #expect(list.picture == [": 1", "7: 2"])
  }

  @Test func `a list may have as many sections as rows`() async throws {
    let count = HistoryLength.isLong ? 1_000_000 : 20_000
    let store = MemoryStore(try MemoryTable(for: Item.self))
    try store.write { tables in
      for number in 0..<count {
        try tables.insert(Item(Int64(number), "n", "team \(number * 7919 % count)"))
      }
    }
    let list = ResultsController(
      fetchRequest: .byName, store: store, sectionBy: SectionKey(\.team))
    try await list.performFetch()
    #expect(list.results.count == count)
    let largest = list.results.map(\.count).max()
    #expect(largest == 1)
    try store.write { try $0.update(Item(0, "n", "a")) }
    try await list.refresh()
    #expect(list.results.first?.name == "a")
    #expect(list.results.count == count)
  }
}
