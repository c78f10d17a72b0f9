import Foundation
import Sectional
import TestSupport
import Testing

/// Lookups in a list: index titles, index paths, and sections as collections.
@MainActor @Suite struct SectionIndexTests {
  private func bench(_ kind: StoreKind) async throws -> ControllerBench {
    let items = [
      Item(1, "ada", "amber"), Item(2, "bob", "amber"), Item(3, "cy", "azure"), Item(4, "dan", ""),
      Item(5, "eve", nil), Item(6, "fay", "tan"), Item(7, "gus", "tan"), Item(8, "hal", "tan"),
    ]
    let bench = try await ControllerBench(kind, items)
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `index titles skip sections without one and keep equal ones`(kind: StoreKind) async throws {
    let list = try await bench(kind).controller
    #expect(list.sections.map(\.name) == ["", "", "amber", "azure", "tan"])
    #expect(list.sectionIndexTitles == ["A", "A", "T"])
    #expect(list.section(forSectionIndexTitle: "A", at: 0) == 2)
    #expect(list.section(forSectionIndexTitle: "A", at: 1) == 3)
    #expect(list.section(forSectionIndexTitle: "T", at: 2) == 4)
    #expect(list.section(forSectionIndexTitle: "T", at: 1) == nil)
    #expect(list.section(forSectionIndexTitle: "A", at: 3) == nil)
    #expect(list.section(forSectionIndexTitle: "A", at: -1) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object's index path leads back to it`(kind: StoreKind) async throws {
    let list = try await bench(kind).controller
    for (section, rows) in list.sections.enumerated() {
      for (item, object) in rows.enumerated() {
        let path = IndexPath(indexes: [section, item])
        #expect(list.indexPath(forObject: object) == path)
        #expect(list.indexPath(forKey: RowKey([.integer(object.id)])) == path)
        #expect(list.object(at: path) == object)
        #expect(list[path] == object)
      }
    }
    // The key decides, not what else the record holds.
    #expect(list.indexPath(forObject: Item(3, "other", "none")) == IndexPath(indexes: [3, 0]))
    #expect(list.indexPath(forObject: Item(99, "ada", "amber")) == nil)
    #expect(list.indexPath(forKey: RowKey(["1"])) == nil)
    #expect(list.indexPath(forKey: RowKey([1.0])) == IndexPath(indexes: [2, 0]))
  }

  @Test(arguments: StoreKind.allCases)
  func `null and empty text are two sections with different identities`(kind: StoreKind)
    async throws
  {
    let list = try await bench(kind).controller
    #expect(list.sections.map(\.id) == [.null, "", "amber", "azure", "tan"])
    #expect(list.sections[0].map(\.name) == ["eve"])
    #expect(list.sections[1].map(\.name) == ["dan"])
    #expect(list.sections.section(forKey: .null) == 0)
    #expect(list.sections.section(forKey: "") == 1)
    #expect(list.sections.section(forKey: "red") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `sections and rows are random access collections`(kind: StoreKind) async throws {
    let list = try await bench(kind).controller
    let sections = list.sections
    #expect(sections.reversed().map(\.name) == ["tan", "azure", "amber", "", ""])
    #expect(sections[2...3].map(\.name) == ["amber", "azure"])
    #expect(sections.index(sections.startIndex, offsetBy: 4) == sections.endIndex - 1)
    let tan = sections[4]
    #expect(tan.numberOfObjects == tan.count && tan.rows.count == 3)
    #expect(tan[1...].map(\.name) == ["gus", "hal"])
    #expect(tan.reversed().map(\.name) == ["hal", "gus", "fay"])
    #expect(sections.flatMap { $0 }.map(\.id) == list.results.rows.map(\.id))
    #expect(sections.numberOfObjects == 8)
    #expect(list.results.rows.suffix(2).map(\.name) == ["gus", "hal"])
  }

  @Test(arguments: StoreKind.allCases)
  func `sections can be searched by bisection`(kind: StoreKind) async throws {
    let list = try await bench(kind).controller
    var (low, high) = (list.sections.startIndex, list.sections.endIndex)
    while low < high {
      let middle = list.sections.index(
        low, offsetBy: list.sections.distance(from: low, to: high) / 2)
      if list.sections[middle].name < "azure" { low = middle + 1 } else { high = middle }
    }
    #expect(list.sections[low].map(\.name) == ["cy"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that was never fetched is empty and answers every lookup`(kind: StoreKind)
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")])
    let list = bench.controller
    #expect(list.sections.isEmpty && list.results.rows.isEmpty)
    #expect(list.sectionIndexTitles.isEmpty)
    #expect(list.indexPath(forObject: Item(1, "ada", "Red")) == nil)
    #expect(list.indexPath(forKey: RowKey([1])) == nil)
    #expect(list.section(forSectionIndexTitle: "R", at: 0) == nil)
    let plain = bench.store.list(ResultsRequest<Item>.byName)
    #expect(plain.sections.map(\.count) == [0])
  }
}
