import Sectional
import TestSupport
import Testing

/// Lists that can't show what the store holds, and how they recover.
@MainActor @Suite struct StaleListTests {
  private let recorder = CallRecorder()

  private func code(_ list: ResultsController<Item>) -> StoreError.Code? {
    if case .stale(let error) = list.status { error.code } else { nil }
  }

  private func fetch(_ bench: ControllerBench) async throws {
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
  }

  @Test(arguments: StoreKind.allCases)
  func `a list with a split section keeps its rows until the section is whole again`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await ControllerBench(
      kind, [Item(1, "a", "Tan"), Item(2, "b", "Red")], sectionBy: SectionKey(\.team).asSorted)
    try await fetch(bench)
    #expect(bench.picture == ["Tan: a", "Red: b"])
    try await bench.store.write { $0.insert(Item(3, "c", "Tan")) }
    try await wait { code(bench.controller) == .outOfOrderSection }
    #expect(bench.picture == ["Tan: a", "Red: b"])
    #expect(recorder.calls.isEmpty)
    try await bench.store.write { $0.update(Item(3, "a2", "Tan")) }
    try await wait { code(bench.controller) == nil }
    #expect(bench.picture == ["Tan: a a2", "Red: b"])
    #expect(recorder.calls == ["will", "insert row - to 0,1 a2", "did"])
  }

  @Test(arguments: [StoreKind.sqlite])
  func `a list with an unexpected cell keeps its rows until the cell is right again`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "a", "Red"), Item(2, "b", "Red")])
    try await fetch(bench)
    try await bench.store.execute(
      "UPDATE item SET name = x'736563726574' WHERE id = 1; DELETE FROM item WHERE id = 2")
    try await wait { code(bench.controller) == .unexpectedCell }
    #expect(bench.picture == ["Red: a b"])
    #expect("\(bench.controller.status)".contains("secret") == false)
    try await bench.store.write { $0.update(Item(1, "z", "Red")) }
    try await wait { code(bench.controller) == nil }
    #expect(
      recorder.calls == [
        "will", "delete row 0,1 to - b", "update row 0,0 to 0,0 z", "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `a stale list can be given a request that works`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(
      kind, [Item(1, "a", "Tan"), Item(2, "b", "Red")], sectionBy: SectionKey(\.team).asSorted)
    try await fetch(bench)
    try await bench.store.write { $0.insert(Item(3, "c", "Tan")) }
    try await wait { code(bench.controller) == .outOfOrderSection }
    try await bench.controller.setRequest(.byName, sectionBy: SectionKey(\.team))
    #expect(bench.picture == ["Red: b", "Tan: a c"])
    #expect(code(bench.controller) == nil)
    #expect(recorder.calls.first == "will" && recorder.calls.last == "did")
    // The source that failed is gone. It would retry within a second, and ring at each commit.
    try await bench.write { $0.insert(Item(4, "d", "Tan")) }
    #expect(bench.picture == ["Red: b", "Tan: a c d"])
    #expect(recorder.statuses.last == "current")
  }
}
