import Foundation
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Lists whose changed rows a server finds in the round trip that asks its change log.
@MainActor @Suite(.serialized) struct NamedRowsTests {
  /// A key's type, and the SQL of the key with the number `n`.
  nonisolated private static let keys = [
    ("smallint", "n"), ("integer", "n"), ("bigint", "n * 10000000000"), ("text", "'it''s ' || n"),
    ("uuid", "md5(n::text)::uuid"), ("numeric(9, 2)", "n"), ("varchar(20)", "'v' || n"),
    ("date", "date '2026-01-01' + n::integer"),
  ]

  /// Creates a list of the rows of even parity, by team, and what lets it look and compares it with a fetch.
  private func list(
    in database: ScratchServerDatabase
  ) async throws -> (list: ResultsController<StoredRow>, check: (String) async throws -> Void) {
    let store = try database.store()
    try await store.installChangeLog(for: ["item"])
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: [SortKey(.column("team")), SortKey(.column("name"))])
    request.predicate = .success(
      RowPredicate(.comparison(.equal, .column("parity"), .constant(.text("it's even")))))
    let list = ResultsController(
      fetchRequest: request, store: store, sectionBy: .column("team"),
      changes: SilentSource(of: store))
    try await list.performFetch()
    return (
      list,
      { [request] occasion in
        try await list.refresh()
        let rows = try await store.read { try await $0.fetch(request) }
        #expect(Array(list.results.rows) == rows, "\(occasion)")
      }
    )
  }

  private static func schema(_ key: (type: String, value: String)) -> String {
    """
    CREATE TABLE item(id \(key.type) PRIMARY KEY, n integer, team text, name text, parity text);
    CREATE FUNCTION key(n bigint) RETURNS \(key.type) LANGUAGE sql AS $$ SELECT (\(key.value))::\(key.type) $$;
    INSERT INTO item SELECT key(n), n, 'team ' || n % 5, 'name ' || n,
      CASE WHEN n % 2 = 0 THEN 'it''s even' ELSE 'it''s odd' END FROM generate_series(1, 600) n;
    """
  }

  @Test(arguments: NamedRowsTests.keys)
  func `few, some and many rows of one commit are followed, whatever the type of their key`(
    type: String, value: String
  ) async throws {
    let database = try await ScratchServerDatabase(NamedRowsTests.schema((type, value)))
    let (list, check) = try await list(in: database)
    let numbers = [1, 2, 100, 101, 99, 300, 600, 2, 100, 101]
    for (step, most) in numbers.enumerated() {
      try await database.write(
        "UPDATE item SET name = 'step \(step) ' || n, team = 'team ' || (n + \(step)) % 5 WHERE n <= \(most)"
      )
      try await check("\(most) rows in step \(step)")
    }
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
    await list.close()
  }

  @Test(arguments: NamedRowsTests.keys.prefix(4))
  func `rows that come, go, get another key or enter and leave the condition are followed`(
    type: String, value: String
  ) async throws {
    let database = try await ScratchServerDatabase(NamedRowsTests.schema((type, value)))
    let (list, check) = try await list(in: database)
    for statement in [
      "UPDATE item SET name = 'a' WHERE n = 2", "DELETE FROM item WHERE n IN (2, 3, 4)",
      "INSERT INTO item VALUES (key(700), 700, 'team 9', 'new', 'it''s even'), (key(2), 2, 'team 1', 'b', 'it''s even')",
      "UPDATE item SET parity = 'it''s odd' WHERE n IN (6, 8)",
      "UPDATE item SET parity = 'it''s even' WHERE n IN (1, 3, 5, 6)",
      "UPDATE item SET id = key(801) WHERE n = 10; UPDATE item SET id = key(10) WHERE n = 12",
      "BEGIN; DELETE FROM item WHERE n = 14; INSERT INTO item VALUES (key(14), 14, 'team 0', 'c', 'it''s even'); COMMIT",
      "UPDATE item SET name = name || '!'", "DELETE FROM item WHERE n < 300",
      "UPDATE item SET name = 'last' WHERE n = 302",
    ] {
      try await database.write(statement)
      try await check("\(statement)")
    }
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
    await list.close()
  }

  @Test func `a column that appears or changes its type between two looks changes what is read`()
    async throws
  {
    let database = try await ScratchServerDatabase(NamedRowsTests.schema(("integer", "n")))
    let (list, check) = try await list(in: database)
    for statement in [
      "UPDATE item SET name = 'a' WHERE n = 2", "UPDATE item SET name = 'b' WHERE n = 4",
      "ALTER TABLE item ADD COLUMN more text DEFAULT 'x'; UPDATE item SET more = 'y' WHERE n = 2",
      "UPDATE item SET more = 'z' WHERE n = 2",
      "ALTER TABLE item ALTER COLUMN n TYPE text; UPDATE item SET name = 'c' WHERE n = '2'",
      "UPDATE item SET n = 'two' WHERE n = '2'", "UPDATE item SET name = 'd' WHERE n = 'two'",
    ] {
      try await database.write(statement)
      try await check("\(statement)")
    }
    await list.close()
  }

  @Test func `a cell that doesn't fit in a row that nobody looks at keeps no other row from view`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id integer PRIMARY KEY, name text);
      INSERT INTO item SELECT n, 'name ' || n FROM generate_series(1, 200) n
      """)
    let store = try database.store()
    try await store.installChangeLog(for: ["item"])
    var request = ResultsRequest<LoggedColumnTests.Named>(sortBy: [SortKey(\.id)])
    request.fetchBatchSize = 10
    let list = ResultsController(
      fetchRequest: request, store: store, changes: SilentSource(of: store))
    try await list.performFetch()
    let first = IndexPath(indexes: [0, 0])
    try await list.loadRows(at: [first])
    // Few rows and one that fits, few and one that doesn't, and more than are read with the log.
    let others = [
      "UPDATE item SET name = 'b' WHERE id = 150", "UPDATE item SET name = 'c' WHERE id = 150",
      "UPDATE item SET name = NULL WHERE id = 150", "UPDATE item SET name = NULL WHERE id = 151",
      "UPDATE item SET name = name || '!' WHERE id < 150; UPDATE item SET name = NULL WHERE id = 152",
    ]
    for (step, other) in others.enumerated() {
      try await database.write("\(other); UPDATE item SET name = 'step \(step)' WHERE id = 1")
      try await list.refresh()
      #expect(list.row(ifLoaded: first)?.name == "step \(step)")
      #expect(list.isCurrent, "\(list.status)")
    }
    #expect(list.diagnostics.fullFetches == 1, "\(list.diagnostics.fullFetchReason ?? "")")
    await list.close()
  }
}
