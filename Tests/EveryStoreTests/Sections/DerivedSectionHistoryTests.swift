import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Sections that are derived from cells, followed in a file while its rows change.
@MainActor @Suite struct DerivedSectionHistoryTests {
  nonisolated static let sections: [SectionKey<StoredRow>] = [
    .firstLetter(of: "name"), .prefix(of: "team", length: 1).ordered(.reverse),
    .calendar(.month, of: "at", in: .gmt), .calendar(.week, of: "seen", in: .gmt),
  ]

  private func visit(_ random: inout SeededGenerator) -> Visit {
    let at = Date(timeIntervalSince1970: Double(random.below(40)) * 86_400 * 7)
    return Visit(
      id: Int64(random.below(30)),
      name: random.element(of: ["", "a", "ab", "Ab", "b", "\u{C4}"]) ?? "",
      team: random.element(of: [nil, "x", "xy", "y", ""]) ?? nil, level: random.below(3), at: at,
      seen: random.happens(onceIn: 3) ? nil : at)
  }

  @Test(arguments: 0..<4) func `a list of derived sections follows its file`(place: Int)
    async throws
  {
    var random = SeededGenerator(seed: UInt64(place))
    let stores = try await RecordStores<Visit>(sqlite: Visit.sqlite)
    let request = ResultsRequest<StoredRow>(
      source: .table("visit"), sortBy: [SortKey(.column("level"), order: .reverse)])
    let section = Self.sections[place]
    let list = try await RecordedList(request, stores.sqlite, sectionBy: section)
    for step in 1...120 {
      let visits = (0...random.below(6)).map { _ in visit(&random) }
      let deletes = random.happens(onceIn: 3)
      try await stores.sqlite.write { transaction in
        for visit in visits {
          if deletes { try transaction.delete(visit) } else { try transaction.upsert(visit) }
        }
      }
      let fresh = ResultsController(
        fetchRequest: request, store: stores.sqlite, sectionBy: section, tracksChanges: false)
      try await fresh.performFetch()
      let expected = ListPicture(fresh.results)
      try await list.wait { ListPicture(list.controller.results) == expected }
      #expect(list.shown == expected)
      if let violation = list.violation {
        Issue.record("step \(step): \(violation)")
        return
      }
    }
    #expect(list.controller.diagnostics.fullFetches == 1)
  }

  @Test func `records appear and disappear according to a predicate`() async throws {
    var random = SeededGenerator(seed: 77)
    let stores = try await RecordStores<Visit>(sqlite: Visit.sqlite)
    let list = ResultsController(
      fetchRequest: ResultsRequest<Visit>(
        predicate: #Predicate { $0.level != 1 && !$0.name.isEmpty }, sortBy: [SortKey(\.id)]),
      store: stores.sqlite, sectionBy: .firstLetter(of: \.name))
    try await list.performFetch()
    var visits: [Int64: Visit] = [:]
    for _ in 1...100 {
      let visit = visit(&random)
      visits[visit.id] = visit
      try await stores.sqlite.write { try $0.upsert(visit) }
      let expected = Set(visits.values.filter { $0.level != 1 && !$0.name.isEmpty })
      try? await wait { Set(list.results.rows) == expected }
      #expect(Set(list.results.rows) == expected)
    }
    #expect(list.diagnostics.fullFetches == 1)
  }
}
