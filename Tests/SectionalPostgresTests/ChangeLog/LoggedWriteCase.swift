import Testing

/// A way to write, with the changes that a list of the table must report.
struct LoggedWriteCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let sql: String
  let told: [String: Int]

  private init(_ description: String, _ sql: String, _ told: [String: Int] = [:]) {
    (testDescription, self.sql, self.told) = (description, sql, told)
  }

  /// Forty items of three parents, and a user's triggers, which write as well.
  static let schema = """
    CREATE TABLE parent(id int PRIMARY KEY);
    CREATE TABLE item(id int PRIMARY KEY, name text NOT NULL, n int NOT NULL DEFAULT 0,
      parent int REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE VIEW shown AS SELECT id, name FROM item;
    INSERT INTO parent VALUES (1), (2), (3);
    INSERT INTO item SELECT g, 'name ' || g, g, 1 + g % 3 FROM generate_series(1, 40) g;
    CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE item SET name = upper(name) WHERE parent = NEW.parent; RETURN NULL; END $$;
    CREATE TRIGGER shouting AFTER INSERT ON item FOR EACH ROW WHEN (NEW.name = 'loud')
      EXECUTE FUNCTION shout();
    """

  /// Every way of writing that names its rows.
  static let all: [LoggedWriteCase] = [
    LoggedWriteCase("INSERT", "INSERT INTO item VALUES (100, 'new', 1, 1)", ["insert": 1]),
    LoggedWriteCase("UPDATE", "UPDATE item SET n = n + 1 WHERE id <= 10", ["update": 10]),
    LoggedWriteCase("DELETE", "DELETE FROM item WHERE id % 2 = 0", ["delete": 20]),
    LoggedWriteCase(
      "a key", "UPDATE item SET id = 100 WHERE id = 1", ["delete": 1, "insert": 1]),
    LoggedWriteCase("all keys", "UPDATE item SET id = id + 1000", ["delete": 40, "insert": 40]),
    LoggedWriteCase(
      "ON CONFLICT",
      """
      INSERT INTO item VALUES (1, 'x', 0, 1), (100, 'y', 0, 1)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name
      """, ["insert": 1, "update": 1]),
    LoggedWriteCase(
      "MERGE",
      """
      MERGE INTO item USING (VALUES (1), (2), (100)) AS v(id) ON item.id = v.id
      WHEN MATCHED AND v.id = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET name = 'merged'
      WHEN NOT MATCHED THEN INSERT (id, name) VALUES (v.id, 'merged')
      """, ["delete": 1, "insert": 1, "update": 1]),
    LoggedWriteCase(
      "COPY", "COPY item FROM STDIN (DELIMITER ',');\n101,copied,1,1\n102,copied,2,2\n\\.\n",
      ["insert": 2]),
    LoggedWriteCase(
      "WITH",
      """
      WITH gone AS (DELETE FROM item WHERE id <= 2 RETURNING *),
        changed AS (UPDATE item SET n = -n WHERE id = 3)
      INSERT INTO item SELECT id + 300, name, n, parent FROM gone
      """, ["delete": 2, "insert": 2, "update": 1]),
    LoggedWriteCase("a cascading DELETE", "DELETE FROM parent WHERE id = 1", ["delete": 13]),
    LoggedWriteCase(
      "a cascading UPDATE", "UPDATE parent SET id = 9 WHERE id = 2", ["update": 14]),
    LoggedWriteCase(
      "a trigger that writes", "INSERT INTO item VALUES (400, 'loud', 0, 1)",
      ["insert": 1, "update": 13]),
    LoggedWriteCase(
      "a loop",
      """
      DO $$ BEGIN FOR i IN 1..5 LOOP UPDATE item SET n = n + 1 WHERE id = i; END LOOP; END $$
      """, ["update": 5]),
    LoggedWriteCase(
      "a cursor",
      """
      BEGIN; DECLARE c CURSOR FOR SELECT * FROM item WHERE id = 5 FOR UPDATE; FETCH c;
      UPDATE item SET n = 0 WHERE CURRENT OF c; COMMIT
      """, ["update": 1]),
    LoggedWriteCase("a view", "UPDATE shown SET name = 'v' WHERE id = 6", ["update": 1]),
    LoggedWriteCase(
      "a savepoint",
      """
      BEGIN; SAVEPOINT a; UPDATE item SET n = 99 WHERE id = 1; ROLLBACK TO a;
      SAVEPOINT b; UPDATE item SET n = 99 WHERE id = 2; RELEASE b; COMMIT
      """, ["update": 1]),
    LoggedWriteCase(
      "a serializable transaction",
      "BEGIN ISOLATION LEVEL SERIALIZABLE; DELETE FROM item WHERE id = 6; COMMIT", ["delete": 1]),
    LoggedWriteCase(
      "a replica's session",
      "SET session_replication_role = replica; UPDATE item SET n = 77 WHERE id = 5",
      ["update": 1]),
    LoggedWriteCase("ROLLBACK", "BEGIN; DELETE FROM item; ROLLBACK"),
    LoggedWriteCase("an UPDATE that changes nothing", "UPDATE item SET n = n, id = id"),
    LoggedWriteCase(
      "statements without rows",
      "DELETE FROM item WHERE false; INSERT INTO item SELECT * FROM item WHERE false"),
    LoggedWriteCase(
      "a row that comes again",
      """
      BEGIN; DELETE FROM item WHERE id = 7; INSERT INTO item VALUES (7, 'name 7', 7, 2); COMMIT
      """),
  ]
}
