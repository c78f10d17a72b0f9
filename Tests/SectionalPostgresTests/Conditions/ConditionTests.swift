import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists with conditions over tables with a change log, and what they read when rows change.
@MainActor struct ConditionTests {
  private static let tables = """
    CREATE TABLE item(id bigint PRIMARY KEY, team text, name text, sent timestamptz, kind text COLLATE "C");
    CREATE TABLE other(id bigint PRIMARY KEY, n int);
    INSERT INTO item SELECT n, 'team ' || n % 5, 'name ' || n, timestamptz '2024-01-01 12:00+00' + n * interval '1 hour',
      'k' || n % 3 FROM generate_series(1, 200) n;
    INSERT INTO other SELECT n, n FROM generate_series(1, 20) n;
    CREATE FUNCTION even(n bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT n % 2 = 0';
    CREATE FUNCTION fickle(n bigint) RETURNS boolean STABLE LANGUAGE sql AS 'SELECT n % 2 = 0';
    """

  private func list(
    _ condition: String, _ arguments: [any ColumnValue] = [], on database: ScratchServerDatabase,
    as parameters: [String: String] = [:]
  ) async throws -> (PostgresStore, ResultsController<StoredRow>) {
    let store = try database.store(parameters)
    try await store.installChangeLog(for: ["item", "other"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "item", predicate: condition, arguments: arguments,
        sortBy: [SortKey(.column("name"))]),
      store: store, sectionBy: .column("team"), changes: SilentSource(of: store))
    try await list.performFetch()
    return (store, list)
  }

  private func truth(
    _ condition: String, _ database: ScratchServerDatabase
  ) async throws -> String {
    try await database.write(
      """
      SELECT id FROM item WHERE \(condition)
      ORDER BY team COLLATE "C" NULLS FIRST, name COLLATE "C" NULLS FIRST, id
      """
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func shown(_ list: ResultsController<StoredRow>) -> String {
    list.results.rows.map { "\($0["id"]?.integerValue ?? -1)" }.joined(separator: "\n")
  }

  @Test(arguments: [
    "id > 100", "team = 'team 1' AND id < 50", "kind IN ('k1', 'k2')", "name LIKE 'name 1%'",
    "sent < '2024-01-05 00:00+00'::timestamptz", "lower(name) = name AND length(team) > 2",
    "coalesce(kind, '') <> 'k0'", "even(id)", "id % 7 = 3 OR team IS NULL",
    "(CASE WHEN id > 9 THEN team ELSE name END) > 'team 2'", "item.id BETWEEN 3 AND 90",
    "kind > 'k0' AND NOT (id = ANY ('{3,5,7}'))",
  ])
  func `a condition on a row's own values is followed row by row`(condition: String) async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let (_, list) = try await list(condition, on: database)
    for (number, change) in [
      "UPDATE item SET team = 'team 9' WHERE id = 101",
      "UPDATE item SET name = 'other', kind = 'k9', id = id + 1000, sent = '2030-01-01' WHERE id = 45",
      "DELETE FROM item WHERE id = 102",
      "INSERT INTO item VALUES (5000, 'team 1', 'name 1', now(), 'k1')",
      "UPDATE item SET team = NULL WHERE id = 10",
    ].enumerated() {
      let before = list.diagnostics
      try await database.write(change)
      try await list.refresh()
      #expect(try await shown(list) == truth(condition, database), "\(change)")
      #expect(list.diagnostics.rowsRead - before.rowsRead <= 2, "\(number): \(change)")
    }
    let reason = list.diagnostics.fullFetchReason ?? ""
    #expect(list.diagnostics.fullFetches == 1, "\(reason)")
  }

  @Test(arguments: ["log_min_duration_statement = 0", "log_duration = on", "log_parser_stats = on"])
  func `a condition is followed row by row on a server that logs what statements take`(
    setting: String
  ) async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write("ALTER DATABASE \(name) SET \(setting)")
    let (_, list) = try await list("id > 100", on: database)
    try await database.write("UPDATE item SET team = 'team 9' WHERE id = 101")
    try await list.refresh()
    #expect(try await shown(list) == truth("id > 100", database))
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
  }

  @Test(arguments: [
    "sent::date = '2024-01-02'", "sent < now()", "id IN (SELECT id FROM other)", "fickle(id)",
    "EXISTS (SELECT FROM other o WHERE o.n = item.id)", "item::text <> ''", "current_user <> ''",
    "ctid IS NOT NULL", "sent > 'yesterday'", "sent < 'Now'",
    "to_tsvector('english'::regconfig, name) @@ 'x'::tsquery OR true", "random() >= 0",
    "name::date IS NULL OR true",
    "to_char(sent, 'YYYY') > '1999'",
    // Spellings of words that mean another time later.
    #"sent < E'n\x6fw'"#, #"sent < E'\156ow '"#, #"sent < U&'n\006fw'"#,
    "sent < u&'n!006fw' UESCAPE '!'",
    "sent < 'n'\n'ow'", "sent < 'n'  -- here\n  'ow'", "sent < E'n'\n'ow'", "sent < $$now$$",
    "sent < ' NOW '",
    "sent::text > '' OR sent < 'today 12:00'", #"sent < ANY ('{n\ow}'::timestamptz[])"#,
    "sent <@ '[,no\"w\")'::tstzrange",
    "sent <@ '{[yesterday,tomorrow)}'::tstzmultirange OR sent < 'tomorrow'",
    "sent::timetz < '12:00'::timetz OR true",
  ])
  func `any other condition makes a list read everything, and stay right`(
    condition: String
  ) async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    if condition.contains("::date IS") {
      try await database.write("UPDATE item SET name = '2024-01-01'")
    }
    let (_, list) = try await list(condition, on: database)
    try await database.write("UPDATE item SET team = 'team 9' WHERE id = 101")
    try await list.refresh()
    #expect(try await shown(list) == truth(condition, database))
    #expect(list.diagnostics.fullFetches == 2)
    try await database.write("UPDATE other SET n = 1000, id = 1000 WHERE id = 3")
    try await list.refresh()
    #expect(try await shown(list) == truth(condition, database))
  }

  @Test(arguments: [
    #"name <> E'a\tb'"#, "name <> 'n'\n'ow'", "sent < '2024-01-05 00:00+00' AND name <> 'it''s'",
    "sent < '2024-01-05 00:00+00' -- 'a'\n AND name <> 'b'",
  ])
  func
    `strings with escapes or in parts are followed row by row where there are no dates, and any others with dates`(
      condition: String
    ) async throws
  {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let (_, list) = try await list(condition, on: database)
    try await database.write("UPDATE item SET team = 'team 9' WHERE id = 7")
    try await list.refresh()
    #expect(try await shown(list) == truth(condition, database))
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
  }

  @Test(arguments: ["now", "{n\\ow}"])
  func `an argument that is a word for the time makes a list read everything`(
    argument: String
  ) async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let condition = argument == "now" ? "sent < ?" : "sent < ANY (?::timestamptz[])"
    let (_, list) = try await list(condition, [argument], on: database)
    try await database.write("UPDATE item SET team = 'team 9' WHERE id = 7")
    try await list.refresh()
    #expect(list.diagnostics.fullFetches == 2)
  }

  @Test func `a list notices that a function of its condition was replaced`() async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let (_, list) = try await list("even(id)", on: database)
    #expect(list.results.rows.count == 100)
    try await database.write(
      "CREATE OR REPLACE FUNCTION even(n bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT n % 5 = 0'"
    )
    try await list.refresh()
    #expect(list.results.rows.count == 40)
    try await database.write(
      """
      CREATE OR REPLACE FUNCTION even(n bigint) RETURNS boolean STABLE LANGUAGE sql
      AS 'SELECT n < (SELECT max(o.n) FROM other o)'
      """)
    try await list.refresh()
    #expect(list.results.rows.count == 19)
    try await database.write("UPDATE other SET n = 50 WHERE id = 20")
    try await list.refresh()
    #expect(list.results.rows.count == 49)
  }

  /// Changes of what a condition means, with the tables that they need.
  private nonisolated static let meanings = [
    (
      "kind === 'k1'", "CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)",
      "DROP OPERATOR === (text, text); CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = textne)"
    ),
    (
      "id::grade = 'high'",
      """
      CREATE TYPE grade AS ENUM ('low', 'high');
      CREATE FUNCTION one(bigint) RETURNS grade IMMUTABLE LANGUAGE sql
        AS $$SELECT CASE WHEN $1 > 100 THEN grade 'high' ELSE 'low' END$$;
      CREATE FUNCTION other(bigint) RETURNS grade IMMUTABLE LANGUAGE sql
        AS $$SELECT CASE WHEN $1 > 150 THEN grade 'high' ELSE 'low' END$$;
      CREATE CAST (bigint AS grade) WITH FUNCTION one(bigint)
      """, "DROP CAST (bigint AS grade); CREATE CAST (bigint AS grade) WITH FUNCTION other(bigint)"
    ),
    (
      "even(id)", "",
      """
      DROP FUNCTION even(bigint);
      CREATE FUNCTION even(n bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT n % 5 = 0'
      """
    ),
    (
      "even(id)", "CREATE SCHEMA front",
      "CREATE FUNCTION front.even(n bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT n % 5 = 0'"
    ),
    (
      "even(id)",
      """
      CREATE SCHEMA back;
      CREATE FUNCTION back.even(n bigint) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT n % 5 = 0'
      """, "ALTER SCHEMA back RENAME TO front"
    ),
    (
      "kind === 'k1'",
      """
      CREATE SCHEMA front; CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)
      """, "CREATE OPERATOR front.=== (LEFTARG = text, RIGHTARG = text, FUNCTION = textne)"
    ),
  ]

  @Test(arguments: meanings)
  func `a list notices that its condition means another function, operator or cast`(
    condition: String, before: String, change: String
  ) async throws {
    let database = try await ScratchServerDatabase("\(ConditionTests.tables) \(before)")
    let path = "-c search_path=front,public"
    let (_, list) = try await list(condition, on: database, as: ["options": path])
    func isRight() async throws -> Bool {
      let truth = try await database.write(
        """
        SET search_path = front, public; SELECT id FROM item WHERE \(condition)
        ORDER BY team COLLATE "C" NULLS FIRST, name COLLATE "C" NULLS FIRST, id
        """
      ).split(separator: "\n").filter { Int($0) != nil }
      return shown(list) == truth.joined(separator: "\n")
    }
    #expect(try await isRight())
    try await database.write("UPDATE item SET team = 'team 9' WHERE id = 160")
    try await list.refresh()
    #expect(list.diagnostics.fullFetches == 1)
    let count = list.results.rows.count
    try await database.write(change)
    try await list.refresh()
    #expect(try await isRight())
    #expect(list.results.rows.count != count)
    try await database.write("UPDATE item SET team = 'team 9' WHERE id BETWEEN 140 AND 180")
    try await list.refresh()
    #expect(try await isRight())
    #expect(list.diagnostics.fullFetches == 2, "\(list.diagnostics.fullFetchReason ?? "")")
  }

  @Test func `a condition with arguments is followed row by row`() async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let (_, list) = try await list("team = ? AND id < ?", ["team 1", 100], on: database)
    try await database.write("UPDATE item SET team = 'team 1' WHERE id = 50")
    try await list.refresh()
    #expect(try await shown(list) == truth("team = 'team 1' AND id < 100", database))
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test func `random changes under a condition end in what the server shows`() async throws {
    let database = try await ScratchServerDatabase(ConditionTests.tables)
    let condition = "kind <> 'k1' AND length(name) % 2 = 0"
    let (_, list) = try await list(condition, on: database)
    var random = SeededGenerator(seed: 22)
    for step in 0..<60 {
      let (a, b) = (Int(random.next() % 220), Int(random.next() % 220))
      let statements = [
        "UPDATE item SET kind = 'k\(a % 4)' WHERE id BETWEEN \(a) AND \(a + b % 9)",
        "UPDATE item SET name = name || 'x', team = 'team \(b % 6)' WHERE id % 17 = \(a % 17)",
        "DELETE FROM item WHERE id = \(a)",
        "INSERT INTO item VALUES (\(a), 'team', 'new \(b)', NULL, 'k\(b % 3)') ON CONFLICT (id) DO UPDATE SET kind = NULL",
        "UPDATE item SET id = \(1000 + step) WHERE id = \(b)", "UPDATE other SET n = n + 1",
      ]
      try await database.write(statements[Int(random.next() % 6)])
      if random.next() % 3 > 0 {
        try await list.refresh()
        #expect(try await shown(list) == truth(condition, database), "seed 22, step \(step)")
      }
    }
    #expect(list.diagnostics.fullFetches == 1)
  }
}
