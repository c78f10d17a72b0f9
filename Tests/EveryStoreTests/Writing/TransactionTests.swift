import Sectional
import TestSupport
import Testing

/// Transactions of records, and what a list reports about them.
@MainActor @Suite struct TransactionTests {
  private struct Refusal: Error {}

  private let recorder = CallRecorder()

  private func bench(_ kind: StoreKind) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `records are reported when they are inserted, updated, moved and deleted`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    try await bench.write { $0.insert(Item(1, "ada", "Red")) }
    #expect(
      recorder.take()
        == ["will", "insert section 0 Red", "insert row - to 0,0 ada", "did"])
    try await bench.write { db in
      db.upsert(Item(2, "bob", "Red"))
      db.upsert(Item(3, "cy", nil))
    }
    #expect(
      recorder.take() == [
        "will", "insert section 0 ", "insert row - to 0,0 cy", "insert row - to 1,1 bob", "did",
      ])
    try await bench.write { $0.update(Item(1, "zoe", "Red")) }
    #expect(recorder.take() == ["will", "move row 1,0 to 1,1 zoe", "did"])
    try await bench.write { $0.delete(Item(3, "", nil)) }
    #expect(recorder.take() == ["will", "delete section 0 ", "delete row 0,0 to - cy", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `writes that are rolled back or change nothing are not reported`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    try await bench.write { $0.insert(Item(1, "ada", "Red")) }
    _ = recorder.take()
    await #expect(throws: Refusal.self) {
      try await bench.store.write { db in
        db.upsert(Item(1, "zoe", "Red"))
        db.fail(with: Refusal())
      }
    }
    try await bench.write { db in
      db.attempt { inner in
        inner.insert(Item(2, "bob", "Red"))
        inner.fail(with: Refusal())
      }
      db.upsert(Item(1, "ada", "Red"))
    }
    #expect(recorder.calls.isEmpty)
    #expect(bench.controller.results.rows.map(\.name) == ["ada"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a record whose key exists can't be inserted`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    try await bench.write { $0.insert(Item(1, "secret", "Red")) }
    let error = await storeError {
      try await bench.store.write { $0.insert(Item(1, "secret", "Tan")) }
    }
    #expect(error?.code == .constraintViolated)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `a row for a table that a store in memory does not have is an error`() async throws {
    let store = MemoryStore(try MemoryTable(for: Item.self))
    let missing = await storeError { try store.write { try $0.upsert(["x"], into: "nobody") } }
    #expect(missing?.code == .noSuchTable)
  }
}
