import Sectional
import SectionalSQLite
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// Where a store's transactions begin and end.
@Suite struct WriteTransactionTests {
  private struct Refusal: Error, Equatable { let number: Int }

  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() async throws {
    file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red');")
    store = try file.store()
  }

  private func stored() throws -> [String] {
    try file.write("SELECT name FROM item ORDER BY id").split(separator: "\n").map(String.init)
  }

  @Test func `an error in the body rolls back the transaction and is rethrown`() async throws {
    await #expect(throws: Refusal(number: 7)) {
      try await store.write { db in
        try db.insert(Item(2, "bob"))
        try db.execute("CREATE TABLE other(a)")
        throw Refusal(number: 7)
      }
    }
    #expect(try stored() == ["ada"])
    #expect(try file.write("SELECT count(*) FROM sqlite_master") == "1\n")
    try await store.write { try $0.insert(Item(2, "bob")) }
    #expect(try stored() == ["ada", "bob"])
  }

  @Test func `a statement that fails and is caught leaves the rest of the transaction`()
    async throws
  {
    let result = try await store.write { db in
      try db.insert(Item(2, "bob"))
      #expect(throws: StoreError.self) { try db.insert(Item(1, "twice")) }
      try db.insert(Item(3, "cy"))
      return "done"
    }
    #expect(result == "done")
    #expect(try stored() == ["ada", "bob", "cy"])
  }

  @Test func `a failed savepoint is rolled back alone`() async throws {
    try await store.write { db in
      try db.insert(Item(2, "bob"))
      #expect(throws: Refusal(number: 1)) {
        try db.savepoint { inner in
          try inner.insert(Item(3, "cy"))
          try inner.savepoint { try $0.insert(Item(4, "dan")) }
          throw Refusal(number: 1)
        }
      }
      try db.savepoint { inner in
        try inner.insert(Item(5, "eve"))
        try? inner.savepoint { innermost in
          try innermost.execute("DELETE FROM item")
          throw Refusal(number: 2)
        }
      }
    }
    #expect(try stored() == ["ada", "bob", "eve"])
  }

  @Test func `a statement that rolls back the transaction ends it`() async throws {
    let error = await storeError {
      try await store.write { db in
        try db.insert(Item(2, "bob"))
        _ = try? db.execute("INSERT OR ROLLBACK INTO item VALUES (1, 'x', NULL)")
        try db.insert(Item(3, "cy"))
      }
    }
    #expect(error?.code == .writeFailed)
    // Ignoring that error as well doesn't make the write succeed.
    let swallowed = await storeError {
      try await store.write { db in
        _ = try? db.savepoint {
          try $0.execute("INSERT OR ROLLBACK INTO item VALUES (1, 'x', NULL)")
        }
        try? db.insert(Item(3, "cy"))
      }
    }
    #expect(swallowed?.code == .writeFailed)
    #expect(try stored() == ["ada"])
    try await store.write { try $0.insert(Item(4, "dan")) }
    #expect(try stored() == ["ada", "dan"])
  }

  @Test(arguments: [
    "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT a", "RELEASE sectional_1",
    "ROLLBACK TO sectional_1", "ATTACH ':memory:' AS b", "DETACH main",
    "INSERT INTO item VALUES (9, 'x', NULL); COMMIT", "/* a */ commit", ";;COMMIT",
  ])
  func `statements about transactions and files are rejected`(sql: String) async throws {
    let error = await storeError {
      try await store.write { db in
        try db.insert(Item(2, "bob"))
        try db.savepoint { _ = try $0.execute(sql) }
      }
    }
    #expect(error?.code == .invalidQuery)
    #expect(try stored() == ["ada"])
    let withArguments = await storeError {
      try await store.write { _ = try $0.execute(sql, ["x"]) }
    }
    #expect(withArguments?.code == .invalidQuery)
  }

  @Test func `a transaction that is over rejects everything`() async throws {
    let kept = Kept()
    try await store.write { db in
      kept.keep(db)
      try db.insert(Item(2, "bob"))
    }
    @Sendable func check(_ body: (SQLiteTransaction) throws -> Void) {
      kept.use { db in
        do {
          try body(db)
          Issue.record("it ran")
        } catch { #expect((error as? StoreError)?.code == .writeFailed) }
      }
    }
    check { try $0.insert(Item(3, "cy")) }
    check { try $0.execute("DELETE FROM item") }
    check { _ = try $0.fetch(.byName) as [Item] }
    check { try $0.savepoint { _ in } }
    // It does so even while the store is in another transaction.
    try await store.write { _ in check { try $0.insert(Item(3, "cy")) } }
    #expect(try stored() == ["ada", "bob"])
  }

  /// Leaks a transaction from its body.
  private final class Kept: @unchecked Sendable {
    // State: used by one thread at a time.
    private var transaction: SQLiteTransaction?

    func keep(_ transaction: SQLiteTransaction) { self.transaction = transaction }

    func use(_ body: (SQLiteTransaction) -> Void) { transaction.map(body) }
  }

  @Test @MainActor func `a rolled back savepoint is not reported`() async throws {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Item>.byName, store: store, sectionBy: SectionKey(\.team))
    let recorder = CallRecorder()
    controller.delegate = recorder
    try await controller.performFetch()
    try await store.write { db in
      try? db.savepoint { inner in
        try inner.execute("DELETE FROM item")
        throw Refusal(number: 1)
      }
      try db.insert(Item(2, "bob", "Red"))
    }
    try await controller.settle(on: store)
    #expect(recorder.calls == ["will", "insert row - to 0,1 bob", "did"])
  }
}
