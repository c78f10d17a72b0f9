import Sectional
import TestSupport
import Testing

/// The memory store tells a list what an SQLite file would.
@MainActor @Suite struct MemoryControllerTests {
  private struct Refusal: Error {}

  private let store: MemoryStore
  private let controller: ResultsController<Item>
  private let recorder = CallRecorder()

  init() async throws {
    store = MemoryStore(try MemoryTable(for: Item.self))
    controller = ResultsController(
      fetchRequest: .byName, store: store, sectionNameKeyPath: \.team)
    controller.delegate = recorder
    try await controller.performFetch()
  }

  private func write(_ body: (inout MemoryTransaction) throws -> Void) async throws -> [String] {
    try store.write(body)
    let source = store.changeSource()
    let newest = try await store.read { try await source.version($0)?.description }
    try await wait { controller.version == newest }
    return recorder.take()
  }

  @Test func `records are told as they come, change, move and go`() async throws {
    #expect(
      try await write { try $0.insert(Item(1, "ada", "Red")) }
        == ["will", "insert section 0 Red", "insert row - to 0,0 ada", "did"])
    #expect(
      try await write { db in
        try db.upsert(Item(2, "bob", "Red"))
        try db.upsert(Item(3, "cy", nil))
      } == [
        "will", "insert section 0 ", "insert row - to 0,0 cy", "insert row - to 1,1 bob", "did",
      ])
    #expect(
      try await write { _ = try $0.update(Item(1, "zoe", "Red")) }
        == ["will", "move row 1,0 to 1,1 zoe", "did"])
    #expect(
      try await write { _ = try $0.delete(Item(3, "", nil)) }
        == ["will", "delete section 0 ", "delete row 0,0 to - cy", "did"])
  }

  @Test func `what is taken back or changes nothing is not told`() async throws {
    _ = try await write { try $0.insert(Item(1, "ada", "Red")) }
    #expect(throws: Refusal.self) {
      try store.write { db in
        try db.upsert(Item(1, "zoe", "Red"))
        throw Refusal()
      }
    }
    let calls = try await write { db in
      try? db.write { inner in
        try inner.insert(Item(2, "bob", "Red"))
        throw Refusal()
      }
      try db.upsert(Item(1, "ada", "Red"))
    }
    #expect(calls.isEmpty)
    #expect(controller.fetchedObjects.map(\.name) == ["ada"])
  }

  @Test func `a record whose key is there can't be inserted`() async throws {
    _ = try await write { try $0.insert(Item(1, "secret", "Red")) }
    let error = await storeError { try store.write { try $0.insert(Item(1, "secret", "Tan")) } }
    #expect(error?.code == .constraintViolated)
    #expect(error?.description.contains("secret") == false)
    let missing = await storeError {
      try store.write { try $0.upsert(["x"], into: "nobody") }
    }
    #expect(missing?.code == .noSuchTable)
  }
}
