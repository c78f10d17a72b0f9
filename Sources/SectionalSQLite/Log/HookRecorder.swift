import Foundation
import Sectional
import SectionalCSQLite

/// Records which rows the statements of one connection touch, as SQLite's hooks report them.
///
/// State: used only on the connection's queue. The hooks run there inside `sqlite3_step` and only append.
@safe final class HookRecorder {
  /// A reported table, with cached information about it to avoid lookups for each row.
  private struct Entry {
    let bytes: [CChar]
    let name: String
    /// Whether it is the file's own change log, whose contents no list shows.
    let isChangeLog: Bool
    let keyColumns: [Int]?
    let isUnknown: Bool
    /// The columns whose cells are kept as they are before the row's first change, or `nil` if none are.
    let oldColumns: [HookedColumn]?
    var touched: TouchedRows.Table

    mutating func forget() { touched = TouchedRows.Table(keepingOldRows: oldColumns != nil) }
  }

  /// The primary key columns of tables without rowids, whose rows the hooks identify by the values of these columns.
  var keyColumns: [String: [Int]] = [:] { didSet { entries = [] } }
  /// Tables whose rows the hooks can't identify.
  var unknownTables: Set<String> = [] { didSet { entries = [] } }
  /// The columns whose cells are kept as they are before a row's first change, by table.
  var oldColumns: [String: [HookedColumn]] = [:] { didSet { entries = [] } }
  /// Tables in which updating one column can change the value of others.
  var generatingTables: Set<String> = []
  private var entries: [Entry] = []
  // Most reports concern the same table as the previous one, or, with a change log, as the one before.
  private var last = 0
  private var beforeLast = 0

  /// Returns the rows recorded since the last call, and forgets them.
  func take() -> TouchedRows {
    var rows = TouchedRows()
    for place in entries.indices where entries[place].touched.isTouched {
      rows.insert(entries[place].touched, named: entries[place].name)
      entries[place].forget()
    }
    return rows
  }

  /// Returns the index of a table among those that were reported.
  func place(of table: UnsafePointer<CChar>) -> Int {
    if last < entries.count, unsafe strcmp(entries[last].bytes, table) == 0 { return last }
    swap(&last, &beforeLast)
    if last < entries.count, unsafe strcmp(entries[last].bytes, table) == 0 { return last }
    last =
      entries.firstIndex { unsafe strcmp($0.bytes, table) == 0 }
      ?? add(unsafe String(cString: table))
    return last
  }

  private func place(ofTableNamed name: String) -> Int {
    entries.firstIndex { $0.name == name } ?? add(name)
  }

  private func add(_ name: String) -> Int {
    entries.append(
      Entry(
        bytes: name.utf8CString.map { $0 }, name: name, isChangeLog: name == ChangeLogTable.name,
        keyColumns: keyColumns[name],
        isUnknown: unknownTables.contains(name), oldColumns: oldColumns[name],
        touched: TouchedRows.Table(keepingOldRows: oldColumns[name] != nil)))
    return entries.count - 1
  }

  func keyColumns(at place: Int) -> [Int]? { entries[place].keyColumns }

  /// Returns the columns whose cells are worth telling before a row is written, or `nil` if none are any longer.
  func oldColumns(at place: Int) -> [HookedColumn]? {
    entries[place].touched.keepsOldRows ? entries[place].oldColumns : nil
  }

  func isUnknown(at place: Int) -> Bool { entries[place].isUnknown }

  /// Whether it doesn't matter which rows of a table are written.
  func isIgnored(at place: Int) -> Bool { entries[place].isChangeLog }

  func note(rowID: Int64, at place: Int, isUpdate: Bool) {
    entries[place].touched.note(rowID: rowID, isUpdate: isUpdate)
  }

  func note(_ key: RowKey, at place: Int) { entries[place].touched.note(key: key) }

  /// Records what a row is just before it is written, unless it was written before.
  func note(_ key: RowKey, was row: () -> OldRow, at place: Int) {
    entries[place].touched.note(key, was: row)
  }

  func noteUnknown(at place: Int) { entries[place].touched.noteUnknown() }

  func note(rowID: Int64, in table: String) {
    note(rowID: rowID, at: place(ofTableNamed: table), isUpdate: false)
  }

  func note(_ key: RowKey, in table: String) { note(key, at: place(ofTableNamed: table)) }

  func noteUnknown(in table: String) { noteUnknown(at: place(ofTableNamed: table)) }
}
