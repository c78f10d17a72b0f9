import Sectional
import SectionalCSQLite

extension SQLiteHandle {
  /// Returns the number of rows written by the statement that just ran; a read-only statement writes none.
  func changes(by statement: SQLiteStatement) -> Int {
    statement.isReadOnly ? 0 : Int(unsafe sqlite3_changes64(pointer))
  }

  /// Whether the file can't be written through this connection.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(pointer, "main") != 0 }

  /// The rowid of the most recently inserted row.
  var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(pointer) }
}
