import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Slices of a server's rows, ordered by types that lists hold in another form.
@MainActor @Suite struct PostgresPageTests {
  private struct Event: StoredRecord {
    var id: Int64
    var sent: Date?

    static let table = RecordTable(
      "event", RecordColumn("id", \.id, primaryKey: true), RecordColumn("sent", \.sent),
      row: Event.init)
  }

  /// A table with a row a minute, and rows that share a millisecond.
  private static let schema = """
    CREATE TABLE event(id bigint PRIMARY KEY, sent timestamptz, size numeric, code uuid NOT NULL DEFAULT gen_random_uuid());
    INSERT INTO event SELECT i, timestamptz '2026-01-01' + make_interval(mins => i / 3, secs => i % 3 * 1e-6),
      (i * 7919 % 100) / 7.0 FROM generate_series(0, 1999) AS i;
    UPDATE event SET sent = NULL WHERE id % 500 = 0;
    """

  /// Returns the ids that psql finds.
  private func ids(
    _ order: String, offset: Int, in database: ScratchServerDatabase
  ) async throws -> [Int64] {
    try await database.write(
      "SELECT id FROM event ORDER BY \(order), id LIMIT 20 OFFSET \(offset)"
    ).split(separator: "\n").compactMap { Int64($0) }
  }

  private func rows(_ sort: String, offset: Int) -> ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      source: .table("event"), sortBy: [SortKey(.column(sort))])
    (request.fetchLimit, request.fetchOffset) = (20, offset)
    return request
  }

  @Test func `an ordinary index gives the order of a column without nulls`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE event(id bigint PRIMARY KEY, sent int NOT NULL, size int, code int NOT NULL);
      CREATE INDEX ON event(sent, id);
      CREATE INDEX ON event(size, id);
      CREATE INDEX ON event(code NULLS FIRST, id);
      """)
    let store = try database.store()
    func order(_ column: String) async throws -> String {
      let sql = try await rows(column, offset: 0).sql(for: store)
      return sql.components(separatedBy: "ORDER BY ").last ?? ""
    }
    #expect(try await order("sent").hasPrefix(#""sent" ASC, "id" ASC"#))
    #expect(try await order("size").hasPrefix(#""size" ASC NULLS FIRST"#))
    #expect(try await order("code").hasPrefix(#""code" ASC NULLS FIRST"#))
    // What was known of the column is no longer true.
    try await database.write("ALTER TABLE event ALTER sent DROP NOT NULL")
    #expect(try await order("sent").hasPrefix(#""sent" ASC NULLS FIRST"#))
  }

  @Test(arguments: ["sent", "code"])
  func `only the rows of the slice are read`(column: String) async throws {
    let database = try await ScratchServerDatabase(Self.schema)
    let list = ResultsController(
      fetchRequest: rows(column, offset: 1000), store: try database.store())
    try await list.performFetch()
    // Without a log, transactions in other databases of the server can make the list read its rows again.
    let rowsRead = list.diagnostics.rowsRead
    let expected = try await ids("\(column) NULLS FIRST", offset: 1000, in: database)
    #expect(list.results.rows.keys.map(\.values) == expected.map { [.integer($0)] })
    #expect(rowsRead <= 20 + 2 * 64)
  }

  // "Compares values of the types that the server orders as lists do", on each side of a slice's first row.
  @Test(arguments: [
    ("flag", "i % 2 = 0", "boolean"), ("flag", "i % 3 < 2", "boolean"),
    ("size", "i % 700", "smallint"), ("size", "i / 7.0", "double precision"),
    ("word", "'w' || i % 90", #"text COLLATE "C""#), ("bytes", "int4send(i % 90)", "bytea"),
    ("day", "date '2026-01-01' + i % 90", "date"),
    ("at", "timestamp '2026-01-01' + make_interval(hours => i % 90)", "timestamp"),
  ])
  func `a slice follows rows that come and go before, in and behind it`(
    column: String, value: String, type: String
  ) async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE event(id bigint PRIMARY KEY, \(column) \(type));
      INSERT INTO event SELECT i, \(value) FROM generate_series(0, 999) AS i;
      """)
    let store = try database.store()
    try await store.installChangeLog(for: ["event"], oldValuesOf: [column])
    let list = ResultsController(fetchRequest: rows(column, offset: 500), store: store)
    try await list.performFetch()
    for step in 0..<12 {
      let shown = try #require(list.results.rows.first?["id"]?.integerValue)
      try await database.write(
        """
        DELETE FROM event WHERE id IN (\(shown), \(step * 80 + 3));
        INSERT INTO event SELECT i + 1000 * \(step + 1), \(value) FROM generate_series(\(step), 900, 150) AS i;
        """)
      let expected = try await ids("\(column) NULLS FIRST", offset: 500, in: database)
      try await wait(for: "the slice of psql") {
        list.results.rows.keys.map(\.values) == expected.map { [.integer($0)] }
      }
    }
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test func `dates in a property are in the server's order`() async throws {
    let database = try await ScratchServerDatabase(Self.schema)
    let store = try database.store()
    try await store.installChangeLog(for: ["event"], oldValuesOf: ["sent"])
    var request = ResultsRequest<Event>(sortBy: [SortKey(\.sent, order: .reverse)])
    (request.fetchLimit, request.fetchOffset) = (20, 700)
    let list = ResultsController(fetchRequest: request, store: store)
    try await list.performFetch()
    #expect(list.diagnostics.rowsRead <= 20 + 2 * 64)
    for step in 0..<12 {
      try await database.write(
        "DELETE FROM event WHERE id = \(1990 - step * 5); UPDATE event SET sent = now() WHERE id = \(step)"
      )
      let expected = try await ids("sent DESC NULLS LAST", offset: 700, in: database)
      try await wait(for: "the slice of psql") {
        list.fetchedObjects?.map(\.id) == expected
      }
    }
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test func `far dates make a list read all rows, because their order is another`() async throws {
    let database = try await ScratchServerDatabase(Self.schema)
    try await database.write("UPDATE event SET sent = '12000-01-01' WHERE id = 7")
    let list = ResultsController(
      fetchRequest: rows("sent", offset: 0), store: try database.store())
    try await list.performFetch()
    // Without a value, then the text that begins with a sign.
    #expect(list.results.rows.keys.prefix(5).last?.values == [.integer(7)])
    #expect(list.diagnostics.rowsRead == 2000)
  }

  @Test func `numbers that are rounded are ordered here`() async throws {
    let database = try await ScratchServerDatabase(Self.schema)
    let list = ResultsController(
      fetchRequest: rows("size", offset: 300), store: try database.store())
    try await list.performFetch()
    // The server may write by itself meanwhile, after which a list without a change log reads again.
    let rowsRead = list.diagnostics.rowsRead
    let expected = try await ids("size", offset: 300, in: database)
    #expect(list.results.rows.keys.map(\.values) == expected.map { [.integer($0)] })
    #expect(rowsRead == 2000)
  }

  @Test func `keys that are rounded to the same number aren't taken for one row`() async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE part(k numeric PRIMARY KEY, v integer); INSERT INTO part VALUES (0.1, 1), (1, 1)"
    )
    let store = try database.store()
    try await store.installChangeLog(for: ["part"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        source: .table("part"), sortBy: [SortKey(.column("k"))]), store: store)
    try await list.performFetch()
    try await database.write("INSERT INTO part VALUES (0.10000000000000000001, 5)")
    try await wait(for: "the error of a fresh list") { list.status.error?.code == .duplicateKey }
    try await database.write("DELETE FROM part WHERE k = 0.1")
    try await wait(for: "the row that is left") {
      list.results.rows.map { $0["v"]?.integerValue } == [5, 1]
    }
  }
}
