import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Where a log that keeps old values can't tell what rows were, it says so, and disturbs no writer.
@MainActor struct OldValueBoundTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g, 'name ' || g, g FROM generate_series(1, 9) g;
    """

  @Test func `of a statement with huge values only the keys are known`() async throws {
    let bench = try await OldRowBench(OldValueBoundTests.schema, keeping: ["name"])
    let large = try await bench.changed(
      by:
        "UPDATE item SET name = repeat('x', 3000000) WHERE id < 4; UPDATE item SET n = 0 WHERE id = 9"
    )
    #expect(large.keys.count == 4)
    #expect(large.oldRows == [RowKey([9]): .row(9, ["name": "name 9"])])
    // They don't compress so well, and are refused before they are read.
    let random = try await bench.changed(
      by: """
        UPDATE item SET name = (SELECT string_agg(md5(g::text || id), '') FROM generate_series(1, 100000) g)
        WHERE id IN (4, 5, 6)
        """)
    #expect(random.keys.count == 3)
    #expect(random.oldRows.isEmpty)
    let small = try await bench.changed(by: "UPDATE item SET name = 'small'")
    #expect(small.keys.count == 9)
    #expect(small.oldRows.isEmpty)
    let later = try await bench.changed(by: "UPDATE item SET name = 'later' WHERE id = 1")
    #expect(later.oldRows == [RowKey([1]): .row(1, ["name": "small"])])
  }

  @Test func `a statement with too many rows and TRUNCATE change everything`() async throws {
    let bench = try await OldRowBench(OldValueBoundTests.schema, keeping: ["name"])
    for sql in [
      "INSERT INTO item SELECT g, 'x' FROM generate_series(100, 10100) g", "TRUNCATE item",
    ] {
      try await bench.database.write(sql)
      guard case .everything = try await bench.look() else {
        Issue.record("\(sql) names its rows")
        continue
      }
    }
    let most = try await bench.changed(
      by: "INSERT INTO item SELECT g, 'x' FROM generate_series(1, 10000) g")
    #expect(most.oldRows.count == 10_000)
    #expect(most.oldRows.values.allSatisfy { $0 == .absent })
  }

  @Test func `rows of partitions whose keys change are unknown, and others are known`() async throws
  {
    let bench = try await OldRowBench(
      """
      CREATE TABLE item(id int, region text, name text, PRIMARY KEY (region, id)) PARTITION BY LIST (region);
      CREATE TABLE north PARTITION OF item FOR VALUES IN ('n');
      CREATE TABLE rest PARTITION OF item DEFAULT;
      INSERT INTO item VALUES (1, 'n', 'a'), (2, 'n', 'b'), (3, 'x', 'c'), (4, 'x', 'd');
      """, keeping: ["name"])
    let changed = try await bench.changed(
      by: """
        UPDATE item SET region = 'x' WHERE id = 1; UPDATE item SET name = 'new' WHERE id = 2;
        UPDATE rest SET name = 'new' WHERE id = 3;
        MERGE INTO item USING (VALUES (4)) AS v(id) ON item.id = v.id WHEN MATCHED THEN UPDATE SET region = 'n'
        """)
    #expect(changed.keys.count == 6)
    #expect(
      changed.oldRows == [
        RowKey(["n", 2]): .row(2, ["region": "n", "name": "b"]),
        RowKey(["x", 3]): .row(3, ["region": "x", "name": "c"]),
      ])
  }

  @Test func `a broken function costs values and not the write`() async throws {
    let bench = try await OldRowBench(OldValueBoundTests.schema, keeping: ["name"])
    let body = "SELECT prosrc FROM pg_proc WHERE proname LIKE 'update%'"
    #expect(try await bench.database.write(body).contains("EXCEPTION WHEN OTHERS"))
    try await bench.database.write("ALTER TABLE item RENAME COLUMN name TO title")
    try await bench.database.write("UPDATE item SET title = 'x'; DELETE FROM item WHERE id = 1")
    guard case .everything = try await bench.look() else {
      Issue.record("an outdated log is believed")
      return
    }
  }
}
