import Sectional
import SectionalSQL

/// The table in a user's file that triggers append to, with one row for each row that may have changed.
///
/// Row numbers ascend, and each row has its own random number, which distinguishes two files that began as copies of the
/// same file, and a log from one that was emptied or created again. A trigger prunes the table, whichever program
/// writes.
enum ChangeLogTable {
  static let name = "sectional_log"
  /// The minimum number of rows that are kept.
  static let kept = 100_000
  /// The number of rows that are pruned at once.
  ///
  /// SQLite keeps a copy of the pages that a statement changes. If a statement changes more than 64 kB, the copies are
  /// written to a file, and so are those of every later statement of the transaction, which makes each of them several
  /// times slower.
  private static let prunedAtOnce = 64
  private static let pruning = "sectional_prune"
  /// The greatest number that a row may have.
  ///
  /// Nobody gets there by counting, but another program may write any number, and after the greatest one SQLite chooses
  /// numbers at random.
  static let lastNumber: Int64 = 1 << 62

  /// Returns the statement that creates the table with a number of columns for old values.
  private static func table(valueColumns count: Int) -> String {
    let values = (0..<count).map { ", \(valueColumn($0))" }.joined()
    return """
      CREATE TABLE \(name)(seq INTEGER PRIMARY KEY, name TEXT NOT NULL, item, \
      nonce INTEGER NOT NULL DEFAULT (random()), kind, layout\(values))
      """
  }
  private static let pruningTrigger = """
    CREATE TRIGGER \(pruning) AFTER INSERT ON \(name) WHEN new.seq % \(prunedAtOnce) = 0 \
    BEGIN DELETE FROM \(name) WHERE seq <= new.seq - \(kept); END
    """
  /// The table of earlier versions, whose rows are of no use to this one.
  private static let formerTable = """
    CREATE TABLE \(name)(seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, item, \
    nonce INTEGER NOT NULL DEFAULT (random()))
    """

  /// The statement that removes the table and everything that belongs to it.
  static let removal = "DROP TABLE \(name)"

  /// Returns the name of a column that holds old values.
  static func valueColumn(_ place: Int) -> String { "v\(place + 1)" }

  /// Returns the statement that logs that any row of a table may have changed, because earlier changes weren't logged.
  static func unknown(in table: SQLiteTable) -> String {
    "INSERT INTO \(name)(name) VALUES (\(table.nameLiteral))"
  }
}

// Call these inside a transaction.
extension ChangeLogTable {
  /// Returns the number of columns for old values that the log has, or `nil` if there is no log in its expected form.
  ///
  /// Another trigger or index on it could change or prevent what is logged.
  static func valueColumnCount(on handle: SQLiteHandle) throws(StoreError) -> Int? {
    guard let text = try handle.schemaText(of: name),
      try handle.schemaText(of: pruning) == pruningTrigger, try stranger(on: handle) == nil
    else { return nil }
    return valueColumnCount(in: text)
  }

  private static func valueColumnCount(in text: String) -> Int? {
    (0...LoggedColumns.most).first { table(valueColumns: $0) == text }
  }

  /// Returns the name of something that belongs to the log's table but not to the log, or `nil` if there is nothing.
  private static func stranger(on handle: SQLiteHandle) throws(StoreError) -> String? {
    let row = try handle.prepared(
      """
      SELECT name FROM main.sqlite_master \
      WHERE tbl_name = ?1 COLLATE NOCASE AND name NOT IN (?1, ?2) LIMIT 1
      """)
    defer { row.reset() }
    try row.bind([.text(name), .text(pruning)])
    return try row.step() ? row.text(at: 0) : nil
  }

  /// Returns whether a row of the log in its expected form has a number that is too great.
  static func isUsedUp(on handle: SQLiteHandle) throws(StoreError) -> Bool {
    guard try valueColumnCount(on: handle) != nil else { return false }
    let newest = try handle.prepared("SELECT max(seq) FROM main.\(name)")
    defer { newest.reset() }
    return try newest.step() && newest.integer(at: 0) > lastNumber
  }

  /// Returns whether the file has the log of this version or of an earlier one.
  static func exists(on handle: SQLiteHandle) throws(StoreError) -> Bool {
    guard let text = try handle.schemaText(of: name) else { return false }
    return text == formerTable || valueColumnCount(in: text) != nil
  }

  /// Returns the statements that create what is missing of a log with a number of columns for old values.
  ///
  /// A log of an earlier version is replaced, which makes every list that held a place in it read everything once.
  ///
  /// - Throws: `StoreError` if the file has something else of the same name.
  static func missingParts(
    valueColumns count: Int, on handle: SQLiteHandle
  ) throws(StoreError) -> [String] {
    let text = try handle.schemaText(of: name)
    if let stranger = try stranger(on: handle) {
      throw try StoreError.otherLog(stranger, on: handle)
    }
    let isUsedUp = try isUsedUp(on: handle)
    guard let text, text != formerTable, !isUsedUp else {
      let removed = text == nil ? [] : [removal]
      return removed + [table(valueColumns: count), pruningTrigger]
    }
    guard let present = valueColumnCount(in: text) else {
      throw try StoreError.otherLog(name, on: handle)
    }
    let added = (min(present, count)..<count).map {
      "ALTER TABLE \(name) ADD COLUMN \(valueColumn($0))"
    }
    guard let trigger = try handle.schemaText(of: pruning) else { return added + [pruningTrigger] }
    guard trigger == pruningTrigger else { throw try StoreError.otherLog(pruning, on: handle) }
    return added
  }
}

extension StoreError {
  /// The error for an object in the schema that stands where the log, or only the log, should be.
  fileprivate static func otherLog(
    _ name: String, on handle: SQLiteHandle
  ) throws(StoreError) -> StoreError {
    let row = try handle.prepared("SELECT type FROM main.sqlite_master WHERE name = ?")
    defer { row.reset() }
    try row.bind([.text(name)])
    let kind = try row.step() ? row.text(at: 0) ?? "object" : "object"
    return StoreError(
      .unsupported,
      "the \(kind) \(quoted(name)) belongs to \(ChangeLogTable.name), but not to this version's change log; drop it "
        + "and install again")
  }
}

/// A position in a file's change log.
struct SQLiteChangeLogPosition: Hashable, Codable, Sendable {
  /// The number of the log's newest row.
  let number: Int64
  /// That row's random number.
  let nonce: Int64
}
