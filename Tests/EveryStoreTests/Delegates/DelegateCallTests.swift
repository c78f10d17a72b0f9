import Sectional
import TestSupport
import Testing

/// What a delegate is told about one transaction, in the manner of `NSFetchedResultsController`.
@MainActor @Suite struct DelegateCallTests {
  private let recorder = CallRecorder()

  private func bench(_ kind: StoreKind, _ items: Item...) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, items)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    #expect(recorder.calls.isEmpty)
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `the first row of an empty list is reported after its section`(kind: StoreKind) async throws
  {
    let bench = try await bench(kind)
    #expect(bench.controller.sections.isEmpty)
    try await bench.write { $0.insert(Item(1, "ada", "Red")) }
    #expect(
      recorder.calls == ["will", "insert section 0 Red", "insert row - to 0,0 ada", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted section is reported with each of its rows`(kind: StoreKind) async throws {
    let bench = try await bench(
      kind, Item(1, "ada", "Red"), Item(2, "bob", "Red"), Item(3, "cy", "Tan"))
    try await bench.write { db in
      db.delete(Item(1, ""))
      db.delete(Item(2, ""))
    }
    #expect(
      recorder.calls == [
        "will", "delete section 0 Red", "delete row 0,0 to - ada", "delete row 0,1 to - bob",
        "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `an update has the old and the new index path`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(
      kind, [Item(1, "ada", "Red"), Item(2, "bob", "Red")], ResultsRequest(sortBy: [SortKey(\.id)]))
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    try await bench.write { $0.update(Item(2, "zoe", "Red")) }
    #expect(recorder.take() == ["will", "update row 0,1 to 0,1 zoe", "did"])
    // The row stays, but other rows push it to another path.
    try await bench.write { db in
      db.insert(Item(0, "eve", "Blue"))
      db.insert(Item(-1, "fay", "Red"))
      db.update(Item(2, "mia", "Red"))
    }
    #expect(recorder.calls.suffix(2) == ["update row 0,1 to 1,2 mia", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that changes places in its section is one move`(kind: StoreKind) async throws {
    let bench = try await bench(
      kind, Item(1, "ada", "Red"), Item(2, "bob", "Red"), Item(3, "cy", "Red"))
    try await bench.write { $0.update(Item(1, "zoe", "Red")) }
    #expect(recorder.calls == ["will", "move row 0,0 to 0,2 zoe", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that changes sections is one move`(kind: StoreKind) async throws {
    let bench = try await bench(
      kind, Item(1, "ada", "Blue"), Item(2, "bob", "Blue"), Item(3, "cy", "Red"))
    try await bench.write { $0.update(Item(2, "bob", "Red")) }
    #expect(recorder.calls == ["will", "move row 0,1 to 1,0 bob", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that moves to a new section is reported as delete and insert`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind, Item(1, "ada", "Red"), Item(2, "bob", "Red"))
    try await bench.write { $0.update(Item(2, "bob", "Blue")) }
    #expect(
      recorder.calls == [
        "will", "insert section 0 Blue", "delete row 0,1 to - bob", "insert row - to 0,0 bob",
        "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that leaves an empty section behind is reported as delete and insert`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind, Item(1, "ada", "Blue"), Item(2, "bob", "Red"))
    try await bench.write { $0.update(Item(1, "ada", "Red")) }
    #expect(
      recorder.calls == [
        "will", "delete section 0 Blue", "delete row 0,0 to - ada", "insert row - to 0,0 ada",
        "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `a move whose paths are equal because a section was inserted is reported`(kind: StoreKind)
    async throws
  {
    // Red is pushed from 0 to 1, and Tan with it. bob moves from [1,0], which was in Tan, to [1,0].
    let bench = try await bench(
      kind, Item(1, "ada", "Red"), Item(2, "bob", "Tan"), Item(3, "cy", "Tan"))
    try await bench.write { db in
      db.insert(Item(4, "dan", "Blue"))
      db.update(Item(2, "aaa", "Red"))
    }
    #expect(
      recorder.calls == [
        "will", "insert section 0 Blue", "insert row - to 0,0 dan", "move row 1,0 to 1,0 aaa",
        "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `a delegate set before or after the fetch is told about the next change`(kind: StoreKind)
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")])
    let (early, late) = (CallRecorder(), CallRecorder())
    bench.controller.delegate = early
    try await bench.controller.performFetch()
    try await bench.write { $0.insert(Item(2, "bob", "Red")) }
    bench.controller.delegate = late
    try await bench.write { $0.insert(Item(3, "cy", "Red")) }
    bench.controller.delegate = nil
    try await bench.write { $0.insert(Item(4, "dan", "Red")) }
    #expect(early.calls == ["will", "insert row - to 0,1 bob", "did"])
    #expect(late.calls == ["will", "insert row - to 0,2 cy", "did"])
    #expect(bench.picture == ["Red: ada bob cy dan"])
  }
}
