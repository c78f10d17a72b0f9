import Sectional
import SectionalSQL

/// Makes sure that SQL from outside is one statement that only reads.
enum ReadOnlyRule {
  /// Prepares a statement of a person's and refuses anything but a read.
  static func prepare(
    _ sql: String, on handle: SQLiteHandle
  ) throws(StoreError) -> SQLiteStatement {
    // Some pragmas act while they are prepared, so the first word is looked at before SQLite sees the rest.
    guard ReadStatement.beginsLikeOne(sql) else { throw notARead }
    let statement = try handle.prepare(sql)
    guard statement.isReadOnly else { throw notARead }
    return statement
  }

  private static var notARead: StoreError {
    StoreError(.invalidQuery, "the SQL must be one statement that reads: SELECT, WITH or VALUES")
  }
}
