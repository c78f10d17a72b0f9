import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Tables whose names need quoting have their own change logs.
@MainActor @Suite struct LoggedNameTests {
  /// Installs the log for several tables at once, follows a list of each, and uninstalls the log.
  private func follow(_ tables: [(name: String, sql: String)], in database: ScratchServerDatabase)
    async throws
  {
    let store = try PostgresStore(database.url, connectionLimit: 2)
    let names = tables.map(\.name)
    try await store.installChangeLog(for: names, notifying: false)
    for (name, sql) in tables {
      #expect(try await store.changeLogStatus(of: [name]) == [name: .installed], "\(name)")
      let request = ResultsRequest<StoredRow>(table: name)
      let list = ResultsController(
        fetchRequest: request, store: store, changes: SilentSource(of: store))
      try await list.performFetch()
      let count = list.results.rows.count
      try await database.write("INSERT INTO \(sql) VALUES (7); INSERT INTO \(sql) VALUES (8)")
      try await database.write("DELETE FROM \(sql) AS t WHERE t::text = '(8)'")
      try await list.refresh()
      let rows = try await store.read { try await $0.fetch(request) }
      #expect(Array(list.results.rows) == rows, "\(name)")
      #expect(rows.count == count + 1, "\(name)")
      #expect(list.diagnostics.fullFetches == 1, "\(name): \(list.diagnostics)")
    }
    for name in names { try await store.uninstallChangeLog(for: [name]) }
    #expect(
      try await database.write("SELECT to_regnamespace('sectional_log_sectional') IS NULL") == "t\n"
    )
    #expect(
      try await database.write("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == "0\n")
  }

  @Test func `tables with any names are logged at the same time`() async throws {
    // Another test covers spellings of one text.
    let names =
      ServerNameTests.names.filter { !$0.unicodeScalars.contains("\u{301}") }
      + ["sectional_log", "zz_sectional_insert", "public.item", "change"]
    let tables = names.map { (name: $0, sql: QuotedIdentifier.quoted($0)) }
    let database = try await ScratchServerDatabase(
      tables.map { "CREATE TABLE \($0.sql)(\($0.sql) int PRIMARY KEY);" }.joined(separator: "\n"))
    try await follow(tables, in: database)
  }

  @Test func `tables whose names begin alike are distinguished`() async throws {
    let beginning = String(repeating: "long_name_", count: 4)
    let names = ["a", "b", "é", "'", String(repeating: "x", count: 23)].map { beginning + $0 }
    let tables = names.map { (name: $0, sql: QuotedIdentifier.quoted($0)) }
    let database = try await ScratchServerDatabase(
      tables.map { "CREATE TABLE \($0.sql)(id int PRIMARY KEY);" }.joined())
    try await follow(tables, in: database)
  }

  @Test func `tables whose names are spellings of one text are two`() async throws {
    let tables = ["\u{E9}", "e\u{301}"].map { (name: $0, sql: QuotedIdentifier.quoted($0)) }
    let database = try await ScratchServerDatabase(
      tables.map { "CREATE TABLE \($0.sql)(id int PRIMARY KEY);" }.joined())
    try await follow(tables, in: database)
  }

  @Test func `tables of other schemas are distinguished, wherever the dot is`() async throws {
    let tables = [
      (name: "sales.item", sql: "sales.item"), (name: "item", sql: "public.item"),
      (name: "\"Sales\".\"Item\"", sql: "\"Sales\".\"Item\""),
      (name: "\"a.b\".c", sql: "\"a.b\".c"), (name: "a.\"b.c\"", sql: "a.\"b.c\""),
    ]
    let schemas =
      "CREATE SCHEMA sales; CREATE SCHEMA \"Sales\"; CREATE SCHEMA \"a.b\"; CREATE SCHEMA a;"
    let database = try await ScratchServerDatabase(
      schemas + tables.map { "CREATE TABLE \($0.sql)(id int PRIMARY KEY);" }.joined())
    try await follow(tables, in: database)
  }

  @Test(arguments: ["'\u{301}", "\"\u{301}", "\\\u{301}", "a'\u{308}b", "$sectional$", "$1'||'"])
  func `a combining mark after a quotation mark does not hide it`(name: String) async throws {
    let table = (name: name, sql: QuotedIdentifier.quoted(name))
    let database = try await ScratchServerDatabase(
      "CREATE TABLE \(table.sql)(\(table.sql) int PRIMARY KEY)")
    try await follow([table], in: database)
  }

  @Test(arguments: ["a$sectional$b", "\"\u{301}", "%s", "changed_keys", "sectional_new", "a'b\\"])
  func `columns of any name are followed`(name: String) async throws {
    let names = [name, "o", "w", "r", "d", "k", "keys", "changed", "A", "a", "few", "bits"]
    let columns = names.map { QuotedIdentifier.quoted($0) }
    let bench = try await LogBench(
      """
      CREATE TABLE item(\(columns.map { "\($0) int NOT NULL" }.joined(separator: ", ")),
        PRIMARY KEY (\(columns[0]), \(columns[1])));
      INSERT INTO item SELECT \(Array(repeating: "g", count: names.count).joined(separator: ", "))
        FROM generate_series(1, 5) g;
      """)
    for column in columns {
      try await bench.write("UPDATE item SET \(column) = \(column) + 100 WHERE \(columns[2]) > 2")
      try await bench.check(fullFetches: 1, column)
      #expect(!bench.told().isEmpty, "\(column)")
    }
    try await bench.write("DELETE FROM item WHERE \(columns[0]) > 100")
    try await bench.check(fullFetches: 1)
    #expect(bench.list.results.rows.count == 2)
  }
}
