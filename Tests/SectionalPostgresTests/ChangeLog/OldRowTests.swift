import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// What rows were before they changed, as the change log tells it.
@MainActor struct OldRowTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text, n int NOT NULL DEFAULT 0);
    INSERT INTO item SELECT g, 'name ' || g, g FROM generate_series(1, 9) g;
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let sql: String
    let old: [RowKey: OldRow]
    var testDescription: String { sql }

    init(_ sql: String, _ old: KeyValuePairs<Int64, OldRow>) {
      self.sql = sql
      self.old = Dictionary(old.map { (RowKey([.integer($0.key)]), $0.value) }) { first, _ in first
      }
    }
  }

  private nonisolated static func row(_ id: Int64, _ name: StoredValue, _ n: Int64) -> OldRow {
    .present(["id": .integer(id), "name": name, "n": .integer(n)])
  }

  nonisolated static let cases = [
    Case("UPDATE item SET name = 'new' WHERE id = 1", [1: row(1, "name 1", 1)]),
    Case("UPDATE item SET name = NULL, n = 0 WHERE id = 1", [1: row(1, "name 1", 1)]),
    Case("INSERT INTO item VALUES (20, 'x')", [20: .absent]),
    Case("DELETE FROM item WHERE id = 2", [2: row(2, "name 2", 2)]),
    Case("UPDATE item SET id = 30 WHERE id = 3", [3: row(3, "name 3", 3), 30: .absent]),
    Case(
      "UPDATE item SET name = 'a' WHERE id = 1; UPDATE item SET name = 'b', n = 5 WHERE id = 1",
      [1: row(1, "name 1", 1)]),
    Case(
      "BEGIN; INSERT INTO item VALUES (40, 'x'); DELETE FROM item WHERE id = 40; COMMIT",
      [40: .absent]),
    Case(
      "DELETE FROM item WHERE id = 4; INSERT INTO item VALUES (4, 'again', 0)",
      [4: row(4, "name 4", 4)]),
    Case(
      """
      INSERT INTO item VALUES (5, 'x', 1), (50, 'y', 1)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name
      """, [5: row(5, "name 5", 5), 50: .absent]),
    Case(
      """
      BEGIN; SAVEPOINT a; UPDATE item SET n = 99 WHERE id = 1; ROLLBACK TO a;
      UPDATE item SET n = 98 WHERE id = 1; COMMIT
      """, [1: row(1, "name 1", 1)]),
    Case("UPDATE item SET n = n, id = id", [:]),
    Case(
      "COPY item FROM STDIN (DELIMITER ',');\n60,copied,1\n\\.\n", [60: .absent]),
    Case(
      """
      MERGE INTO item USING (VALUES (1), (2), (70)) AS v(id) ON item.id = v.id
      WHEN MATCHED AND v.id = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET name = 'merged'
      WHEN NOT MATCHED THEN INSERT (id, name) VALUES (v.id, 'merged')
      """, [1: row(1, "name 1", 1), 2: row(2, "name 2", 2), 70: .absent]),
  ]

  @Test(arguments: cases) func `each statement tells what its rows were`(example: Case)
    async throws
  {
    let bench = try await OldRowBench(OldRowTests.schema, keeping: ["name", "n"])
    let changed = try await bench.changed(by: example.sql)
    #expect(changed.oldRows == example.old)
    #expect(changed.keys == Set(example.old.keys))
    // What was told once isn't told again.
    #expect(try await bench.changed(by: "SELECT").keys.isEmpty)
  }

  @Test func `columns that are not named are left out`() async throws {
    let bench = try await OldRowBench(OldRowTests.schema, keeping: ["n"])
    let changed = try await bench.changed(by: "UPDATE item SET name = 'x', n = 0 WHERE id = 1")
    #expect(changed.oldRows == [RowKey([1]): .row(1, ["n": 1])])
    let without = try await OldRowBench(OldRowTests.schema, keeping: [])
    #expect(try await without.changed(by: "DELETE FROM item").oldRows.isEmpty)
  }

  @Test func `a trigger that writes the row first does not hide what the row was`() async throws {
    let bench = try await OldRowBench(
      """
      \(OldRowTests.schema)
      CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE item SET name = name || '!', n = n + 100 WHERE id = NEW.id AND n < 100; RETURN NULL; END $$;
      CREATE TRIGGER more AFTER INSERT OR UPDATE ON item FOR EACH ROW EXECUTE FUNCTION more();
      """, keeping: ["name", "n"])
    let changed = try await bench.changed(
      by: "UPDATE item SET n = 50 WHERE id = 1; INSERT INTO item VALUES (20, 'x', 1)")
    #expect(
      changed.oldRows == [RowKey([1]): OldRowTests.row(1, "name 1", 1), RowKey([20]): .absent])
  }

  @Test func `rows whose keys are exchanged are told apart`() async throws {
    let bench = try await OldRowBench(
      """
      CREATE TABLE item(id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, name text);
      INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'c'), (9, 'c');
      """, keeping: ["name"])
    let swapped = try await bench.changed(by: "UPDATE item SET id = 3 - id WHERE id < 3")
    #expect(
      swapped.oldRows == [
        RowKey([1]): .row(1, ["name": "a"]), RowKey([2]): .row(2, ["name": "b"]),
      ])
    // For a time three rows share two keys, and an update exchanges which key is taken twice.
    let moved = try await bench.changed(
      by: """
        BEGIN; UPDATE item SET id = 3 WHERE id = 9; UPDATE item SET id = CASE WHEN ctid = (
          SELECT max(ctid) FROM item WHERE id = 3) THEN 4 ELSE id END WHERE id IN (3, 4);
        DELETE FROM item WHERE ctid = (SELECT max(ctid) FROM item WHERE id = 4); COMMIT
        """)
    #expect(
      moved.oldRows == [
        RowKey([3]): .row(3, ["name": "c"]), RowKey([4]): .row(4, ["name": "c"]),
        RowKey([9]): .row(9, ["name": "c"]),
      ])
  }

  @Test func `a row that two foreign keys change at once is followed back`() async throws {
    let bench = try await OldRowBench(
      """
      CREATE TABLE parent(id int PRIMARY KEY); INSERT INTO parent VALUES (1), (2), (3);
      CREATE TABLE item(id int PRIMARY KEY, p int REFERENCES parent ON UPDATE CASCADE ON DELETE SET NULL,
        q int REFERENCES parent ON UPDATE CASCADE ON DELETE CASCADE);
      INSERT INTO item VALUES (1, 1, 2), (2, 2, 2), (3, 1, 3);
      """, keeping: ["p", "q"])
    let renamed = try await bench.changed(by: "UPDATE parent SET id = id + 10")
    #expect(
      renamed.oldRows == [
        RowKey([1]): .row(1, ["p": 1, "q": 2]), RowKey([2]): .row(2, ["p": 2, "q": 2]),
        RowKey([3]): .row(3, ["p": 1, "q": 3]),
      ])
    let gone = try await bench.changed(by: "DELETE FROM parent WHERE id IN (11, 13)")
    #expect(
      gone.oldRows == [
        RowKey([1]): .row(1, ["p": 11, "q": 12]), RowKey([3]): .row(3, ["p": 11, "q": 13]),
      ])
  }

  @Test func `a transaction that ran during the last look is added up once`() async throws {
    let bench = try await OldRowBench(OldRowTests.schema, keeping: ["name", "n"])
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute("BEGIN; UPDATE item SET n = 50 WHERE id = 1")
    #expect(try await bench.look().keys == [])
    try await shell.execute("UPDATE item SET n = 51 WHERE id = 1; COMMIT")
    let changed = try await bench.changed(by: "UPDATE item SET n = 52 WHERE id IN (1, 2)")
    #expect(
      changed.oldRows == [
        RowKey([1]): OldRowTests.row(1, "name 1", 1), RowKey([2]): OldRowTests.row(2, "name 2", 2),
      ])
  }

  @Test func `a reader whose sessions read NULL in arrays as a text is told of nulls`() async throws
  {
    let bench = try await OldRowBench(
      """
      CREATE TABLE item(id int PRIMARY KEY, name text); INSERT INTO item VALUES (1, NULL), (2, 'NULL');
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET array_nulls = off', current_database()); END $$
      """, keeping: ["name"])
    let changed = try await bench.changed(by: "UPDATE item SET name = 'new'")
    #expect(
      changed.oldRows == [
        RowKey([1]): .row(1, ["name": .null]), RowKey([2]): .row(2, ["name": "NULL"]),
      ])
  }
}
