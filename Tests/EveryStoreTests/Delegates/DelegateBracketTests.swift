import Foundation
import Sectional
import TestSupport
import Testing

/// When a delegate is called: which transactions are reported, in which order, and what it sees in each call.
@MainActor @Suite struct DelegateBracketTests {
  private struct Refusal: Error {}
  private let recorder = CallRecorder()

  private func bench(
    _ kind: StoreKind, _ items: [Item], _ request: ResultsRequest<Item> = .byName
  ) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, items, request)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that starts or stops matching the predicate is inserted or deleted`(kind: StoreKind)
    async throws
  {
    let request = ResultsRequest<Item>(predicate: #Predicate { $0.name != "hidden" })
    let bench = try await bench(kind, [Item(1, "hidden", "Red"), Item(2, "bob", "Red")], request)
    try await bench.write { $0.update(Item(1, "ada", "Red")) }
    #expect(recorder.take() == ["will", "insert row - to 0,0 ada", "did"])
    try await bench.write { $0.update(Item(1, "hidden", "Red")) }
    // A delete names the record as it was in the list.
    #expect(recorder.take() == ["will", "delete row 0,0 to - ada", "did"])
    try await bench.write { $0.update(Item(1, "hidden", "Tan")) }
    #expect(recorder.calls.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction of many writes makes one pair of will and did`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [])
    try await bench.write { db in
      for id in 1...20 { db.insert(Item(Int64(id), "n\(id)", "Red")) }
      for id in 1..<5 { db.update(Item(Int64(id), "n\(id)!", "Red")) }
      for id in 11...20 { db.delete(Item(Int64(id), "")) }
    }
    #expect(recorder.calls.count(where: { $0 == "will" }) == 1)
    #expect(recorder.calls.count(where: { $0 == "did" }) == 1)
    #expect(recorder.calls.count(where: { $0.hasPrefix("insert row") }) == 10)
    #expect(recorder.calls.count == 13)
  }

  @Test(arguments: StoreKind.allCases)
  func `a rolled back transaction is not reported`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [Item(1, "ada", "Red")])
    await #expect(throws: Refusal.self) {
      try await bench.store.write { db in
        db.delete(Item(1, ""))
        db.fail(with: Refusal())
      }
    }
    try await bench.store.settle(bench.controller)
    // Anything that was still on its way would be reported before this.
    try await bench.write { $0.insert(Item(2, "bob", "Red")) }
    #expect(recorder.calls == ["will", "insert row - to 0,1 bob", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction without effect on the rows is not reported`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [Item(1, "ada", "Red")])
    let version = bench.controller.version
    try await bench.write { $0.update(Item(1, "ada", "Red")) }
    try await bench.write { db in
      db.update(Item(1, "zoe", "Tan"))
      db.insert(Item(2, "bob", "Red"))
      db.delete(Item(2, "bob", "Red"))
      db.update(Item(1, "ada", "Red"))
    }
    try await bench.write { db in
      db.delete(Item(1, "ada", "Red"))
      db.insert(Item(1, "ada", "Red"))
    }
    #expect(bench.controller.version != version)
    #expect(recorder.calls.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `sections are reported before rows, and rows by kind`(kind: StoreKind) async throws {
    let bench = try await bench(
      kind,
      [
        Item(1, "ada", "Blue"), Item(2, "bob", "Red"), Item(3, "cy", "Red"), Item(4, "dan", "Red"),
        Item(5, "eve", "Red"), Item(6, "fay", "Tan"),
      ])
    try await bench.write { db in
      db.delete(Item(1, ""))
      db.delete(Item(2, ""))
      db.insert(Item(7, "gus", "Grey"))
      db.insert(Item(8, "hal", "Red"))
      db.update(Item(3, "zoe", "Red"))
      db.update(Item(6, "fay!", "Tan"))
    }
    #expect(
      recorder.calls == [
        "will", "delete section 0 Blue", "insert section 0 Grey", "delete row 0,0 to - ada",
        "delete row 1,0 to - bob", "insert row - to 0,0 gus", "insert row - to 1,2 hal",
        "move row 1,1 to 1,3 zoe", "update row 2,0 to 2,0 fay!", "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `the results are old in will and new in every other call`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [Item(1, "ada", "Red"), Item(2, "bob", "Tan")])
    try await bench.write { db in
      db.delete(Item(1, "ada", "Red"))
      db.update(Item(2, "zoe", "Blue"))
    }
    #expect(recorder.sights.first == ["ada", "bob"])
    #expect(recorder.sights.count == 8)
    #expect(recorder.sights.dropFirst().allSatisfy { $0 == ["zoe"] })
  }

  @Test(arguments: StoreKind.allCases)
  func `nothing else runs on the owner's actor between will and did`(kind: StoreKind) async throws {
    let bench = try await bench(kind, [])
    // If the calls were in several turns, a task on the same actor would run in between.
    let nosy = Task { @MainActor [recorder] in
      var openBrackets = 0
      while !Task.isCancelled {
        if let last = recorder.calls.last, last != "did" { openBrackets += 1 }
        await Task.yield()
      }
      return openBrackets
    }
    for id in 1...50 { try await bench.write { $0.insert(Item(Int64(id), "n", "\(id)")) } }
    nosy.cancel()
    #expect(await nosy.value == 0)
    #expect(recorder.calls.count == 50 * 4)
  }
}
