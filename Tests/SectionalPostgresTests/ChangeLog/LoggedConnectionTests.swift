import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// It makes no difference which of a store's connections looks, nor what the connection was used for before.
@MainActor @Suite(.serialized) struct LoggedConnectionTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text NOT NULL);
    INSERT INTO item SELECT g, 'name ' || g FROM generate_series(1, 20) g;
    """

  private struct Item: StoredRecord {
    var id: Int
    var name: String
    static let table = RecordTable(
      "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      row: Item.init)
  }

  @Test func `the store's own writes are followed row by row`() async throws {
    let bench = try await LogBench(LoggedConnectionTests.schema)
    try await bench.store.write { try await $0.update(Item(id: 1, name: "record")) }
    try await bench.list.refresh()
    try await bench.check(fullFetches: 1, "a record")
    for round in 1...3 {
      try await bench.store.write { db in
        try await db.execute("UPDATE item SET name = $1 WHERE id = 2", ["round \(round)"])
      }
      try await bench.list.refresh()
      try await bench.check(fullFetches: 1, "round \(round)")
    }
    #expect(bench.told() == ["update": 4])
  }

  @Test func `a look on a new connection is row by row`() async throws {
    let bench = try await LogBench(LoggedConnectionTests.schema)
    let (hasBegun, begun) = AsyncStream<Void>.makeStream()
    let (mayEnd, release) = AsyncStream<Void>.makeStream()
    let (store, request) = (bench.store, bench.request)
    // The connection that fetched the list is in use elsewhere.
    let holder = Task {
      defer { begun.finish() }
      try await store.read { reader in
        _ = try await reader.fetch(request)
        begun.yield()
        for await _ in mayEnd {}
      }
    }
    for await _ in hasBegun.prefix(1) {}
    try await bench.write("UPDATE item SET name = 'elsewhere' WHERE id = 1")
    release.finish()
    try await holder.value
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 1])
  }

  @Test func `writes made while connections were lost are followed row by row`()
    async throws
  {
    let cluster = try await PostgresCluster()
    let bench = try await LogBench(LoggedConnectionTests.schema, on: cluster)
    // After a connection was lost, a version whose write-ahead log isn't on disk yet proves nothing.
    try await Task.sleep(for: .milliseconds(500))
    try await bench.write("UPDATE item SET name = 'before' WHERE id = 1")
    try await bench.database.write(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE 'sectional%' AND datname = current_database()
      """)
    try await bench.database.write("UPDATE item SET name = 'meanwhile' WHERE id IN (2, 3)")
    try await wait { (try? await bench.list.refresh()) != nil }
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 3])
    try await bench.write("DELETE FROM item WHERE id = 4")
    try await bench.check(fullFetches: 1)
  }

  @Test func `many lists over tables of one database are followed row by row`() async throws {
    let names = (1...12).map { "t\($0)" }
    let tables = names.map { "CREATE TABLE \($0)(id int PRIMARY KEY, n int);" }.joined()
    let bench = try await LogBench(
      tables, listing: "t1", logging: names, notifying: true, following: .notifications)
    let lists = names.map { name in
      ResultsController(fetchRequest: ResultsRequest<StoredRow>(table: name), store: bench.store)
    }
    for list in lists { try await list.performFetch() }
    for round in 1...5 {
      let writes = names.map { "INSERT INTO \($0) VALUES (\(round), 1)" }
      try await bench.database.write(writes.joined(separator: "; "))
    }
    try await wait { lists.allSatisfy { $0.results.rows.count == 5 } }
    for list in lists {
      #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
    }
  }
}
