import Testing

/// Another program's write to a table `item` in which one row may replace another.
struct ReplacingWrite: CustomTestStringConvertible {
  let tables: String
  let statement: String
  /// The rowids that the change log should name, or `nil` if it can only say that any row may have changed.
  let named: Set<Int64>?

  var testDescription: String { statement }

  init(_ statement: String, _ tables: String, names named: Set<Int64>?) {
    self.statement = statement
    self.tables = tables
    self.named = named
  }

  /// The unique value is computed from two columns.
  static let joined = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, first, second, note,
      joint AS (first || second) UNIQUE);
    INSERT INTO item(id, first, second) VALUES (1, 'x', '1'), (2, 'y', '1');
    """
  /// One of the columns gets a default instead of null.
  private static let defaulted = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, first NOT NULL DEFAULT 'x', second, note,
      joint AS (first || second) STORED UNIQUE ON CONFLICT REPLACE);
    INSERT INTO item(id, first, second) VALUES (1, 'x', '1'), (2, 'y', '1');
    """
  private static let numbered = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, note, slot AS (id % 3) UNIQUE);
    INSERT INTO item(id) VALUES (1), (2), (3);
    """
  private static let typed = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, first, kind AS (typeof(first)) UNIQUE);
    INSERT INTO item VALUES (1, 1), (2, 2.5);
    """
  private static let quoted = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, "od""d", second, joint AS ([od"d] || second) UNIQUE);
    INSERT INTO item VALUES (1, 'x', '1'), (2, 'y', '1');
    """
  private static let indexed = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, first, second, note, joint AS (first || second));
    CREATE UNIQUE INDEX some ON item (joint COLLATE NOCASE DESC) WHERE note IS NULL;
    INSERT INTO item(id, first, second) VALUES (1, 'x', '1'), (2, 'y', '1');
    """
  /// Returns a table in which two columns together are unique, with a trigger.
  static func paired(_ trigger: String) -> String {
    """
    CREATE TABLE item(id INTEGER PRIMARY KEY, first, second, note, UNIQUE (first, second));
    INSERT INTO item VALUES (1, 1, 1, ''), (2, 2, 2, '');
    \(trigger)
    """
  }
  /// A trigger that changes a row that is about to be updated.
  static let rewriting = """
    CREATE TRIGGER tidy UPDATE ON item WHEN new.note = 'tidy' BEGIN
      UPDATE item SET second = 2 WHERE id = old.id;
    END;
    """
  private static let checking = """
    CREATE TRIGGER checked BEFORE UPDATE ON item BEGIN
      SELECT RAISE(ABORT, 'missing') WHERE new.first IS NULL;
    END;
    """
  private static let following = """
    CREATE TRIGGER "before update" AFTER UPDATE OF first ON item BEGIN
      UPDATE item SET note = 'seen' WHERE id = new.id;
    END;
    """

  static let all = [
    ReplacingWrite("UPDATE OR REPLACE item SET first = 'y' WHERE id = 1", joined, names: nil),
    ReplacingWrite("UPDATE item SET note = 'n' WHERE id = 1", joined, names: [1]),
    ReplacingWrite("UPDATE item SET first = first, second = second", joined, names: [1, 2]),
    ReplacingWrite(
      "INSERT OR REPLACE INTO item(id, first, second) VALUES (9, 'y', '1')", joined, names: [2, 9]),
    ReplacingWrite("DELETE FROM item WHERE id = 2", joined, names: [2]),
    ReplacingWrite("UPDATE item SET second = '1', first = 'y'", defaulted, names: nil),
    ReplacingWrite("UPDATE OR REPLACE item SET first = NULL WHERE id = 2", defaulted, names: nil),
    ReplacingWrite(
      "INSERT OR REPLACE INTO item(id, first, second) VALUES (9, NULL, '1')", defaulted, names: nil),
    ReplacingWrite("UPDATE item SET note = 'n' WHERE id = 2", defaulted, names: [2]),
    ReplacingWrite("INSERT OR REPLACE INTO item(note) VALUES ('n')", numbered, names: nil),
    ReplacingWrite("UPDATE OR REPLACE item SET id = 4 WHERE id = 2", numbered, names: nil),
    ReplacingWrite("UPDATE OR REPLACE item SET first = 1.0 WHERE id = 1", typed, names: nil),
    ReplacingWrite("UPDATE OR REPLACE item SET [od\"d] = 'y' WHERE id = 1", quoted, names: nil),
    ReplacingWrite("UPDATE OR REPLACE item SET first = 'Y' WHERE id = 1", indexed, names: nil),
    ReplacingWrite(
      "UPDATE OR REPLACE item SET first = 2, note = 'tidy' WHERE id = 1", paired(rewriting),
      names: nil),
    ReplacingWrite("UPDATE item SET note = 'n' WHERE id = 2", paired(rewriting), names: [2]),
    ReplacingWrite(
      "UPDATE OR REPLACE item SET first = 2, second = 2 WHERE id = 1", paired(checking),
      names: [1, 2]),
    ReplacingWrite(
      "UPDATE OR REPLACE item SET first = 2, second = 2 WHERE id = 1", paired(following),
      names: [1, 2]),
  ]
}
