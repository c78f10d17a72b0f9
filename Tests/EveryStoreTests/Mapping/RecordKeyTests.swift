import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Keys with several columns in any order, and nested properties.
@MainActor @Suite struct RecordKeyTests {
  private nonisolated static let seats = [
    Seat(row: 1, letter: "b", guest: "ada"), Seat(row: 2, letter: "a", guest: "bob"),
    Seat(row: 1, letter: "a", guest: nil),
  ]

  nonisolated static let schemas = [
    "CREATE TABLE seat(letter TEXT NOT NULL, row INTEGER NOT NULL, guest, PRIMARY KEY (letter, row))",
    "CREATE TABLE seat(guest, row INT, letter TEXT, PRIMARY KEY (row, letter)) WITHOUT ROWID",
    "CREATE TABLE seat(id INTEGER PRIMARY KEY, guest, row, letter, UNIQUE (row, letter))",
    "CREATE TABLE seat(Letter TEXT, ROW INTEGER, GUEST TEXT, PRIMARY KEY (Letter, ROW))",
  ]

  @Test(arguments: schemas) func `records are known, written and found by their key`(sql: String)
    async throws
  {
    let stores = try await RecordStores(sqlite: sql, Self.seats)
    for (name, list) in try await stores.lists(ResultsRequest(sortBy: [SortKey(\.guest)])) {
      #expect(list.results.rows.map(\.guest) == [nil, "ada", "bob"], "\(name)")
      let moved = Seat(row: 2, letter: "a", guest: "another")
      #expect(list.indexPath(forObject: moved) == IndexPath(indexes: [0, 2]), "\(name)")
      #expect(list.indexPath(forObject: Seat(row: 9, letter: "a", guest: nil)) == nil)
    }
    let changed = Seat(row: 1, letter: "a", guest: "cy")
    try await stores.sqlite.write { transaction in
      #expect(try transaction.update(changed))
      #expect(try !transaction.update(Seat(row: 7, letter: "a", guest: nil)))
      #expect(try transaction.delete(Self.seats[1]))
      try transaction.upsert(Seat(row: 1, letter: "b", guest: "dee"))
      try transaction.upsert(Seat(row: 3, letter: "b", guest: "eve"))
    }
    let guests = try await stores.sqlite.read {
      try await $0.fetch(ResultsRequest<Seat>(sortBy: [SortKey(\.guest)])).map(\.guest)
    }
    #expect(guests == ["cy", "dee", "eve"])
    await #expect(throws: StoreError.self) {
      try await stores.sqlite.write { try $0.insert(changed) }
    }
    #expect(throws: StoreError.self) {
      try stores.memory.write { try $0.insert(Self.seats[0]) }
    }
  }

  @Test(arguments: schemas) func `changes of records are followed by their key`(sql: String)
    async throws
  {
    let stores = try await RecordStores(sqlite: sql, Self.seats)
    let request = ResultsRequest<Seat>(sortBy: [SortKey(\.guest)])
    let list = ResultsController(fetchRequest: request, store: stores.sqlite)
    try await list.performFetch()
    try await stores.sqlite.write {
      try $0.update(Seat(row: 1, letter: "a", guest: "zed"))
      try $0.delete(Self.seats[0])
    }
    try? await wait { list.results.rows.map(\.guest) == ["bob", "zed"] }
    #expect(list.results.rows.map(\.guest) == ["bob", "zed"])
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics)")
  }

  @Test func `a nested property can be mapped, sorted and grouped by`() async throws {
    var random = SeededGenerator(seed: 3)
    let parcels = (1...60).map { Parcel(id: $0, from: &random) }
    let stores = try await RecordStores(parcels)
    let request = ResultsRequest<Parcel>(sortBy: [
      SortKey(\.address.zip, order: .reverse), SortKey(\.id),
    ])
    let cities = Set(parcels.map(\.address.city)).sorted()
    for (_, list) in try await stores.lists(request, sectionBy: SectionKey(\.address.city)) {
      #expect(list.results.map(\.name) == cities)
      for section in list.results {
        let expected = parcels.filter { $0.address.city == section.name }
          .sorted { ($1.address.zip ?? "", $0.id) < ($0.address.zip ?? "", $1.id) }
        #expect(section.map(\.id) == expected.map(\.id))
      }
    }
  }
}

/// A record with a key of two columns.
private struct Seat: StoredRecord {
  var row: Int
  var letter: String
  var guest: String?

  static let table = RecordTable(
    "seat", RecordColumn("row", \.row, primaryKey: true),
    RecordColumn("letter", \.letter, primaryKey: true),
    RecordColumn("guest", \.guest), row: Seat.init)
}
