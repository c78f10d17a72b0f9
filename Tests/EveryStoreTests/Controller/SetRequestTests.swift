import Foundation
import Sectional
import SectionalSQL
import TestSupport
import Testing

/// New requests for a list that is already shown.
@MainActor @Suite struct SetRequestTests {
  private let recorder = CallRecorder()

  private static let items = [
    Item(1, "ada", "Red"), Item(2, "bob", "Red"), Item(3, "cy", "Tan"),
  ]

  private func bench(
    _ kind: StoreKind, _ sectionBy: SectionKey<Item>? = nil
  ) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, Self.items, sectionBy: sectionBy)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `changing the predicate reports the rows that are added and removed`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    try await bench.controller.setRequest(
      ResultsRequest(predicate: #Predicate { $0.id != 2 }, sortBy: [SortKey(\.name)]))
    #expect(recorder.take() == ["will", "delete row 0,1 to - bob", "did"])
    try await bench.controller.setRequest(.byName)
    #expect(recorder.take() == ["will", "insert row - to 0,1 bob", "did"])
    try await bench.write { $0.delete(Item(3, "")) }
    #expect(recorder.calls == ["will", "delete row 0,2 to - cy", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `changing the order reports the fewest possible moves`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    try await bench.controller.setRequest(
      ResultsRequest(sortBy: [SortKey(\.name, order: .reverse)]))
    #expect(bench.picture == [": cy bob ada"])
    #expect(recorder.calls.count(where: { $0.hasPrefix("move") }) == 2)
    #expect(recorder.calls.count == 4)
  }

  @Test(arguments: StoreKind.databases)
  func `another statement keeps the aggregates`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, Self.items)
    let red = Aggregate.count(where: #Predicate<Item> { $0.team == "Red" })
    var request = ResultsRequest<Item>.byName
    request.compute(red)
    let list = store.list(request)
    try await list.performFetch()
    try await list.setRequest(sql: "SELECT id, name, team FROM item WHERE id < 3")
    #expect(list.results.value(of: red) == 2)
    let recorder = ChangesetRecorder<Item>()
    list.changesetDelegate = recorder
    try await store.execute("UPDATE item SET team = 'Tan' WHERE id = 1")
    try await store.settle(list)
    #expect(list.results.value(of: red) == 1)
    #expect(recorder.changesets.last?.sectionInfoUpdates == [0])
  }

  @Test(arguments: StoreKind.allCases)
  func `a path beyond the end of a section leads to no row`(kind: StoreKind) async throws {
    let bench = try await bench(kind, SectionKey(\.team))
    let results = bench.controller.results
    #expect(results.row(ifLoaded: [0, 1])?.name == "bob")
    for path in [[0, 2], [1, 1], [2, 0], [0, -1]] as [IndexPath] {
      #expect(results.row(ifLoaded: path) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `setting an equal request reports no change`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    try await bench.controller.setRequest(.byName)
    // The keys are in a different order, but the result is the same.
    try await bench.controller.setRequest(ResultsRequest(sortBy: [SortKey(\.id)]))
    #expect(recorder.calls.isEmpty)
    try await bench.write { $0.update(Item(1, "zoe", "Red")) }
    #expect(recorder.calls == ["will", "update row 0,0 to 0,0 zoe", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a new order takes effect even if the rows stay in place`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    try await bench.controller.setRequest(ResultsRequest(sortBy: [SortKey(\.id)]))
    let results = bench.controller.results
    #expect(results.ordering.sort.map(results.name(of:)) == ["id"])
  }

  @Test(arguments: StoreKind.allCases)
  func `setting a request before the first fetch fetches the list`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(kind, Self.items)
    try await bench.controller.setRequest(.byName)
    #expect(bench.picture == ["Red: ada bob", "Tan: cy"])
    try await bench.write { $0.delete(Item(3, "")) }
    #expect(bench.picture == ["Red: ada bob"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a list keeps following its old request when the new one fails`(kind: StoreKind) async throws
  {
    let bench = try await bench(kind)
    let bad = ResultsRequest<Item>(sortBy: [SortKey(\.name.count)])
    let error = await storeError { try await bench.controller.setRequest(bad) }
    #expect(error?.code == .invalidMapping)
    #expect(bench.controller.fetchRequest.sortBy == ResultsRequest<Item>.byName.sortBy)
    try await bench.write { $0.insert(Item(4, "dan")) }
    #expect(recorder.calls == ["will", "insert row - to 0,3 dan", "did"])
    #expect("\(bench.controller.status)" == "current")
  }

  @Test(arguments: StoreKind.allCases)
  func `a failed request leaves a current list current`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let bad = ResultsRequest<Item>(sortBy: [SortKey(\.name.count)])
    _ = await storeError { try await bench.controller.setRequest(bad) }
    // Nothing is written. The list shows what the store holds, and continues to follow it.
    try await wait { "\(bench.controller.status)" != "loading" }
    #expect("\(bench.controller.status)" == "current")
  }

  @Test(arguments: StoreKind.allCases)
  func `setting requests during commits ends with the right rows`(kind: StoreKind) async throws {
    let bench = try await bench(kind, SectionKey(\.team))
    let store = bench.store
    let writer = Task.detached {
      for id in 10..<60 {
        try await store.write { $0.insert(Item(Int64(id), "n\(id)", "Tan")) }
      }
    }
    for round in 0..<10 {
      try await bench.controller.setRequest(
        ResultsRequest(sortBy: [
          SortKey(\.name, order: round.isMultiple(of: 2) ? .reverse : .forward)
        ]
        ))
    }
    try await writer.value
    try await store.settle(bench.controller)
    let names = bench.controller.results.map { $0.map(\.name) }
    #expect(names.map(\.count) == [2, 51])
    #expect(names.allSatisfy { $0 == $0.sorted() })
    // Each change that was announced was also completed.
    #expect(
      recorder.calls.count(where: { $0 == "will" }) == recorder.calls.count(where: { $0 == "did" }))
  }
}
