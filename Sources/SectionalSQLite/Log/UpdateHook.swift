import Foundation
import Sectional
import SectionalCSQLite

/// SQLite's update hook, for libraries without the preupdate hook.
///
/// It doesn't report rows that a conflict replaces, the old rowid of a row whose rowid changes, or tables without
/// rowids; temporary triggers report these (see ``NotingTriggers``). Nor does it report a `DELETE` without a condition,
/// unless an authorizer prevents SQLite from truncating the table (see ``SQLiteAuthorizer``).
enum UpdateHook {
  /// The function that the triggers call, with the name of a table and what identifies a row.
  static let functionName = "sectional_touched"

  /// Reports to a recorder, which must live as long as the connection.
  static func install(on handle: SQLiteHandle, _ recorder: HookRecorder) {
    let context = unsafe Unmanaged.passUnretained(recorder).toOpaque()
    _ = unsafe sqlite3_update_hook(
      handle.pointer,
      { context, _, database, table, rowID in
        guard let context = unsafe context, let table = unsafe table,
          let database = unsafe database, unsafe strcmp(database, "main") == 0
        else { return }
        let recorder = unsafe Unmanaged<HookRecorder>.fromOpaque(context).takeUnretainedValue()
        let place = unsafe recorder.place(of: table)
        if !recorder.isIgnored(at: place) {
          recorder.note(rowID: rowID, at: place, isUpdate: false)
        }
      }, context)
    unsafe sqlite3_create_function_v2(
      handle.pointer, functionName, -1, SQLITE_UTF8, context,
      { context, count, arguments in
        guard let user = unsafe sqlite3_user_data(context), let arguments = unsafe arguments else {
          return
        }
        let recorder = unsafe Unmanaged<HookRecorder>.fromOpaque(user).takeUnretainedValue()
        let values = (0..<Int(count)).map { place in unsafe StoredValue(arguments[place]) }
        recorder.note(values)
      }, nil, nil, nil)
  }
}

extension HookRecorder {
  /// Records what a trigger reports: a table with a rowid, with the cells of a key, or alone if the row can't be
  /// identified.
  fileprivate func note(_ values: [StoredValue]) {
    guard case .text(let table)? = values.first else { return }
    let key = values.dropFirst()
    if key.isEmpty {
      noteUnknown(in: table)
    } else if keyColumns[table] != nil {
      note(RowKey(key), in: table)
    } else if case .integer(let rowID)? = key.first {
      note(rowID: rowID, in: table)
    }
  }
}
