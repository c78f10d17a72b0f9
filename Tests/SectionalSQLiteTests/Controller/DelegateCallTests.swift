import Sectional
import SectionalSQLite
import TestSupport
import Testing

/// What a delegate is told of one transaction, as `NSFetchedResultsController` tells it.
@MainActor @Suite struct DelegateCallTests {
  private let recorder = CallRecorder()

  private func bench(_ items: Item...) async throws -> ControllerBench {
    let bench = try await ControllerBench(items)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    #expect(recorder.calls.isEmpty)
    return bench
  }

  @Test func `the first row of an empty list is told after its section`() async throws {
    let bench = try await bench()
    #expect(bench.controller.sections.isEmpty)
    try await bench.write { try $0.insert(Item(1, "ada", "Red")) }
    #expect(
      recorder.calls == ["will", "insert section 0 Red", "insert row - to 0,0 ada", "did"])
  }

  @Test func `a section that goes is told with each of its rows`() async throws {
    let bench = try await bench(Item(1, "ada", "Red"), Item(2, "bob", "Red"), Item(3, "cy", "Tan"))
    try await bench.write { try $0.execute("DELETE FROM item WHERE team = 'Red'") }
    #expect(
      recorder.calls == [
        "will", "delete section 0 Red", "delete row 0,0 to - ada", "delete row 0,1 to - bob",
        "did",
      ])
  }

  @Test func `an update carries the place before and the one after`() async throws {
    let bench = try await ControllerBench(
      [Item(1, "ada", "Red"), Item(2, "bob", "Red")], FetchRequest(sortBy: [SortKey(\.id)]))
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    try await bench.write { try $0.update(Item(2, "zoe", "Red")) }
    #expect(recorder.take() == ["will", "update row 0,1 to 0,1 zoe", "did"])
    // The row's own place stays, and others push it.
    try await bench.write { db in
      try db.insert(Item(0, "eve", "Blue"))
      try db.insert(Item(-1, "fay", "Red"))
      try db.update(Item(2, "mia", "Red"))
    }
    #expect(recorder.calls.suffix(2) == ["update row 0,1 to 1,2 mia", "did"])
  }

  @Test func `a row that changes places in its section is one move`() async throws {
    let bench = try await bench(Item(1, "ada", "Red"), Item(2, "bob", "Red"), Item(3, "cy", "Red"))
    try await bench.write { try $0.update(Item(1, "zoe", "Red")) }
    #expect(recorder.calls == ["will", "move row 0,0 to 0,2 zoe", "did"])
  }

  @Test func `a row that changes sections is one move`() async throws {
    let bench = try await bench(
      Item(1, "ada", "Blue"), Item(2, "bob", "Blue"), Item(3, "cy", "Red"))
    try await bench.write { try $0.update(Item(2, "bob", "Red")) }
    #expect(recorder.calls == ["will", "move row 0,1 to 1,0 bob", "did"])
  }

  @Test func `a row that moves to a new section is told as delete and insert`() async throws {
    let bench = try await bench(Item(1, "ada", "Red"), Item(2, "bob", "Red"))
    try await bench.write { try $0.update(Item(2, "bob", "Blue")) }
    #expect(
      recorder.calls == [
        "will", "insert section 0 Blue", "delete row 0,1 to - bob", "insert row - to 0,0 bob",
        "did",
      ])
  }

  @Test func `a row that leaves its section empty is told as delete and insert`() async throws {
    let bench = try await bench(Item(1, "ada", "Blue"), Item(2, "bob", "Red"))
    try await bench.write { try $0.update(Item(1, "ada", "Red")) }
    #expect(
      recorder.calls == [
        "will", "delete section 0 Blue", "delete row 0,0 to - ada", "insert row - to 0,0 ada",
        "did",
      ])
  }

  @Test func `a move before which a section comes is told although its paths are equal`()
    async throws
  {
    // Red is pushed from 0 to 1, and Tan with it; bob goes from [1,0] to [1,0], which was Tan.
    let bench = try await bench(
      Item(1, "ada", "Red"), Item(2, "bob", "Tan"), Item(3, "cy", "Tan"))
    try await bench.write { db in
      try db.insert(Item(4, "dan", "Blue"))
      try db.update(Item(2, "aaa", "Red"))
    }
    #expect(
      recorder.calls == [
        "will", "insert section 0 Blue", "insert row - to 0,0 dan", "move row 1,0 to 1,0 aaa",
        "did",
      ])
  }
}
