/// A way to declare the table `item`: which columns identify its rows, and how its columns are ordered.
///
/// Besides the key, there are three columns: `team` forms sections, `position` orders rows, and `note` is only shown.
/// Some shapes declare collations, don't start with the key's columns, or declare them in a different order than the
/// key's, because a list must not depend on any of this.
public enum TableShape: String, Sendable, Hashable, CaseIterable {
  /// The key is the rowid.
  case integerKey
  /// The key is text, in a table with rowids.
  case textKey
  /// The table has no key but the rowid.
  case withoutKey
  /// The key is an integer and a text.
  case compositeKey
  /// The key is text, in a table without rowids.
  case withoutRowID
  /// The key is text or null; the rowid identifies rows with a null key.
  case nullableKey
  /// The key is a blob.
  case blobKey

  /// The names of the columns, in their order.
  public var columns: [String] {
    switch self {
    case .integerKey: ["id", "team", "position", "note"]
    case .textKey, .nullableKey: ["team", "code", "position", "note"]
    case .withoutKey: ["team", "position", "note"]
    case .compositeKey: ["code", "team", "number", "position", "note"]
    case .withoutRowID, .blobKey: ["code", "team", "position", "note"]
    }
  }

  /// The names of the columns that identify a row, in the key's order.
  public var keyColumns: [String] {
    switch self {
    case .integerKey: ["id"]
    case .withoutKey: []
    case .compositeKey: ["number", "code"]
    case .textKey, .withoutRowID, .nullableKey, .blobKey: ["code"]
    }
  }

  /// Returns the statement that creates the table in PostgreSQL's SQL, for a shape whose rows always have a key.
  ///
  /// - Parameter cells: What the table's columns hold.
  /// - Returns: The statement.
  public func postgresDeclaration(_ cells: HistoryCells) -> String {
    let types = columns.map { name in
      switch name {
      case "team": "team \(cells.postgresTeam)"
      case "position": "position double precision"
      case "code": "code \(self == .blobKey ? "bytea" : "text")"
      case "note": "note text"
      default: "\(name) bigint"
      }
    }
    return "CREATE TABLE item (\(types.joined(separator: ", ")), "
      + "PRIMARY KEY (\(keyColumns.joined(separator: ", "))))"
  }

  /// The statement that creates the table in SQLite's SQL.
  public var declaration: String {
    switch self {
    case .integerKey:
      "CREATE TABLE item (id INTEGER PRIMARY KEY, team, position, note TEXT)"
    case .textKey:
      """
      CREATE TABLE item (team COLLATE NOCASE, code TEXT NOT NULL PRIMARY KEY, position, \
      note TEXT COLLATE NOCASE)
      """
    case .withoutKey: "CREATE TABLE item (team, position, note TEXT)"
    case .compositeKey:
      """
      CREATE TABLE item (code TEXT NOT NULL, team, number INTEGER NOT NULL, position, note TEXT, \
      PRIMARY KEY (number, code))
      """
    case .withoutRowID:
      """
      CREATE TABLE item (code TEXT PRIMARY KEY, team COLLATE NOCASE, position, note TEXT) \
      WITHOUT ROWID
      """
    case .nullableKey:
      "CREATE TABLE item (team, code TEXT PRIMARY KEY, position, note TEXT)"
    case .blobKey:
      "CREATE TABLE item (code BLOB NOT NULL PRIMARY KEY, team, position, note TEXT)"
    }
  }

  /// Whether a row can have no identity but its rowid.
  public var needsRowID: Bool { self == .withoutKey || self == .nullableKey }

  /// Whether the table has rowids that aren't one of its columns.
  var hasHiddenRowID: Bool { self != .integerKey && self != .withoutRowID }

  /// Whether every row has a key, so that a store without rowids can hold the table.
  public var alwaysHasKey: Bool { !needsRowID }
}
