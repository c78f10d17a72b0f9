import CSQLite
import Sectional

extension SQLiteHandle {
  /// Returns how many rows a statement that just ran wrote; reading ones write none.
  func changes(by statement: SQLiteStatement) -> Int {
    statement.isReadOnly ? 0 : Int(unsafe sqlite3_changes64(pointer))
  }

  /// The rowid of the row that was inserted last.
  var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(pointer) }
}
