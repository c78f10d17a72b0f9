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
  /// Tables in which an update of one column gives others new values.
  var generatingTables: Set<String> = []
  // The names that were reported. Most reports are about the table of the one before.
  private var names: [(bytes: [CChar], name: String)] = []
  private var last = 0

  /// Hands over what was noted since the last time.
  func take() -> TouchedRows {
    defer { rows = TouchedRows() }
    return rows
  }

  func note(rowID: Int64, in table: String, isUpdate: Bool = false) {
    rows.note(in: table) { $0.note(rowID: rowID, isUpdate: isUpdate) }
  }

  func note(_ key: RowKey, in table: String) { rows.note(in: table) { $0.note(key: key) } }

  func noteUnknown(in table: String) { rows.note(in: table) { $0.noteUnknown() } }

  /// Returns a name as a string, without making one each time.
  func name(_ table: UnsafePointer<CChar>) -> String {
    if last < names.count, unsafe SQLiteRecorder.isSame(names[last].bytes, table) {
      return names[last].name
    }
    if let place = names.firstIndex(where: { unsafe SQLiteRecorder.isSame($0.bytes, table) }) {
      last = place
      return names[place].name
    }
    let name = unsafe String(cString: table)
    // Tables that are made and dropped all the time don't add up.
    if names.count >= 64 { names = [] }
    last = names.count
    names.append((name.utf8CString.map { $0 }, name))
    return name
  }

  private static func isSame(_ name: [CChar], _ table: UnsafePointer<CChar>) -> Bool {
    for place in name.indices where unsafe table[place] != name[place] { return false }
    return true
  }
}
