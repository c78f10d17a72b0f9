import Sectional
import SectionalPostgres
import Testing

/// A change to a table or its change log after the log was installed.
struct DriftCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The change.
  let sql: String
  /// Statements that a user runs afterwards, all of which must work.
  let writes: [String]
  /// The status of the log afterwards.
  let status: ChangeLogStatus
  /// Whether installing the log again repairs it.
  let isRepairable: Bool

  private init(
    _ description: String, _ sql: String, writes: [String] = DriftCase.plain,
    _ status: ChangeLogStatus = .outdated, isRepairable: Bool = true
  ) {
    (testDescription, self.sql, self.writes) = (description, sql, writes)
    (self.status, self.isRepairable) = (status, isRepairable)
  }

  static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text NOT NULL UNIQUE, note text, n int DEFAULT 0);
    INSERT INTO item SELECT g, 'name ' || g, 'note', g FROM generate_series(1, 20) g;
    """

  /// Writes of every kind that name no column that may be gone.
  static let plain = [
    "UPDATE item SET n = n + 1 WHERE id < 5", "INSERT INTO item(id, name) VALUES (50, 'new')",
    "DELETE FROM item WHERE id = 6", "UPDATE item SET id = 60 WHERE id = 7", "TRUNCATE item",
    "INSERT INTO item(id, name) VALUES (61, 'a'), (62, 'b')",
  ]

  /// Returns a statement that alters the function of a trigger.
  private static func altering(_ trigger: String, _ statement: String, _ rest: String = "")
    -> String
  {
    """
    DO $do$ BEGIN EXECUTE format($f$\(statement)$f$, (SELECT tgfoid::regprocedure FROM pg_trigger
      WHERE tgname = 'zz_sectional_\(trigger)' AND tgrelid = 'item'::regclass)\(rest)); END $do$
    """
  }

  static let all: [DriftCase] = [
    DriftCase(
      "a column is renamed", "ALTER TABLE item RENAME COLUMN note TO remark",
      writes: plain + ["UPDATE item SET remark = 'other'"]),
    DriftCase(
      "the key is renamed", "ALTER TABLE item RENAME COLUMN id TO code",
      writes: [
        "UPDATE item SET n = 7 WHERE code = 1", "DELETE FROM item WHERE code = 2",
        "INSERT INTO item(code, name) VALUES (70, 'new')",
        "UPDATE item SET code = 71 WHERE code = 3",
      ]),
    DriftCase(
      "a column is added", "ALTER TABLE item ADD COLUMN more int",
      writes: ["UPDATE item SET more = 1", "UPDATE item SET more = 2 WHERE id = 1"] + plain),
    DriftCase("a column is dropped", "ALTER TABLE item DROP COLUMN note"),
    DriftCase("a column changes its type", "ALTER TABLE item ALTER COLUMN n TYPE numeric(9, 2)"),
    DriftCase(
      "the key changes its type", "ALTER TABLE item ALTER COLUMN id TYPE text",
      writes: ["UPDATE item SET id = 'x' WHERE id = '1'", "DELETE FROM item WHERE id = '2'"],
      // The triggers describe a number the way they describe a text.
      .installed),
    DriftCase("the trigger for updates is dropped", "DROP TRIGGER zz_sectional_update ON item"),
    DriftCase("the trigger for TRUNCATE is dropped", "DROP TRIGGER zz_sectional_truncate ON item"),
    DriftCase("a trigger is disabled", "ALTER TABLE item DISABLE TRIGGER zz_sectional_insert"),
    DriftCase("a trigger is enabled", "ALTER TABLE item ENABLE TRIGGER zz_sectional_delete"),
    DriftCase(
      "a trigger is renamed",
      "ALTER TRIGGER zz_sectional_update ON item RENAME TO zz_sectional_other"),
    DriftCase(
      "a function does nothing",
      altering(
        "update", "CREATE OR REPLACE FUNCTION %s RETURNS trigger LANGUAGE plpgsql AS %L",
        ", 'BEGIN RETURN NULL; END'")),
    DriftCase("a function keeps no settings", altering("insert", "ALTER FUNCTION %s RESET ALL")),
    DriftCase(
      "a function runs as the writer", altering("delete", "ALTER FUNCTION %s SECURITY INVOKER")),
    DriftCase(
      "another key", "ALTER TABLE item DROP CONSTRAINT item_pkey, ADD PRIMARY KEY (name)",
      writes: plain + ["UPDATE item SET name = 'c' WHERE name = 'b'"]),
    DriftCase(
      "another table with the same name",
      """
      BEGIN; ALTER TABLE item RENAME TO old; ALTER TABLE old DROP CONSTRAINT item_pkey;
      CREATE TABLE item(name text UNIQUE, id int PRIMARY KEY, n int);
      INSERT INTO item VALUES ('x', 1, 1), ('y', 2, 2), ('z', 6, 6), ('zz', 7, 7); COMMIT
      """, writes: plain + ["UPDATE old SET n = 99"], .missing),
    DriftCase(
      "a crash would empty the table", "ALTER TABLE item SET UNLOGGED", .missing,
      isRepairable: false),
    DriftCase(
      "the log's table is dropped", "DROP TABLE sectional_log_sectional.entry CASCADE"),
    DriftCase(
      "the log's schema is dropped", "DROP SCHEMA sectional_log_sectional CASCADE", .missing),
    DriftCase("the log is emptied", "TRUNCATE sectional_log_sectional.entry", .installed),
    DriftCase(
      "the log is pruned",
      """
      WITH deleted AS (DELETE FROM sectional_log_sectional.entry RETURNING xid)
      UPDATE sectional_log_sectional.state SET pruned_below =
        (SELECT ((max(xid::text::numeric) + 1)::text)::xid8 FROM deleted)
      """, .installed, isRepairable: false),
    DriftCase(
      "the log's bound is deleted", "DELETE FROM sectional_log_sectional.state", .installed,
      isRepairable: false),
    DriftCase(
      "the log's other table is dropped", "DROP TABLE sectional_log_sectional.state CASCADE"),
  ]
}
