import Sectional
import SectionalSQL

/// The table in a user's file that triggers append to, with one row for each row that may have changed.
///
/// Its row numbers are never reused, and each row has its own random number, which distinguishes two files that began
/// as copies of the same file. A trigger prunes the table, whichever program writes.
enum ChangeLogTable {
  static let name = "sectional_log"
  /// The minimum number of rows that are kept.
  static let kept = 100_000
  private static let prunedAtOnce = 10_000
  private static let pruning = "sectional_prune"

  private static let table = """
    CREATE TABLE \(name)(seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, item, \
    nonce INTEGER NOT NULL DEFAULT (random()))
    """
  private static let pruningTrigger = """
    CREATE TRIGGER \(pruning) AFTER INSERT ON \(name) WHEN new.seq % \(prunedAtOnce) = 0 \
    BEGIN DELETE FROM \(name) WHERE seq <= new.seq - \(kept); END
    """

  /// The statement that removes the table and everything that belongs to it.
  static let removal = "DROP TABLE \(name)"

  /// The objects it consists of: the name of each, and the statement that creates it, which the schema keeps.
  static let parts = [(name: name, text: table), (name: pruning, text: pruningTrigger)]

  /// Returns the statement that logs that any row of a table may have changed, because earlier changes weren't logged.
  static func unknown(in table: SQLiteTable) -> String {
    "INSERT INTO \(name)(name) VALUES (\(table.nameLiteral))"
  }
}

/// A position in a file's change log.
struct SQLiteChangeLogPosition: Hashable, Codable, Sendable {
  /// The number of the log's newest row.
  let number: Int64
  /// That row's random number.
  let nonce: Int64
}
