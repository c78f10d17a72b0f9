import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A read is one transaction in which nothing changes, no matter what others write.
struct PostgresReadTests {
  private let database: ScratchServerDatabase
  private let store: PostgresStore
  private let request = ResultsRequest<StoredRow>(table: "item")

  init() async throws {
    database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY, name text); INSERT INTO item VALUES (1, 'a'), (2, 'b')"
    )
    store = try PostgresStore(database.url)
  }

  @Test func `a foreign commit is not seen in the middle of a read`() async throws {
    let counts = try await store.read { reader in
      let before = try await reader.fetch(request).count
      try await database.write("INSERT INTO item VALUES (3, 'c')")
      return [before, try await reader.fetch(request).count]
    }
    #expect(counts == [2, 2])
    #expect(try await store.read { try await $0.fetch(request).count } == 3)
  }

  @Test func `a table that is read can't be emptied meanwhile`() async throws {
    try await store.read { reader in
      _ = try await reader.fetch(request)
      await #expect(throws: WriterFailure.self) {
        try await database.write("SET lock_timeout = '200ms'; TRUNCATE item")
      }
    }
    try await database.write("SET lock_timeout = '2s'; TRUNCATE item")
  }

  @Test
  func `tables behind a view, a subquery or a condition can't be emptied while they are read`()
    async throws
  {
    try await database.write(
      """
      CREATE TABLE other(id int PRIMARY KEY); CREATE TABLE third(id int PRIMARY KEY);
      CREATE VIEW shown AS SELECT item.id FROM item JOIN other USING (id);
      """)
    let requests = [
      ResultsRequest<StoredRow>(
        table: "shown", predicate: "id IN (SELECT id FROM third)", key: ["id"]),
      ResultsRequest<StoredRow>(
        sql: "SELECT id FROM shown WHERE id NOT IN (SELECT id FROM third)", key: ["id"]),
    ]
    for request in requests {
      let before = ResultsRequest<StoredRow>(sql: "SELECT count(*) AS n FROM pg_class", key: ["n"])
      try await store.read { reader in
        // The first query determines the snapshot, so the locks must be held by then.
        try await reader.prepare(for: [request, before].map { try $0.rowRequest(sectionBy: nil) })
        for table in ["item", "other", "third"] {
          await #expect(throws: WriterFailure.self, "\(table)") {
            try await database.write("SET lock_timeout = '200ms'; TRUNCATE \(table)")
          }
        }
      }
    }
  }

  @Test func `a list's table is locked before the version is asked for`() async throws {
    let rows = try request.rowRequest(sectionBy: nil)
    try await store.read { reader in
      try await reader.prepare(for: [rows])
      await #expect(throws: WriterFailure.self) {
        try await database.write("SET lock_timeout = '200ms'; TRUNCATE item")
      }
    }
  }

  private struct Item: StoredRecord {
    var id: Int64
    var name: Int64
    static let table = RecordTable(
      "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      row: Item.init)
  }

  @Test func `a failed read releases its locks`() async throws {
    let error = await #expect(throws: StoreError.self) {
      try await store.read { try await $0.fetch(ResultsRequest<Item>()) }
    }
    #expect(error?.code == .unexpectedCell)
    try await database.write("SET lock_timeout = '3s'; ALTER TABLE item ADD COLUMN other int")
  }

  @Test func `a fetch that fails inside a write does not affect the write`() async throws {
    try await store.write { db in
      await #expect(throws: StoreError.self) { try await db.fetch(ResultsRequest<Item>()) }
      try await db.execute("INSERT INTO item VALUES (3, 'c')")
    }
    #expect(try await store.read { try await $0.fetch(request).count } == 3)
  }

  @Test func `cancelling a read cancels it on the server`() async throws {
    let slow = ResultsRequest<StoredRow>(sql: "SELECT 1 AS id FROM pg_sleep(60)", key: ["id"])
    let reading = Task { try await store.read { try await $0.fetch(slow).count } }
    let running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' "
    let active = running + "AND state = 'active' AND pid <> pg_backend_pid()"
    try await wait { try await database.write(active) == "1\n" }
    reading.cancel()
    let error = await #expect(throws: StoreError.self) { try await reading.value }
    #expect(error?.code == .cancelled)
    try await wait { try await database.write(active) == "0\n" }
    #expect(try await store.read { try await $0.fetch(request).count } == 2)
  }
}
