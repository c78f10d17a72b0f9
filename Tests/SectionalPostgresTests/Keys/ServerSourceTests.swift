import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Views and SQL, whose keys must be named, and tables without a key.
@MainActor @Suite(.serialized) struct ServerSourceTests {
  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, name text, team text);
      INSERT INTO item VALUES (1, 'ada', 'x'), (2, 'bob', 'y'), (3, 'cy', 'x');
      CREATE VIEW seen AS SELECT * FROM item WHERE team IS NOT NULL;
      CREATE MATERIALIZED VIEW kept AS SELECT team, count(*) AS number FROM item GROUP BY team;
      CREATE TABLE loose(a int, b text); INSERT INTO loose VALUES (1, 'x'), (1, 'y');
      """)
    store = try server.store()
  }

  private func list(_ request: ResultsRequest<StoredRow>, by section: String? = nil)
    -> ResultsController<
      StoredRow
    >
  {
    ResultsController(
      fetchRequest: request, store: store, sectionBy: section.map { .column($0) })
  }

  private func error(_ request: ResultsRequest<StoredRow>) async -> StoreError? {
    await storeError { try await list(request).performFetch() }
  }

  /// Locking a view locks its tables, which takes more than column privileges.
  @Test(arguments: ["", "WITH (security_invoker = on)"])
  func `a view of somebody with privileges for some columns is shown`(form: String) async throws {
    let cluster = try await RoleServer.cluster()
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE person(id int PRIMARY KEY, name text, salary int);
      INSERT INTO person VALUES (1, 'ada', 5), (2, 'bob', 6);
      GRANT SELECT (id, name) ON person TO owner, reader; GRANT CREATE ON SCHEMA public TO owner;
      SET ROLE owner; CREATE VIEW shown \(form) AS SELECT id, name FROM person;
      CREATE VIEW again AS SELECT * FROM shown; GRANT SELECT ON shown, again TO reader
      """, on: cluster.url)
    let store = try PostgresStore(database.url(["user": "reader"]), connectionLimit: 1)
    for view in ["shown", "again"] {
      let list = ResultsController(
        fetchRequest: ResultsRequest<StoredRow>(table: view, key: ["id"]), store: store)
      try await list.performFetch()
      #expect(list.results.rows.map { $0["name"] } == ["ada", "bob"])
      try await database.write("UPDATE person SET name = 'eve' WHERE id = 2")
      try await list.refresh()
      #expect(list.results.rows.map { $0["name"] } == ["ada", "eve"])
      try await database.write("UPDATE person SET name = 'bob' WHERE id = 2")
      await list.close()
    }
  }

  @Test func `a view is followed by the key that is named`() async throws {
    let list = list(ResultsRequest(table: "seen", key: ["id"]), by: "team")
    try await list.performFetch()
    #expect(list.picture == ["X x: [1] [3]", "Y y: [2]"])
    try await server.write("UPDATE item SET team = 'y' WHERE id = 1")
    try await wait { list.picture == ["X x: [3]", "Y y: [1] [2]"] }
    try await server.write("UPDATE item SET team = NULL")
    try await wait { list.results.rows.isEmpty }
  }

  @Test func `a materialized view is followed when it is refreshed`() async throws {
    let list = list(ResultsRequest(table: "kept", key: ["team"]))
    try await list.performFetch()
    #expect(list.results.rows.map { $0["number"] ?? .null } == [2, 1])
    try await server.write(
      "INSERT INTO item VALUES (4, 'dan', 'y'); REFRESH MATERIALIZED VIEW kept")
    try await wait { list.results.rows.map { $0["number"] ?? .null } == [2, 2] }
  }

  @Test func `SQL is followed by the key that is named`() async throws {
    let list = list(
      ResultsRequest(
        sql: "SELECT team, count(*) AS n FROM item WHERE id < ? GROUP BY team -- all;",
        arguments: [10], key: ["team"], sortBy: [SortKey(.column("n"), order: .reverse)]))
    try await list.performFetch()
    #expect(list.results.rows.map(\.values) == [["x", 2], ["y", 1]])
    try await server.write("INSERT INTO item VALUES (4, 'd', 'y'), (5, 'e', 'y')")
    try await wait { list.results.rows.map(\.values) == [["y", 3], ["x", 2]] }
  }

  @Test func `a source without a key is an error, and no key is guessed`() async throws {
    for name in ["loose", "seen", "kept"] {
      #expect(await error(ResultsRequest(table: name))?.code == .noKey, "\(name)")
    }
    #expect(await error(ResultsRequest(sql: "SELECT 1 AS a", key: []))?.code == .noKey)
    #expect(await error(ResultsRequest(table: "loose", key: ["c"]))?.code == .noSuchColumn)
    #expect(await error(ResultsRequest(sql: "SELECT 1 AS a", key: ["b"]))?.code == .noSuchColumn)
  }

  @Test func `rows that share a key are an error until they don't`() async throws {
    #expect(await error(ResultsRequest(table: "loose", key: ["a"]))?.code == .duplicateKey)
    let list = list(ResultsRequest(table: "loose", key: ["a", "b"]))
    try await list.performFetch()
    #expect(list.results.rows.count == 2)
    try await server.write("INSERT INTO loose VALUES (1, 'x')")
    try await wait { list.error?.code == .duplicateKey }
    #expect(list.results.rows.count == 2)
    try await server.write(
      "DELETE FROM loose WHERE b = 'y'; UPDATE loose SET a = 2 WHERE ctid = '(0,1)'")
    try await wait { list.isCurrent }
    #expect(list.results.rows.map(\.values) == [[1, "x"], [2, "x"]])
  }

  @Test func `a null in a named key is a key`() async throws {
    try await server.write("INSERT INTO loose VALUES (NULL, 'n'), (2, NULL)")
    let list = list(ResultsRequest(table: "loose", key: ["b", "a"]))
    try await list.performFetch()
    #expect(
      list.results.rows.map(\.key.values) == [[.null, 2], ["n", .null], ["x", 1], ["y", 1]])
  }

  @Test func `columns with the same name are distinguished`() async throws {
    let list = list(
      ResultsRequest(
        sql: "SELECT l.id, r.id, 1 AS \"id:1\" FROM item l JOIN item r ON r.id = l.id + 1",
        key: ["id"]))
    try await list.performFetch()
    #expect(Set(list.results.columns.names).count == 3)
    #expect(list.results.rows.map { $0.values.count } == [3, 3])
  }

  @Test func `statements that do not read are rejected`() async throws {
    for sql in [
      "DELETE FROM item", "SELECT 1 AS a; DELETE FROM item", "TABLE nothing", "",
      "WITH x AS (DELETE FROM item RETURNING id) SELECT id AS a FROM x", "SELECT 1 AS a) AS x --",
      "SELECT nextval('s') AS a",
    ] {
      #expect(await error(ResultsRequest(sql: sql, key: ["a"])) != nil, "\(sql)")
    }
    #expect(try await server.write("SELECT count(*) FROM item") == "3\n")
  }
}
