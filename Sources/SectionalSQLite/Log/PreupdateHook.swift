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
///
/// State: used only on the connection's queue, inside `sqlite3_step`.
@safe final class PreupdateContext {
  private let hook: PreupdateHook
  private let connection: OpaquePointer
  private let recorder: HookRecorder
  /// The cells of the key before the change and after it; the storage is reused.
  private var keyCells = (old: PackedRow(), new: PackedRow())

  init(_ hook: PreupdateHook, on handle: SQLiteHandle, _ recorder: HookRecorder) {
    self.hook = hook
    unsafe connection = handle.pointer
    self.recorder = recorder
  }

  func note(
    _ operation: Int32, _ table: UnsafePointer<CChar>, _ oldRowID: Int64, _ newRowID: Int64
  ) {
    let place = unsafe recorder.place(of: table)
    guard !recorder.isIgnored(at: place) else { return }
    if recorder.isUnknown(at: place) { return recorder.noteUnknown(at: place) }
    guard let columns = recorder.keyColumns(at: place) else {
      let isUpdate = operation == SQLITE_UPDATE && oldRowID == newRowID
      if operation != SQLITE_INSERT {
        recorder.note(rowID: oldRowID, at: place, isUpdate: isUpdate)
        noteOldRow(at: place) { RowKey(rowID: oldRowID) }
      }
      if operation != SQLITE_DELETE {
        recorder.note(rowID: newRowID, at: place, isUpdate: isUpdate)
        noteAbsence(at: place) { RowKey(rowID: newRowID) }
      }
      return
    }
    let (isInsert, isDelete) = (operation == SQLITE_INSERT, operation == SQLITE_DELETE)
    guard unsafe isInsert || pack(columns, hook.old, into: &keyCells.old),
      unsafe isDelete || pack(columns, hook.new, into: &keyCells.new)
    else { return recorder.noteUnknown(at: place) }
    if !isInsert {
      let key = RowKey(cells: keyCells.old)
      recorder.note(key, at: place)
      noteOldRow(at: place) { key }
    }
    // A row that keeps its key is the same one.
    guard !isDelete, isInsert || keyCells.new != keyCells.old else { return }
    let key = RowKey(cells: keyCells.new)
    recorder.note(key, at: place)
    noteAbsence(at: place) { key }
  }

  /// Packs the cells of some columns; returns whether the hook tells all of them.
  private func pack(
    _ columns: [Int], _ cell: PreupdateHook.Cell, into row: inout PackedRow
  ) -> Bool {
    row.removeAll()
    var isKnown = true
    row.append { cells in
      for column in columns {
        var value: OpaquePointer?
        guard unsafe cell(connection, Int32(column), &value) == SQLITE_OK else {
          isKnown = false
          return
        }
        unsafe cells.append(value)
      }
    }
    return isKnown
  }

  /// Keeps the row that is about to be written, if a list needs it.
  private func noteOldRow(at place: Int, _ key: () -> RowKey) {
    guard let columns = recorder.oldColumns(at: place) else { return }
    recorder.note(key(), was: { .present(cells(of: columns)) }, at: place)
  }

  /// Keeps that there is no row with the key that a row is about to get, if a list needs it.
  ///
  /// A row that it takes the place of is reported before as deleted, and one that keeps its key as the old row.
  private func noteAbsence(at place: Int, _ key: () -> RowKey) {
    guard recorder.oldColumns(at: place) != nil else { return }
    recorder.note(key(), was: { .absent }, at: place)
  }

  /// Returns the cells of the row that is about to be written, except for those that the hook doesn't tell.
  private func cells(of columns: [HookedColumn]) -> [String: StoredValue] {
    var cells: [String: StoredValue] = [:]
    for column in columns {
      guard let value = unsafe value(of: column.place, hook.old), column.isCell(value) else {
        continue
      }
      cells[column.name] = value
    }
    return cells
  }

  private func value(of column: Int, _ cell: PreupdateHook.Cell) -> StoredValue? {
    var value: OpaquePointer?
    guard unsafe cell(connection, Int32(column), &value) == SQLITE_OK else { return nil }
    return unsafe StoredValue(value)
  }
}
