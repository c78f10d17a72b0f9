import Foundation
import Sectional
import TestSupport
import Testing

/// Declared sections of derived values and of columns of other types, and their index titles.
@MainActor @Suite struct DerivedDeclarationTests {
  private static let visits = [
    Visit(id: 1, name: "bob", level: 12, weight: 1, at: Date(timeIntervalSince1970: 1_795_000_000)),
    Visit(id: 2, name: "\u{D6}sten", level: 3, weight: 2.5, isOpen: true),
  ]

  private func expect(
    _ section: SectionKey<Visit>, _ names: [String], _ counts: [Int],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let stores = try await RecordStores(Self.visits)
    for (name, list) in try await stores.lists(
      ResultsRequest(sortBy: [SortKey(\.id)]), sectionBy: section)
    {
      #expect(list.results.map(\.name) == names, "\(name)", sourceLocation: sourceLocation)
      #expect(list.results.map(\.count) == counts, "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test func `derived sections can be declared`() async throws {
    try await expect(
      .firstLetter(of: \.name).declaring(["A", "B", "\u{C5}", "Z"]),
      ["A", "B", "Z", "\u{C5}", "\u{D6}"], [0, 1, 0, 0, 1])
    try await expect(
      .buckets(of: \.level, from: [0, 10]).declaring([0, 1, 2]),
      ["< 0", "0 to < 10", "\u{2265} 10"], [0, 1, 1])
    try await expect(
      .calendar(.month, of: \.at, in: .gmt).declaring([202_611, 202_612]),
      ["1970-01", "2026-11", "2026-12"], [1, 1, 0])
    try await expect(
      .prefix(of: \.name, length: 2).declaring(["bo", "bu"]), ["bo", "bu", "\u{D6}s"], [1, 0, 1])
    try await expect(
      .computed("parity") { $0.level % 2 }.declaring([0, 1, 2]).ordered(.reverse),
      ["2", "1", "0"], [0, 1, 1])
  }

  @Test func `numbers, truth values and nil can be declared, each once`() async throws {
    try await expect(SectionKey(\.level).declaring([12, 4, 12, 4]), ["3", "4", "12"], [1, 0, 1])
    try await expect(SectionKey(\.weight).declaring([1, 2, 2.5]), ["1", "2", "2.5"], [1, 0, 1])
    try await expect(SectionKey(\.weight).declaring([1 as Int, 3]), ["1", "2.5", "3"], [1, 1, 0])
    try await expect(SectionKey(\.isOpen).declaring([true, false]), ["0", "1"], [1, 1])
    try await expect(
      SectionKey(\.team).declaring(["x", nil]).named(nil: "none"), ["none", "x"], [2, 0])
    try await expect(
      SectionKey(\.seen).declaring([nil as Date?]).named(nil: "unseen"), ["unseen"], [2])
    try await expect(SectionKey(\.level).declaring([] as [Int]), ["3", "12"], [1, 1])
  }

  @Test(arguments: StoreKind.allCases)
  func `sections without rows have titles and index titles`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(1, "bob"), Item(2, "Émile")])
    let section = SectionKey<Item>.firstLetter(of: \.name).declaring(["A", "C", "Z"])
      .titled { "Letter \($0.textOrNothing)" }
    let list = store.list(.byName, sectionBy: section)
    try await list.performFetch()
    #expect(list.sections.map(\.title) == ["A", "B", "C", "Z", "\u{C9}"].map { "Letter \($0)" })
    #expect(list.sectionIndexTitles == ["A", "B", "C", "Z", "\u{C9}"])
    #expect(list.section(forSectionIndexTitle: "Z", at: 3) == 3)
    let alphabet = store.list(.byName, sectionBy: section, indexTitle: .alphabet())
    try await alphabet.performFetch()
    #expect(alphabet.sections.map(\.indexTitle) == ["A", "B", "C", "Z", "E"])
    #expect(alphabet.section(forSectionIndexTitle: "C", at: 2) == 2)
    #expect(alphabet.section(forSectionIndexTitle: "E", at: 4) == 4)
    let byRows = store.list(
      .byName, sectionBy: section,
      indexTitle: SectionIndexTitle(ofSection: { section in section.rows.map { "\($0.count)" } }))
    try await byRows.performFetch()
    #expect(byRows.sectionIndexTitles == ["0", "1", "0", "0", "1"])
    #expect(byRows.sectionIndexTitle(forSectionName: "C") == "0")
  }

  @Test(arguments: StoreKind.allCases)
  func `a delegate is told about rows, not about declared sections`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self)
    let list = store.list(
      .byName, sectionBy: SectionKey(\.team).ordered(as: ["Red", "Blue"], showsEmpty: true))
    let recorder = CallRecorder()
    list.delegate = recorder
    try await list.performFetch()
    try await store.write { batch in
      batch.insert(Item(1, "ada", "Blue"))
      batch.insert(Item(2, "bob", "Tan"))
    }
    try await store.settle(list)
    #expect(
      recorder.take() == [
        "will", "insert section 2 Tan", "insert row - to 1,0 ada", "insert row - to 2,0 bob", "did",
      ])
    try await store.write { $0.update(Item(2, "bob", "Red")) }
    try await store.settle(list)
    // A move out of a section that is deleted is told as a delete and an insert.
    #expect(
      recorder.take() == [
        "will", "delete section 2 Tan", "delete row 2,0 to - bob", "insert row - to 0,0 bob", "did",
      ])
    try await store.write { $0.delete(Item(1, "")) }
    try await store.settle(list)
    #expect(recorder.take() == ["will", "delete row 1,0 to - ada", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a list of nothing shows what is declared`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(1, "ada", "Red")])
    let none = ResultsRequest<Item>(search: .any([]))
    let list = store.list(none, sectionBy: SectionKey(\.team).declaring(["Blue", "Red"]))
    #expect(list.results.isEmpty)
    try await list.performFetch()
    #expect(list.results.map(\.name) == ["Blue", "Red"])
    #expect(list.fetchedObjects?.count == 0)
    #expect(list.results.rows.isEmpty)
    try await list.setRequest(.byName)
    #expect(ControllerBench.picture(list.results) == ["Blue: ", "Red: ada"])
  }
}

extension StoredValue {
  fileprivate var textOrNothing: String { if case .text(let text) = self { text } else { "" } }
}
