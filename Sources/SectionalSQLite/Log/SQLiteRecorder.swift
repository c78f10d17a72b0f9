import CSQLite
import Sectional

/// Notes which rows the statements of one connection touch, as SQLite's hooks report them.
///
/// State: used on the connection's queue only. The hooks run inside of `sqlite3_step` there, and do nothing but append.
@safe final class SQLiteRecorder {
  private(set) var rows = TouchedRows()
  /// The columns of the primary keys of tables without rowids, which hooks report by their cells.
  var keyColumns: [String: [Int]] = [:]
  /// Tables whose rows the hooks can't name.
  var unknownTables: Set<String> = []
  // Most reports are about the table of the one before.
  private var lastName: [CChar] = []
  private var lastTable = ""

  /// Hands over what was noted since the last time.
  func take() -> TouchedRows {
    defer { rows = TouchedRows() }
    return rows
  }

  func note(rowID: Int64, in table: UnsafePointer<CChar>) {
    unsafe rows.note(in: name(table)) { $0.note(rowID: rowID) }
  }

  func note(rowID: Int64, inTableNamed table: String) {
    rows.note(in: table) { $0.note(rowID: rowID) }
  }

  func note(_ key: RowKey, in table: String) { rows.note(in: table) { $0.note(key: key) } }

  func noteUnknown(in table: String) { rows.note(in: table) { $0.noteUnknown() } }

  /// Returns a name as a string, without making one each time.
  func name(_ table: UnsafePointer<CChar>) -> String {
    if !lastName.isEmpty, unsafe isLast(table) { return lastTable }
    lastTable = unsafe String(cString: table)
    lastName = lastTable.utf8CString.map { $0 }
    return lastTable
  }

  private func isLast(_ table: UnsafePointer<CChar>) -> Bool {
    for (place, byte) in lastName.enumerated() where unsafe table[place] != byte { return false }
    return true
  }
}
