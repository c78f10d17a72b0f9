import Sectional
import SectionalSQL

/// The table in a user's file that triggers append to: one row for each row that may have changed.
///
/// Its rows are numbered without gaps being used again, and each has a random number of its own, so that two files which
/// began as copies of one are told apart. It prunes itself, whoever writes.
enum ChangeLogTable {
  static let name = "sectional_log"
  /// How many of its rows are kept at least.
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

  /// The statement that removes it, with what belongs to it.
  static let removal = "DROP TABLE \(name)"

  /// What it is made of, by name and by the statement that makes it, which the schema keeps.
  static let parts = [(name: name, text: table), (name: pruning, text: pruningTrigger)]

  /// The statement that says that any row of a table may have changed: what was before nobody wrote down.
  static func unknown(in table: SQLiteTable) -> String {
    "INSERT INTO \(name)(name) VALUES (\(table.nameLiteral))"
  }
}

/// A place in a file's change log.
struct SQLiteChangeLogPosition: Hashable, Codable, Sendable {
  /// The number of the log's newest row.
  let number: Int64
  /// That row's random number.
  let nonce: Int64
}
