import Foundation
import Sectional
import SectionalCSQLite

/// SQLite's preupdate hook, which reports every row that is written, if the library has it.
///
/// It is looked up at run time: on Apple platforms the headers hide it, and SQLite can be built without it.
@safe struct PreupdateHook {
  typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      Int64, Int64
    ) -> Void
  private typealias Install =
    @convention(c) (OpaquePointer?, Callback?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  typealias Cell =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32

  private let installation: Install
  /// Returns a cell of the row before the change.
  let old: Cell
  /// Returns a cell of the row after the change.
  let new: Cell

  /// Creates the hook; returns `nil` if the library doesn't have it.
  init?() {
    guard let install = unsafe PreupdateHook.symbol("sqlite3_preupdate_hook"),
      let old = unsafe PreupdateHook.symbol("sqlite3_preupdate_old"),
      let new = unsafe PreupdateHook.symbol("sqlite3_preupdate_new")
    else { return nil }
    unsafe installation = unsafeBitCast(install, to: Install.self)
    unsafe self.old = unsafeBitCast(old, to: Cell.self)
    unsafe self.new = unsafeBitCast(new, to: Cell.self)
  }

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(dlopen(nil, RTLD_NOW), name)
  }

  /// Reports to a context, which must live as long as the connection.
  func install(on handle: SQLiteHandle, _ context: PreupdateContext) {
    _ = unsafe installation(
      handle.pointer,
      { context, _, operation, database, table, oldRowID, newRowID in
        guard let context = unsafe context, let table = unsafe table,
          let database = unsafe database, unsafe strcmp(database, "main") == 0
        else { return }
        let target = unsafe Unmanaged<PreupdateContext>.fromOpaque(context).takeUnretainedValue()
        unsafe target.note(operation, table, oldRowID, newRowID)
      },
      Unmanaged.passUnretained(context).toOpaque())
  }
}

/// The state that the preupdate hook's callback uses.
@safe final class PreupdateContext {
  private let hook: PreupdateHook
  private let connection: OpaquePointer
  private let recorder: HookRecorder

  init(_ hook: PreupdateHook, on handle: SQLiteHandle, _ recorder: HookRecorder) {
    self.hook = hook
    unsafe connection = handle.pointer
    self.recorder = recorder
  }

  func note(
    _ operation: Int32, _ table: UnsafePointer<CChar>, _ oldRowID: Int64, _ newRowID: Int64
  ) {
    let place = unsafe recorder.place(of: table)
    if recorder.isUnknown(at: place) { return recorder.noteUnknown(at: place) }
    guard let columns = recorder.keyColumns(at: place) else {
      let isUpdate = operation == SQLITE_UPDATE && oldRowID == newRowID
      if operation != SQLITE_INSERT {
        recorder.note(rowID: oldRowID, at: place, isUpdate: isUpdate)
      }
      if operation != SQLITE_DELETE {
        recorder.note(rowID: newRowID, at: place, isUpdate: isUpdate)
      }
      return
    }
    if operation != SQLITE_INSERT { unsafe note(columns, hook.old, at: place) }
    if operation != SQLITE_DELETE { unsafe note(columns, hook.new, at: place) }
  }

  private func note(_ columns: [Int], _ cell: PreupdateHook.Cell, at place: Int) {
    var key: [StoredValue] = []
    key.reserveCapacity(columns.count)
    for column in columns {
      var value: OpaquePointer?
      guard unsafe cell(connection, Int32(column), &value) == SQLITE_OK else {
        return recorder.noteUnknown(at: place)
      }
      key.append(unsafe StoredValue(value))
    }
    recorder.note(RowKey(key), at: place)
  }
}
