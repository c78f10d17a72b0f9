import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// How many connections a store has.
@MainActor @Suite(.serialized) struct ConnectionCountTests {
  private static let table = """
    CREATE TABLE item(id bigint PRIMARY KEY, n bigint);
    INSERT INTO item SELECT n, n FROM generate_series(1, 50) n
    """

  private func connections(to database: ScratchServerDatabase) async throws -> Int {
    let count = try await database.write(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'sectional%'"
    )
    return Int(count.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  @Test func `sixty lists share three connections, and give back what they don't need`()
    async throws
  {
    let database = try await ScratchServerDatabase(ConnectionCountTests.table)
    let store = try PostgresStore(database.url, pollInterval: .milliseconds(20))
    try await store.installChangeLog(for: ["item"])
    let lists = (0..<60).map { number in
      ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(
          table: "item", predicate: "n % 60 <> ?", arguments: [number]),
        store: store)
    }
    for list in lists { try await list.performFetch() }
    try await database.write("UPDATE item SET n = 1000 WHERE id = 1")
    try await wait {
      lists.allSatisfy {
        $0.results.rows.contains { $0["n"]?.integerValue == 1000 } || $0 === lists[40]
      }
    }
    #expect(try await connections(to: database) <= 3)
    try await wait { try await connections(to: database) <= 2 }
    try await database.write("UPDATE item SET n = 2000 WHERE id = 1")
    try await wait {
      lists.allSatisfy {
        $0.results.rows.contains { $0["n"]?.integerValue == 2000 } || $0 === lists[20]
      }
    }
    for list in lists { await list.close() }
  }

  @Test func `a limit of one connection is enough for a list, which is then polled`() async throws {
    let database = try await ScratchServerDatabase(ConnectionCountTests.table)
    let store = try PostgresStore(
      database.url, connectionLimit: 1, pollInterval: .milliseconds(20))
    try await store.installChangeLog(for: ["item"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    try await database.write("DELETE FROM item WHERE id > 10")
    try await wait { list.results.rows.count == 10 }
    #expect(try await connections(to: database) == 1)
    #expect(list.diagnostics.delayReason?.contains("limit of one connection") == true)
    await list.close()
  }

  @Test func `a store that was closed has no connection and says so`() async throws {
    let database = try await ScratchServerDatabase(ConnectionCountTests.table)
    let store = try PostgresStore(database.url, pollInterval: .milliseconds(20))
    try await store.installChangeLog(for: ["item"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    store.close()
    try await wait { try await connections(to: database) == 0 }
    let error = await storeError { try await store.read { try await $0.prepare(for: []) } }
    #expect(error?.message == "the store is closed; open another one")
    try await wait { !list.isCurrent }
    await list.close()
    // The server ends a session a moment after its client has gone.
    try await wait { try await connections(to: database) == 0 }
  }
}
