import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Keys of every type.
@MainActor struct ServerKeyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    let values: [String]
    var testDescription: String { type }

    init(_ type: String, _ values: String...) { (self.type, self.values) = (type, values) }
  }

  nonisolated static let cases: [Case] = [
    Case("text", "''", "'a'", "'B'", "'é'"), Case("varchar(9)", "'10'", "'9'"),
    Case("char(5)", "'a'", "'ab'"), Case("smallint", "-1", "2"), Case("int", "-1", "10", "9"),
    Case("bigint", "-9223372036854775808", "9223372036854775807"), Case("oid", "1", "4000000000"),
    Case("real", "0.1", "1.5"), Case("float8", "0.1", "'inf'", "'-inf'"),
    Case("float8", "'nan'", "1"), Case("numeric", "0.1", "10", "9.99"),
    Case("bool", "true", "false"), Case("bytea", "'\\x'", "'\\x00ff'"),
    Case(
      "uuid", "'00000000-0000-4000-8000-000000000001'", "'f0000000-0000-4000-8000-00000000000a'"),
    Case("date", "'2026-11-20'", "'infinity'", "'0044-03-15 BC'"),
    Case("timestamp", "'2026-11-20 00:00:00.000001'", "'2026-11-20 00:00:00.000002'"),
    Case("timestamptz", "'2026-11-20 00:00:00.000001'", "'-infinity'"),
    Case("jsonb", "'{\"a\": 1}'", "'[1]'"), Case("color", "'red'", "'blue'"),
    Case("word", "'b'", "'a'"), Case("int[]", "'{1,2}'", "'{10}'"),
    Case("pair", "'(1,x)'", "'(10,a)'"), Case("interval", "'1 day'", "'2 hours'"),
    Case("inet", "'10.0.0.1'", "'9.0.0.1'"), Case("name", "'x'", "'y'"),
  ]

  @Test(arguments: cases) func `rows are known by keys of every type`(_ example: Case) async throws
  {
    let rows = example.values.enumerated().map { "(\($1), \($0))" }.joined(separator: ", ")
    let database = try await ScratchServerDatabase(
      """
      CREATE TYPE color AS ENUM ('red', 'blue'); CREATE DOMAIN word AS text;
      CREATE TYPE pair AS (number int, word text);
      CREATE TABLE item(key \(example.type) PRIMARY KEY, n int NOT NULL);
      INSERT INTO item VALUES \(rows);
      """)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    #expect(list.results.keyColumns == ["key"])
    #expect(list.results.rows.count == example.values.count)
    #expect(Set(list.results.rows.keys).count == example.values.count)
    for row in list.results.rows { #expect(list.indexPath(forKey: row.key) != nil) }
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    try await database.write("UPDATE item SET n = 100 WHERE n = 0; DELETE FROM item WHERE n = 1")
    try await wait { recorder.kinds.count > 1 }
    #expect(recorder.kinds == ["delete", "update"])
    #expect(list.results.rows.contains { $0["n"] == 100 })
  }

  @Test func `two keys that no double distinguishes are two rows and two sections`() async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(key numeric PRIMARY KEY);
      INSERT INTO item VALUES (1000000000000000000002), (1000000000000000000001), (0.5), (7);
      """)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store,
      sectionBy: .column("key"))
    try await list.performFetch()
    #expect(
      list.sections.map(\.name) == [
        "0.5", "7", "1000000000000000000001", "1000000000000000000002",
      ])
  }

  @Test
  func `a number with many digits is ordered exactly, and a change of its last digit is reported`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n numeric);
      INSERT INTO item VALUES (1, 10::numeric / 3), (2, 12345678901234567.01), (3, 3.34), (4, 3);
      """)
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("n"))]),
      store: store)
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    try await list.performFetch()
    #expect(list.results.rows.map { $0["id"] } == [4, 1, 3, 2])
    try await database.write("UPDATE item SET n = 12345678901234567.02 WHERE id = 2")
    try await wait { !recorder.kinds.isEmpty }
    #expect(recorder.kinds == ["update"])
    try await database.write(
      "UPDATE item SET n = 3.340 WHERE id = 3; UPDATE item SET n = 4 WHERE id = 4")
    try await wait { recorder.kinds.count > 1 }
    #expect(recorder.kinds == ["move", "update"])
  }
}

/// Records the kinds of changes.
final class ChangeRecorder: ResultsChangesetDelegate {
  private(set) var kinds: [String] = []

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    kinds += changeset.rowChanges.map { "\($0.kind)" }
    kinds.sort()
  }
}
