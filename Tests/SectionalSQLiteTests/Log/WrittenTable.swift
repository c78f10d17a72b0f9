import SectionalTesting

/// A way to declare the table `item`, together with everything that writes to it indirectly.
enum WrittenTable: String, CaseIterable {
  /// The key is the rowid, and another column is unique.
  case integerKey
  /// The key is text, in a table with rowids.
  case textKey
  /// There is no key but the rowid, and a column is unique under another collation.
  case withoutKey
  /// There is no rowid, and two columns together are unique.
  case withoutRowID
  /// Codes must be unique only in some rows, and the first letters of names must be unique.
  case partialIndex
  /// The unique value is computed from a computed column, under another collation.
  case computed
  /// The unique value is computed from a column whose default replaces nulls.
  case computedDefault
  /// The unique value is computed from the rowid.
  case computedRowID
  /// There is no rowid, and a computed column precedes the key and is unique together with another column.
  case computedWithoutRowID
  /// A trigger changes another value of an updated row, and two columns together are unique.
  case rewritten

  /// The statements that create the tables.
  var declaration: String {
    item + """

      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE child (id INTEGER PRIMARY KEY, item);
      CREATE TABLE flag (id INTEGER PRIMARY KEY, value);
      CREATE VIEW shown AS SELECT * FROM item;
      CREATE TRIGGER through INSTEAD OF INSERT ON shown BEGIN
        INSERT OR REPLACE INTO item (code, name, team) VALUES (new.code, new.name, new.team);
      END;
      CREATE TRIGGER emptied AFTER DELETE ON flag BEGIN DELETE FROM item; END;
      CREATE TRIGGER raised AFTER UPDATE ON flag BEGIN
        UPDATE item SET team = new.value WHERE team IS old.value;
        INSERT OR REPLACE INTO item (code, name, team) VALUES ('t' || new.id, new.value, 'flag');
      END;
      CREATE TRIGGER counted AFTER INSERT ON item WHEN new.team = 'loud' BEGIN
        UPDATE item SET name = upper(name) WHERE team = 'loud';
      END;
      """
  }

  private var item: String {
    let parent = "parent INTEGER REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE"
    switch self {
    case .integerKey:
      return "CREATE TABLE item (id INTEGER PRIMARY KEY, code UNIQUE, name, team, \(parent));"
    case .textKey:
      return """
        CREATE TABLE item (code TEXT PRIMARY KEY NOT NULL, name UNIQUE COLLATE NOCASE, team,
          \(parent));
        """
    case .withoutKey:
      // Without a foreign key, SQLite truncates the table if it can.
      return "CREATE TABLE item (code, name, team, parent, UNIQUE (code COLLATE NOCASE));"
    case .withoutRowID:
      return """
        CREATE TABLE item (code TEXT PRIMARY KEY, name, team, \(parent), UNIQUE (name, team))
          WITHOUT ROWID;
        """
    case .partialIndex:
      return """
        CREATE TABLE item (id INTEGER PRIMARY KEY, code, name, team, \(parent),
          beginning AS (substr(name, 1, 8)) STORED);
        CREATE UNIQUE INDEX some ON item (code) WHERE team IS NOT NULL;
        CREATE UNIQUE INDEX letters ON item (substr(beginning, 1, 8));
        CREATE UNIQUE INDEX alone ON item (beginning) WHERE parent IS NULL;
        """
    case .computed:
      return """
        CREATE TABLE item (id INTEGER PRIMARY KEY, letter AS (substr(code, 1, 1)), code, name, team,
          \(parent), place TEXT AS (ifnull(team, 'none') || letter) STORED);
        CREATE UNIQUE INDEX places ON item (place COLLATE NOCASE DESC);
        """
    case .computedDefault:
      return """
        CREATE TABLE item (code, name, team NOT NULL DEFAULT 'red', \(parent),
          place AS (team || substr(code, 1, 1)) STORED UNIQUE ON CONFLICT REPLACE);
        """
    case .computedRowID:
      return """
        CREATE TABLE item (id INTEGER PRIMARY KEY, code, name, team, \(parent),
          slot AS (id % 17) UNIQUE);
        """
    case .computedWithoutRowID:
      return """
        CREATE TABLE item (digit AS (substr(name, -1)) STORED, code TEXT PRIMARY KEY, name, team,
          \(parent), UNIQUE (team, digit)) WITHOUT ROWID;
        """
    case .rewritten:
      return """
        CREATE TABLE item (id INTEGER PRIMARY KEY, code, name, team, \(parent), UNIQUE (name, team));
        CREATE TRIGGER calmed BEFORE UPDATE ON item WHEN length(new.name) > 6 BEGIN
          UPDATE item SET team = 'blue' WHERE id = old.id AND team IS NOT 'blue';
        END;
        """
    }
  }

  /// The expression that identifies a row, as SQL.
  var identity: String {
    switch self {
    case .integerKey, .partialIndex, .computed, .computedRowID, .rewritten: "id"
    case .textKey, .withoutRowID, .computedWithoutRowID: "code"
    case .withoutKey, .computedDefault: "rowid"
    }
  }

  /// Whether the table has rowids.
  var hasRowID: Bool { self != .withoutRowID && self != .computedWithoutRowID }

  /// Whether triggers can always name the changed rows.
  var isAlwaysKnown: Bool {
    [.integerKey, .textKey, .withoutKey, .withoutRowID].contains(self)
  }
}
