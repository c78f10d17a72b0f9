import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// Constraints, canceled tasks, finished transactions, and the lists that are notified of writes.
@MainActor @Suite(.serialized) struct WriteEndTests {
  private struct Refusal: Error {}

  private typealias Item = FaultBench.Item

  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id bigint PRIMARY KEY, name text NOT NULL UNIQUE CHECK (name <> 'bad1'),
        team text);
      CREATE TABLE part(id int PRIMARY KEY, item bigint REFERENCES item INITIALLY DEFERRED);
      INSERT INTO item VALUES (1, 'ada', 'x'); INSERT INTO part VALUES (1, 1);
      """)
    store = try server.store()
  }

  @Test(arguments: [
    "INSERT INTO item VALUES (1, 'secret')", "INSERT INTO item VALUES (2, 'ada')",
    "INSERT INTO item VALUES (2, 'bad1')", "INSERT INTO item VALUES (2, NULL)",
    "INSERT INTO part VALUES (9, 4711)", "DELETE FROM item", "UPDATE item SET id = 4711",
  ])
  func `a rule that is broken is named, and no value`(sql: String) async throws {
    let error = await storeError { try await store.write { _ = try await $0.execute(sql) } }
    #expect(error?.code == .constraintViolated, "\(error.map { "\($0)" } ?? "")")
    for value in ["secret", "ada", "bad1", "4711"] {
      #expect(error?.everyWord.contains(value) == false)
    }
    #expect(try await server.write("SELECT id, name FROM item") == "1|ada\n")
  }

  /// Less than the statement takes, even on a machine that is busy with other tests.
  private let soon = Duration.seconds(40)

  @Test func `a cancelled write is rolled back soon`() async throws {
    let (store, server) = (store, server)
    let writing = Task {
      await storeError {
        try await store.write { db in
          try await db.insert(Item(id: 2, name: "bob"))
          _ = try await db.execute("SELECT pg_sleep(60)")
        }
      }
    }
    try await wait {
      try await server.write(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sl%'"
      ) != ""
    }
    let start = ContinuousClock.now
    writing.cancel()
    #expect(await writing.value?.code == .cancelled)
    #expect(start.duration(to: .now) < soon)
    // None of it continues on the server.
    #expect(
      try await server.write(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sl%' AND state = 'active'"
      ) == "0\n")
    #expect(try await server.write("SELECT count(*) FROM item") == "1\n")
    try await store.write { try await $0.insert(Item(id: 3, name: "cy")) }
    try await wait {
      try await server.write(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
      ) == ""
    }
  }

  @Test func `a read that is cancelled ends soon, and the next one works`() async throws {
    let store = store
    let slow = ResultsRequest<StoredRow>(sql: "SELECT 1 AS id, pg_sleep(60)::text", key: ["id"])
    for _ in 0..<5 {
      let reading = Task {
        await storeError { _ = try await store.read { try await $0.fetch(slow).count } }
      }
      try await Task.sleep(for: .milliseconds(50))
      let start = ContinuousClock.now
      reading.cancel()
      #expect(await reading.value?.code == .cancelled)
      #expect(start.duration(to: .now) < soon)
      #expect(try await store.read { try await $0.fetch(ResultsRequest<Item>()).count } == 1)
    }
  }

  @Test func `a task that is cancelled before writes nothing`() async throws {
    let store = store
    let writing = Task {
      while !Task.isCancelled { await Task.yield() }
      return await storeError {
        try await store.write { try await $0.insert(Item(id: 2, name: "bob")) }
      }
    }
    writing.cancel()
    #expect(await writing.value?.code == .cancelled)
    #expect(try await server.write("SELECT count(*) FROM item") == "1\n")
  }

  @Test func `a task that waits for a connection gives up when it is cancelled`() async throws {
    let single = try PostgresStore(server.url, connectionLimit: 1)
    let holder = Task {
      try await single.write { _ = try await $0.execute("SELECT pg_sleep(600)") }
    }
    try await wait(for: "the connection to be taken") {
      try await server.write(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND datname = current_database()"
      ) == "1\n"
    }
    let waiter = Task {
      await storeError { _ = try await single.read { try await $0.fetch(ResultsRequest<Item>()) } }
    }
    try await Task.sleep(for: .milliseconds(100))
    let start = ContinuousClock.now
    waiter.cancel()
    #expect(await waiter.value?.code == .cancelled)
    #expect(start.duration(to: .now) < soon)
    holder.cancel()
    _ = await holder.result
  }

  @Test func `a transaction that is over rejects everything`() async throws {
    let kept = Kept()
    try await store.write { db in
      kept.transaction = db
      try await db.insert(Item(id: 2, name: "bob"))
    }
    let db = try #require(kept.transaction)
    for error in [
      await storeError { try await db.insert(Item(id: 3, name: "cy")) },
      await storeError { try await db.execute("DELETE FROM item") },
      await storeError { _ = try await db.fetch(ResultsRequest<Item>()) },
      await storeError { try await db.savepoint { _ in } },
      await storeError { try await db.delete(Item(id: 1, name: "ada")) },
    ] { #expect(error?.code == .writeFailed) }
    #expect(try await server.write("SELECT count(*) FROM item") == "2\n")
  }

  /// Leaks a transaction from its body.
  private final class Kept { var transaction: PostgresTransaction? }

  @Test func `own writes are reported at once, and rolled back ones never`() async throws {
    // Polling would be too late.
    let store = try PostgresStore(server.url, pollInterval: .seconds(3600))
    let list = ResultsController(
      fetchRequest: ResultsRequest<Item>(sortBy: [SortKey(\.id)]), store: store)
    try await list.performFetch()
    for id in 2...20 as ClosedRange<Int64> {
      try await store.write { db in
        try await db.insert(Item(id: id, name: "n\(id)"))
        try? await db.savepoint { db in
          try await db.execute("DELETE FROM item")
          throw Refusal()
        }
      }
      try await wait { list.results.rows.last?.id == id }
      #expect(list.results.rows.count == Int(id))
    }
    try await server.write("DELETE FROM part; DELETE FROM item WHERE id > 2")
    store.noteChanges(in: "item")
    try await wait { list.results.rows.map(\.id) == [1, 2] }
  }
}
