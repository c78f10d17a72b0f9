import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// That users' SQL means what it means in psql, and that values are printed the same way in every session.
@MainActor struct UsersSettingsTests {
  /// A database whose sessions have unusual settings.
  private func database() async throws -> ScratchServerDatabase {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id bigint PRIMARY KEY, sent timestamptz, day date, span interval, spans tstzrange, f float4[],
        bytes bytea);
      INSERT INTO item SELECT n, timestamptz '2024-01-02 00:00+00' + n * interval '1 hour', date '2024-02-01' + n::int,
        n * interval '1 day 2 hours', tstzrange('2024-01-01 00:00+00', '2024-01-02 00:00+00'), ARRAY[0.1::float4 * n], 'a'
        FROM generate_series(-12, 12) n;
      CREATE VIEW late AS SELECT id, sent::date AS day, span, spans FROM item WHERE sent >= '2024-01-02';
      """)
    try await database.write(
      """
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET timezone = ''America/New_York''', current_database());
        EXECUTE format('ALTER DATABASE %I SET datestyle = ''SQL, DMY''', current_database());
        EXECUTE format('ALTER DATABASE %I SET intervalstyle = ''sql_standard''', current_database());
        EXECUTE format('ALTER DATABASE %I SET extra_float_digits = -3', current_database());
        EXECUTE format('ALTER DATABASE %I SET bytea_output = ''escape''', current_database());
      END $$
      """)
    return database
  }

  private func psql(_ sql: String, _ database: ScratchServerDatabase) async throws -> String {
    // A new session has the database's settings.
    try await PostgresShell(url: database.url).rows(["id"], from: "(\(sql)) AS rows ORDER BY id")
      .map { "\($0)" }.joined()
  }

  private func shown(_ rows: [StoredRow]) -> String {
    rows.map { "\([OracleValue($0["id"] ?? .null)])" }.joined()
  }

  @Test(arguments: [
    "sent::date = '2024-01-01'", "sent >= '2024-01-02'", "day < '02/03/2024'::date",
    "sent::text LIKE '02/01/2024%'", "span::text LIKE '1 2%'", "bytes::text = 'a'",
    "sent >= '02/01/2024 05:00'",
  ])
  func `a condition means what it means in psql`(condition: String) async throws {
    let database = try await database()
    let store = try database.store()
    let request = ResultsRequest<StoredRow>(table: "item", predicate: condition)
    let rows = try await store.read { try await $0.fetch(request) }
    let truth = try await psql("SELECT id FROM item WHERE \(condition)", database)
    #expect(shown(rows) == truth)
    #expect(!rows.isEmpty)
  }

  @Test func `values are printed alike with and without users' SQL`() async throws {
    let database = try await database()
    let store = try database.store()
    let texts = try await [
      ResultsRequest<StoredRow>(table: "item"),
      ResultsRequest<StoredRow>(table: "item", predicate: "sent::date > '01/01/1999'"),
      ResultsRequest<StoredRow>(
        sql: "SELECT * FROM item", key: ["id"], sortBy: [SortKey(.column("span"))]),
    ].asyncMap { request in
      try await store.read { try await $0.fetch(request) }
        .map { row in ["id", "sent", "span", "spans", "f", "bytes"].map { "\(row[$0] ?? .null)" } }
        .map { $0.joined(separator: " ") }.sorted()
    }
    for (plain, others) in zip(texts[0], zip(texts[1], texts[2])) {
      #expect(plain == others.0)
      #expect(plain == others.1)
    }
    #expect(texts[0].contains { $0.contains("P1DT2H") && $0.contains("2024-01-01 00:00:00+00") })
  }

  @Test func `a view and SQL mean what they mean in psql, next to values that are printed`()
    async throws
  {
    let database = try await database()
    let store = try database.store()
    let view = try await store.read {
      try await $0.fetch(ResultsRequest<StoredRow>(table: "late", key: ["id"]))
    }
    #expect(try await shown(view) == psql("SELECT id FROM late", database))
    let sql =
      "SELECT id, span, sent::date AS day, spans, (sent::date + 1)::text AS next, ARRAY[(sent + interval '0 s')::date] AS days FROM item"
    let rows = try await store.read {
      try await $0.fetch(ResultsRequest<StoredRow>(sql: sql, key: ["id"]))
    }
    let first = try #require(rows.first { $0["id"]?.integerValue == 0 })
    #expect(first["day"]?.textValue == "2024-01-01")
    #expect(first["next"]?.textValue == "02/01/2024")
    #expect(first["span"]?.textValue == "PT0S")
    #expect(first["days"]?.textValue == "{2024-01-01}")
  }

  @Test func `a fetch inside of a write leaves its settings as they are`() async throws {
    let database = try await database()
    let store = try database.store()
    let zone = try await store.write { db in
      try await db.execute("SET LOCAL timezone = 'Asia/Tokyo'; SET LOCAL bytea_output = 'hex'")
      _ = try await db.fetch(ResultsRequest<StoredRow>(table: "item"))
      let sql = "SELECT 1 AS id, current_setting('timezone') AS zone"
      return try await db.fetch(ResultsRequest<StoredRow>(sql: sql, key: ["id"]))
        .first?["zone"]?.textValue
    }
    #expect(zone == "Asia/Tokyo")
  }

  @Test func `statements that write have the user's settings`() async throws {
    let database = try await database()
    let store = try database.store()
    try await store.write { db in
      try await db.execute(
        "UPDATE item SET day = '03/04/2024', sent = '2024-05-01 00:00' WHERE id = 1")
    }
    let day = try await database.write(
      "SELECT day = date '2024-04-03', sent = timestamptz '2024-05-01 04:00+00' FROM item WHERE id = 1"
    )
    #expect(day.trimmingCharacters(in: .whitespacesAndNewlines) == "t|t")
  }
}

extension Array {
  fileprivate func asyncMap<Output>(
    _ body: (Element) async throws -> Output
  ) async throws -> [Output] {
    var outputs: [Output] = []
    for element in self { outputs.append(try await body(element)) }
    return outputs
  }
}
