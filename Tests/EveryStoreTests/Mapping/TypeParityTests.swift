import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Records with columns of every type make the same list on every store.
@MainActor @Suite(.serialized) struct TypeParityTests {
  private static let records = Everything.some(60, seed: 11)

  private func stores() async throws -> RecordStores<Everything> {
    try await RecordStores(
      sqlite: Everything.sqlite, postgres: Everything.postgres, TypeParityTests.records)
  }

  @Test func `records have the same cells on every store`() async throws {
    let stores = try await stores()
    let lists = try await stores.lists(ResultsRequest(sortBy: [SortKey(\.id)]))
    for (name, list) in lists {
      #expect(Array(list.results.rows) == TypeParityTests.records, "\(name)")
      for (place, record) in TypeParityTests.records.enumerated() {
        let row = list.results.rows.row(at: place)
        let expected = lists[0].list.results.rows.row(at: place)
        for (column, (cell, other)) in zip(row.columns.names, zip(row.values, expected.values)) {
          #expect(cell == other, "\(name), \(column) of \(record.id)")
        }
      }
    }
  }

  @Test func `sorting by any column gives the same order on every store`() async throws {
    let stores = try await stores()
    let keys: [SortKey<Everything>] = [
      SortKey(\.text), SortKey(\.text, collation: .caseInsensitive), SortKey(\.short),
      SortKey(\.tiny), SortKey(\.whole, nulls: .last), SortKey(\.big), SortKey(\.ratio),
      SortKey(\.real), SortKey(\.price), SortKey(\.flag), SortKey(\.maybe), SortKey(\.data),
      SortKey(\.marks.upper), SortKey(\.marks.lower), SortKey(\.marks.bytes),
      SortKey(\.moments.day), SortKey(\.moments.at), SortKey(\.moments.local),
      SortKey(\.form.color), SortKey(\.form.level), SortKey(\.form.document), SortKey(\.form.list),
      SortKey(\.form.pair), SortKey(\.form.any),
    ]
    for key in keys {
      for order in [SortOrder.forward, .reverse] {
        let sort = SortKey(key.column, order: order, collation: key.collation)
        let lists = try await stores.lists(ResultsRequest(sortBy: [sort]))
        for (name, list) in lists {
          #expect(list.picture == lists[0].list.picture, "\(name) by \(key.column)")
        }
      }
    }
  }

  @Test func `rows that the server can sort are not sorted again`() async throws {
    let stores = try await stores()
    let keys: [SortKey<Everything>] = [
      SortKey(\.text), SortKey(\.short), SortKey(\.tiny), SortKey(\.ratio), SortKey(\.real),
      SortKey(\.price), SortKey(\.flag), SortKey(\.data), SortKey(\.marks.upper),
      SortKey(\.marks.lower), SortKey(\.marks.bytes), SortKey(\.moments.at), SortKey(\.form.color),
      SortKey(\.form.level), SortKey(\.form.document), SortKey(\.form.list),
    ]
    for key in keys {
      let list = ResultsController(
        fetchRequest: ResultsRequest(sortBy: [key]), store: try stores.postgres,
        tracksChanges: false)
      try await list.performFetch()
      #expect(list.diagnostics.sortedHere == 0, "by \(key.column)")
    }
  }

  @Test func `grouping by any column gives the same sections on every store`() async throws {
    let stores = try await stores()
    let sections: [SectionKey<Everything>] = [
      SectionKey(\.text), SectionKey(\.short), SectionKey(\.tiny), SectionKey(\.whole),
      SectionKey(\.big), SectionKey(\.ratio), SectionKey(\.real), SectionKey(\.price),
      SectionKey(\.flag), SectionKey(\.maybe), SectionKey(\.data), SectionKey(\.marks.upper),
      SectionKey(\.marks.lower), SectionKey(\.marks.bytes), SectionKey(\.moments.day),
      SectionKey(\.moments.at), SectionKey(\.moments.local), SectionKey(\.form.color),
      SectionKey(\.form.level), SectionKey(\.form.document), SectionKey(\.form.list),
      SectionKey(\.form.pair), SectionKey(\.form.any), .firstLetter(of: \.text),
      .prefix(of: \.short, length: 2), .computed("parity") { $0.id % 2 },
      .calendar(.day, of: \.moments.at, in: .gmt), .calendar(.week, of: \.moments.day, in: .gmt),
      .calendar(.month, of: \.moments.local, in: .gmt),
      .calendar(.day, of: \.moments.day, in: TimeZone(identifier: "America/New_York") ?? .gmt),
      .calendar(.month, of: \.whole, as: .seconds, in: .gmt),
      .calendar(.day, of: \.ratio, as: .milliseconds.since2001, in: .gmt),
    ]
    for (place, section) in sections.enumerated() {
      let lists = try await stores.lists(
        ResultsRequest(sortBy: [SortKey(\.big, order: .reverse)]), sectionBy: section)
      for (name, list) in lists {
        #expect(list.picture == lists[0].list.picture, "\(name), section \(place)")
        #expect(list.sectionIndexTitles == lists[0].list.sectionIndexTitles, "\(name)")
        #expect(list.results.map(\.key) == lists[0].list.results.map(\.key), "\(name) \(place)")
      }
    }
  }
}
