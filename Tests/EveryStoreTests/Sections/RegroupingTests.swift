import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// One request after another in the same controller: change sets lead from each to the next.
@MainActor @Suite struct RegroupingTests {
  private static let sections: [(column: String, key: SectionKey<StoredRow>?)] = [
    ("", nil), ("team", .column("team")), ("team", .column("team").ordered(.reverse)),
    ("team", .column("team").asSorted), ("name", .firstLetter(of: "name")),
    ("name", .prefix(of: "name", length: 2)), ("level", .column("level").asSorted),
    ("name", .prefix(of: "name", length: 9).asSorted),
    ("at", .calendar(.day, of: "at", in: .gmt)), ("at", .calendar(.month, of: "at", in: .gmt)),
    ("at", .calendar(.week, of: "at", in: .gmt).ordered(.reverse)),
    ("at", .calendar(.year, of: "at", in: .gmt).asSorted),
  ]

  private func draw(_ random: inout SeededGenerator) -> (
    ResultsRequest<StoredRow>, SectionKey<StoredRow>?
  ) {
    let (column, key) = Self.sections[random.below(Self.sections.count)]
    // Sections in the order of the sort keys require rows that are sorted by what the sections are derived from.
    var names =
      column.isEmpty || random.happens(onceIn: 3) && !(key?.isFree ?? false) ? [] : [column]
    for _ in 0..<random.below(3) {
      names.append(random.element(of: ["team", "name", "level", "at"]) ?? "id")
    }
    let sort = names.map { name in
      SortKey<StoredRow>(
        .column(name), order: random.happens(onceIn: 2) ? .forward : .reverse,
        nulls: random.happens(onceIn: 4) ? .last : nil)
    }
    return (ResultsRequest(source: .table("visit"), sortBy: sort), key)
  }

  private func change(_ store: MemoryStore, _ random: inout SeededGenerator) throws {
    try store.write { transaction in
      for _ in 0..<random.below(8) {
        let visit = Visit(
          id: Int64(random.below(30)),
          name: random.element(of: ["", "a", "ab", "Ab", "b", "abc"]) ?? "",
          team: random.element(of: [nil, "x", "y", ""]) ?? nil, level: random.below(3),
          at: Date(timeIntervalSince1970: Double(random.below(40)) * 86_400 * 7))
        if random.happens(onceIn: 4) {
          try transaction.delete(visit)
        } else {
          try transaction.upsert(visit)
        }
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `change sets lead from each request to the next`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stores = try await RecordStores<Visit>(sqlite: Visit.sqlite)
    for _ in 0..<6 { try change(stores.memory, &random) }
    let list = try await RecordedList(
      ResultsRequest(source: .table("visit")), stores.memory, sectionBy: nil)
    for step in 1...200 {
      if random.happens(onceIn: 3) { try change(stores.memory, &random) }
      let (request, section) = draw(&random)
      try await list.controller.setRequest(request, sectionBy: section)
      let fresh = ResultsController(
        fetchRequest: request, store: stores.memory, sectionBy: section, tracksChanges: false)
      try await fresh.performFetch()
      #expect(ListPicture(list.controller.results) == ListPicture(fresh.results), "step \(step)")
      #expect(list.shown == ListPicture(fresh.results), "step \(step)")
      if let violation = list.violation {
        Issue.record(
          "seed \(seed), step \(step), \(request.sortBy), \(section as Any): \(violation)")
        return
      }
    }
  }
}

extension SectionKey {
  /// Whether the sections are in the order of the sort keys.
  fileprivate var isFree: Bool { "\(self)".contains("isAsSorted: true") }
}
