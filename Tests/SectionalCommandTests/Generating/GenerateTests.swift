import Foundation
import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import Testing

/// `sectional generate`, whose output for two tables is compiled here.
struct GenerateTests {
  private static let orderLine = """
    CREATE TABLE order_line(
      order_id INTEGER NOT NULL, "line no" INT NOT NULL, note TEXT, sent_at DATETIME,
      made_at TIMESTAMP NOT NULL, price DECIMAL(10, 2) NOT NULL, weight REAL, is_paid BOOLEAN NOT NULL,
      photo BLOB, label UUID, amount, mixed INT, class VARCHAR(8), "class " TEXT, "table" TEXT, "2nd" TEXT,
      "he""llo" TEXT, total REAL GENERATED ALWAYS AS (price * 2), PRIMARY KEY (order_id, "line no"));
    INSERT INTO order_line(order_id, "line no", sent_at, made_at, price, is_paid, photo, label, amount, mixed)
    VALUES
      (1, 1, '2026-01-02 10:00:00', 1700000000000, 1.5, 1, x'00ff', '0e8400e2-1111-4222-8333-444444444444', 3, 1),
      (1, 2, NULL, 1700000001000, 2, 0, NULL, NULL, 4, 'x');
    """

  private static let shipment = """
    CREATE TYPE mood AS ENUM ('fine', 'bad');
    CREATE DOMAIN code AS varchar(8) NOT NULL;
    CREATE TABLE shipment(
      id uuid PRIMARY KEY, flag boolean NOT NULL, small smallint, medium int NOT NULL, big bigint,
      ratio real, size float8 NOT NULL, price numeric(10, 2), name text NOT NULL, code code, mark char(3),
      photo bytea, day date, sent timestamp, seen timestamptz NOT NULL, doc jsonb, mood mood NOT NULL,
      tags text[], twice int GENERATED ALWAYS AS (medium * 2) STORED);
    INSERT INTO shipment VALUES
      ('0e8400e2-1111-4222-8333-444444444444', true, 2, 3, 4, 0.5, 0.25, 12.5, 'n', 'c', 'ab', '\\x00ff',
       '2026-01-02', '2026-01-02 03:04:05', '2026-01-02 03:04:05+00', '{"a": 1}', 'bad', '{x,y}');
    """

  private func compiled(_ name: String) throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: name),
      encoding: .utf8)
  }

  @Test
  func `a record for a table of a file compiles, reads its rows and writes them`() async throws {
    let file = try ScratchDatabase(GenerateTests.orderLine)
    let generated = try SectionalProcess.run("generate", file.path, "ORDER_line")
    #expect(generated.status == 0)
    #expect(generated.output == (try compiled("OrderLine.swift")))

    let store = try SQLiteStore(path: file.path)
    let request = ResultsRequest<OrderLine>(sortBy: [SortKey(\.lineNo)])
    var lines = try await store.read { try await $0.fetch(request) }
    #expect(lines.map(\.isPaid) == [true, false])
    #expect(lines[0].sentAt == Date(timeIntervalSince1970: 1_767_348_000))
    #expect(lines[0].madeAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(lines[0].label == UUID(uuidString: "0E8400E2-1111-4222-8333-444444444444"))
    #expect(lines.map(\.mixed) == [1, "x"])
    lines[1].note = "late"
    let changed = lines[1]
    try await store.write { try $0.update(changed) }
    #expect(
      try file.write(
        "SELECT order_id, note, made_at, typeof(mixed) FROM order_line WHERE \"line no\" = 2")
        == "1|late|1700000001000|text\n")
  }

  @Test
  func `a record for a table of a server compiles, reads its rows and writes them`() async throws {
    let database = try await ScratchServerDatabase(GenerateTests.shipment)
    let generated = try SectionalProcess.run("generate", database.url, "shipment")
    #expect(generated.output == (try compiled("Shipment.swift")))

    let store = try PostgresStore(database.url)
    var shipments = try await store.read { try await $0.fetch(ResultsRequest<Shipment>()) }
    let first = try #require(shipments.first)
    #expect((first.flag, first.small, first.medium, first.price) == (true, 2, 3, 12.5))
    #expect(first.seen == Date(timeIntervalSince1970: 1_767_323_045))
    #expect((first.mood, first.tags, first.doc) == ("bad", "{x,y}", "{\"a\": 1}"))
    shipments[0].name = "m"
    let changed = shipments[0]
    try await store.write { try await $0.update(changed) }
    #expect(
      try await database.write("SELECT name, twice, sent FROM shipment")
        == "m|6|2026-01-02 03:04:05\n")
  }

  @Test
  func `what a record can't say is said in a comment`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE tag(name TEXT PRIMARY KEY); CREATE VIEW shout AS SELECT upper(name) AS name FROM tag;
      CREATE TABLE data(id INTEGER, x);
      """)
    func lines(_ table: String) throws -> [Substring] {
      try SectionalProcess.run("generate", file.path, table).output.split(separator: "\n")
    }
    #expect(
      try lines("tag").contains(
        "  // \"name\" can be NULL although it is in the primary key; NOT NULL would make it String."
      ))
    #expect(try lines("tag").contains("  var name: String?"))
    #expect(
      try lines("shout").contains(
        "  // A view declares no key: add primaryKey: true to the columns that identify a row."))
    #expect(try lines("data").contains("struct DataRecord: StoredRecord {"))
    #expect(try lines("data").contains("  var x: StoredValue?"))
  }

  @Test
  func `a key is written as it was read`() throws {
    let file = try ScratchDatabase(
      """
      CREATE TABLE day(date DATE PRIMARY KEY NOT NULL, made DATETIME) WITHOUT ROWID;
      INSERT INTO day VALUES ('2026-11-20', '2026-11-20 10:00:00');
      CREATE TABLE person(id INTEGER PRIMARY KEY, born DATE, seen DATETIME, met DATETIME);
      INSERT INTO person VALUES (1, '1815-12-10', '2026-11-20 10:00:00Z', '2026-11-20'),
        (2, '1906-12-09', '2026-11-20 10:00:00+01:00', '2026-11-20 10:00:00');
      CREATE TABLE ZNOTE(Z_PK INTEGER PRIMARY KEY, ZDATE TIMESTAMP);
      INSERT INTO ZNOTE VALUES (1, 785797065.5);
      """)
    let day = try SectionalProcess.run("generate", file.path, "day").output
    #expect(day.contains("  var date: String\n"))
    #expect(day.contains("RecordColumn(\"made\", \\.made, as: .sqliteText)"))
    let person = try SectionalProcess.run("generate", file.path, "person").output
    #expect(person.contains("RecordColumn(\"born\", \\.born, as: .iso8601Day)"))
    #expect(person.contains("RecordColumn(\"seen\", \\.seen, as: .iso8601)"))
    #expect(person.contains("RecordColumn(\"met\", \\.met, as: .iso8601)"))
    let note = try SectionalProcess.run("generate", file.path, "ZNOTE").output
    #expect(note.contains(", as: .secondsSince2001)"))
  }

  @Test
  func `names that Swift can't take are changed`() throws {
    let file = try ScratchDatabase(
      "CREATE TABLE \"\u{363}c\"(id INTEGER PRIMARY KEY, \"\u{363}x\" TEXT, \"\u{2E2F}\" TEXT)")
    let output = try SectionalProcess.run("generate", file.path, "\u{363}c").output
    #expect(output.contains("struct C: StoredRecord, Identifiable {"))
    #expect(output.contains("  var x: String?\n  var column: String?\n"))
  }

  @Test(arguments: [
    (["generate"], 2, "generate takes a store and a table"),
    (["generate", "FILE", "contac"], 1, "did you mean \"contact\""),
    (["generate", "FILE", "contact", "--name", "String"], 2, "the name of a new Swift type"),
    (["generate", "FILE", "contact", "--name", "9x"], 2, "the name of a new Swift type"),
    (["generate", "FILE", "contact", "--nam", "X"], 2, "--name"),
  ])
  func `a mistyped command says what to type`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let file = try ScratchDatabase.contacts()
    let outcome = try SectionalProcess(
      arguments.map { $0 == "FILE" ? file.path : $0 }
    ).finish()
    #expect(outcome.status == status)
    #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
  }
}
