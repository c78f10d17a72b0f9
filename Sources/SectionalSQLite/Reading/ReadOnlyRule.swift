import Sectional
import SectionalSQL

/// Checks that user-written SQL is a single read-only statement.
enum ReadOnlyRule {
  /// Prepares a user-written statement, and rejects anything but a read.
  static func prepare(
    _ sql: String, on handle: SQLiteHandle
  ) throws(StoreError) -> SQLiteStatement {
    // Some pragmas take effect while they are prepared, so the first word is checked before SQLite sees the statement.
    guard ReadStatement.beginsLikeOne(sql) else { throw notARead }
    let statement = try handle.prepare(sql)
    guard statement.isReadOnly else { throw notARead }
    return statement
  }

  private static var notARead: StoreError {
    StoreError(.invalidQuery, "the SQL must be one statement that reads: SELECT, WITH or VALUES")
  }
}
