/// A way to declare the table `item`: what identifies its rows, and where its columns stand.
///
/// Besides the key there are `team`, which makes sections, `position`, which orders rows, and
/// `note`, which is only shown. Some shapes declare collations and put the key's columns elsewhere
/// than first, in another order than the key's, because a list must depend on neither.
public enum TableShape: String, Sendable, Hashable, CaseIterable {
  /// The key is the rowid.
  case integerKey
  /// The key is text, in a table with rowids.
  case textKey
  /// There is no key but the rowid.
  case withoutKey
  /// The key is an integer and a text.
  case compositeKey
  /// The key is text, in a table without rowids.
  case withoutRowID
  /// The key is text or null; rows without it are told apart by the rowid.
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

  /// The statement that makes the table in PostgreSQL's SQL, for a shape whose rows always have a key.
  ///
  /// - Parameter cells: What its columns hold.
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

  /// The statement that makes the table in SQLite's SQL.
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

  /// Whether the rowid can be the only thing that identifies a row.
  public var needsRowID: Bool { self == .withoutKey || self == .nullableKey }

  /// Whether the table has rowids that are no column of it.
  var hasHiddenRowID: Bool { self != .integerKey && self != .withoutRowID }

  /// Whether every row has a key, so that a store without rowids can hold the table.
  public var alwaysHasKey: Bool { !needsRowID }
}
