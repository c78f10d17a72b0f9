import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// What goes wrong for one list costs others neither their connection nor what it remembers.
@MainActor @Suite struct KeptConnectionTests {
  struct Reading: StoredRecord {
    var id: Int64
    var value: Int

    static let table = RecordTable(
      "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("value", \.value),
      row: Reading.init)
  }

  @Test func `a cell that doesn't fit costs no connection`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE reading(id bigint PRIMARY KEY, value text);
      INSERT INTO reading SELECT i, CASE WHEN i < 3 THEN 'high' END FROM generate_series(1, 100000) i;
      """)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<Reading>(), store: store, tracksChanges: false)
    func processes() async throws -> Set<Substring> {
      Set(
        try await database.write(
          """
          SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()
            AND backend_type = 'client backend'
          """
        ).split(separator: "\n"))
    }
    #expect(await storeError { try await list.performFetch() }?.code == .unexpectedCell)
    try await wait(for: "others' processes to end") { try await processes().count == 1 }
    let first = try await processes()
    for _ in 1...3 {
      #expect(await storeError { try await list.performFetch() }?.code == .unexpectedCell)
    }
    #expect(try await processes() == first)
    list.stop()
  }

  @Test func `a statement that fails makes others' looks no longer`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id integer PRIMARY KEY, name text);
      INSERT INTO item SELECT n, 'name ' || n FROM generate_series(1, 200) n;
      """)
    let proxy = try DisturbingProxy(for: database.url)
    defer { proxy.stop() }
    let store = try database.store(through: proxy)
    try await store.installChangeLog(for: ["item"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store, changes: SilentSource(of: store))
    let failing = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        sql: "SELECT id, 1 / (id - 1) AS share FROM item", key: ["id"]),
      store: store, tracksChanges: false)
    try await list.performFetch()
    var pieces: [Int] = []
    for step in 1...16 {
      #expect(await storeError { try await failing.performFetch() }?.code == .invalidQuery)
      try await database.write("UPDATE item SET name = 'new \(step)' WHERE id = \(step)")
      let before = proxy.pieces
      try await list.refresh()
      pieces.append(proxy.pieces - before)
    }
    // The look in one batch and its end, as without the statement that fails.
    #expect(pieces.suffix(12).contains { $0 <= 4 }, "\(pieces)")
    await list.close()
    failing.stop()
  }
}
