import Testing

/// Another program's write to a table `item` that stays, at least in part, although another trigger or a constraint ends
/// it early.
struct EndingWrite: CustomTestStringConvertible {
  static let tables = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE other(v UNIQUE); INSERT INTO other VALUES (1);
    CREATE TABLE parent(id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1);
    CREATE TABLE item(id INTEGER PRIMARY KEY, name, code UNIQUE,
      parent REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE);
    INSERT INTO item VALUES (1, 'one', 1, NULL), (2, 'two', 2, 1), (5, 'five', 5, NULL);
    CREATE VIEW shown AS SELECT * FROM item;
    CREATE TRIGGER through INSTEAD OF INSERT ON shown BEGIN
      INSERT INTO item(name) VALUES (new.name);
    END;
    """

  /// The rest of a statement that creates a trigger, or nothing.
  let trigger: String
  let statement: String
  /// The rowids that the change log should name, besides rows that didn't change, or `nil` if it can't tell.
  let named: Set<Int64>?

  var testDescription: String { "\(statement) with \(trigger)" }

  init(_ trigger: String, _ statement: String, names named: Set<Int64>?) {
    self.trigger = trigger
    self.statement = statement
    self.named = named
  }

  private static func ending(_ moment: String) -> [String] {
    ["SELECT RAISE(IGNORE)", "SELECT RAISE(FAIL, 'ended')"].map { "\(moment) BEGIN \($0); END" }
  }

  private static func failing(_ moment: String) -> String {
    "\(moment) BEGIN INSERT INTO other VALUES (1); END"
  }

  private static let ended: [EndingWrite] =
    ending("AFTER INSERT ON item").flatMap { trigger in
      [
        EndingWrite(trigger, "INSERT INTO item(name) VALUES ('six')", names: [6]),
        EndingWrite(trigger, "INSERT INTO item(id, name) VALUES (9, 'nine')", names: [9]),
        EndingWrite(trigger, "INSERT INTO item(id, name) VALUES (-1, 'less')", names: [-1]),
        EndingWrite(trigger, "REPLACE INTO item(name, code) VALUES ('six', 2)", names: [2, 6]),
        EndingWrite(trigger, "INSERT INTO shown(name) VALUES ('six')", names: [6]),
      ]
    }
    + ending("AFTER UPDATE ON item").flatMap { trigger in
      [
        EndingWrite(trigger, "UPDATE item SET name = 'new' WHERE id = 2", names: [2]),
        EndingWrite(trigger, "UPDATE item SET id = 7 WHERE id = 2", names: [2, 7]),
        EndingWrite(
          trigger,
          "INSERT INTO item(name, code) VALUES ('x', 2) ON CONFLICT (code) DO UPDATE SET name = 'up'",
          names: [2]),
        EndingWrite(
          trigger, "PRAGMA foreign_keys = 1; UPDATE parent SET id = 3 WHERE id = 1", names: [2]),
      ]
    }
    + ending("AFTER DELETE ON item").flatMap { trigger in
      [
        EndingWrite(trigger, "DELETE FROM item WHERE id = 2", names: [2]),
        EndingWrite(trigger, "PRAGMA foreign_keys = 1; DELETE FROM parent", names: [2]),
      ]
    }

  private static let others = [
    EndingWrite(
      failing("AFTER INSERT ON item"), "INSERT OR FAIL INTO item(name) VALUES ('six'), ('seven')",
      names: [6]),
    EndingWrite(
      failing("AFTER INSERT ON item"), "INSERT OR IGNORE INTO item(name) VALUES ('six')", names: [6]
    ),
    EndingWrite(
      "AFTER INSERT ON item BEGIN INSERT OR FAIL INTO other VALUES (1); END",
      "INSERT INTO item(name) VALUES ('six')", names: [6]),
    EndingWrite(
      failing("AFTER UPDATE ON item"), "UPDATE OR FAIL item SET name = 'new'", names: [1]),
    EndingWrite("", "INSERT OR FAIL INTO item(code) VALUES (6), (7), (1), (8)", names: [6, 7]),
    EndingWrite("", "UPDATE OR FAIL item SET code = code % 2 + 7", names: [1, 2]),
    EndingWrite(
      "BEFORE INSERT ON item BEGIN SELECT RAISE(IGNORE); END",
      "INSERT INTO item(name) VALUES ('never')", names: []),
  ]

  /// Removes the newest row before SQLite chooses a rowid for the next one.
  static let removal = "BEFORE INSERT ON item BEGIN DELETE FROM item WHERE id = 5; END"
  private static let ignoring = "AFTER INSERT ON item BEGIN SELECT RAISE(IGNORE); END"
  private static let insert = "INSERT INTO item(name) VALUES ('three')"

  /// An insert that the log can't follow if the file has the trigger that removes the newest row.
  static let uncertain = EndingWrite(ignoring, insert, names: nil)
  /// The same insert, with a temporary trigger that does so, which fires before the file's triggers.
  static let certain = EndingWrite(
    "\(ignoring); CREATE TEMP TRIGGER early \(removal)", insert, names: [3, 5])

  static let all = ended + others
}
