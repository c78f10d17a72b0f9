import Sectional
import SectionalSQL

/// Records what a connection's own transactions touch, using the best hook that the library has.
///
/// State: used only on the connection's queue.
final class SQLiteWriteRecorder {
  let authorizer: SQLiteAuthorizer
  private let recorder: HookRecorder
  private let preupdateContext: PreupdateContext?
  /// The columns that the transaction's statements update, by table.
  private var updates: [String: Set<String>] = [:]
  /// The columns that the hook tells of rows before they are written, by table.
  private var hookedColumns: [String: [HookedColumn]] = [:]
  /// The columns of which it is to keep what they held, by table; `nil` if the recorder doesn't know that yet.
  private var keptColumns: [String: Set<String>]?
  /// The tables whose writes temporary triggers report in part.
  private var triggeringTables: [String] = []
  /// The tables that have no such triggers, because they can't be described: they may have no rowids, and are then written unnoticed.
  private var silentTables: [String] = []
  /// Whether the transaction dropped these triggers, so that it may have written rows that nothing reported.
  private var hasDroppedTriggers = false
  /// The version of the schema whose tables the recorder knows.
  private var preparedSchema: Int64?

  /// Begins to record a connection, which must not outlive the write recorder.
  init(_ handle: SQLiteHandle, hook: SQLiteHook) {
    let recorder = HookRecorder()
    self.recorder = recorder
    let preupdate = hook == .preupdate ? PreupdateHook() : nil
    authorizer = SQLiteAuthorizer(seesDeletes: preupdate == nil)
    preupdateContext = preupdate.map { PreupdateContext($0, on: handle, recorder) }
    if let preupdate, let preupdateContext {
      preupdate.install(on: handle, preupdateContext)
    } else {
      UpdateHook.install(on: handle, recorder)
    }
    authorizer.install(on: handle)
  }

  /// Collects what the hooks need to know about the tables; called outside a transaction.
  func prepare(_ handle: SQLiteHandle, schema: Int64) throws(StoreError) {
    guard schema != preparedSchema else { return }
    preparedSchema = nil
    recorder.keyColumns = [:]
    recorder.unknownTables = []
    recorder.generatingTables = []
    (triggeringTables, silentTables) = ([], [])
    (hookedColumns, keptColumns) = ([:], nil)
    if preupdateContext == nil { try dropTriggers(handle) }
    for name in try handle.tableNames() where name != ChangeLogTable.name {
      guard let table = try? handle.table(named: name) else {
        recorder.unknownTables.insert(name)
        silentTables.append(name)
        continue
      }
      if table.columns.contains(where: \.isGenerated) {
        recorder.generatingTables.insert(table.name)
      }
      if !table.hasRowID { recorder.keyColumns[table.name] = table.keyColumns }
      // If virtual columns come before the key, the hook reads the wrong cells for the key.
      if !table.hasRowID, table.columns.contains(where: \.isVirtual) {
        recorder.unknownTables.insert(table.name)
      }
      if preupdateContext != nil, table.hookRoundsKeys {
        recorder.unknownTables.insert(table.name)
      }
      guard preupdateContext == nil else {
        hookedColumns[table.name] = table.hookedColumns
        continue
      }
      let triggers = NotingTriggers(table, indexes: try handle.uniqueIndexes(of: name))
      for statement in triggers.statements { _ = try handle.prepare(statement).step() }
      triggeringTables.append(table.name)
    }
    preparedSchema = schema
  }

  /// Keeps what some columns hold before rows are written, from the next transaction on; called outside a transaction.
  ///
  /// Without the preupdate hook, nothing is kept: the update hook reports rows when they have already changed.
  ///
  /// - Parameter columns: The columns by table; those that the hook doesn't tell are left out.
  func keepOldValues(of columns: [String: Set<String>]) {
    guard columns != keptColumns else { return }
    keptColumns = columns
    recorder.oldColumns = columns.reduce(into: [:]) { kept, wanted in
      let told = hookedColumns[wanted.key]?.filter { wanted.value.contains($0.name) } ?? []
      if !told.isEmpty { kept[wanted.key] = told }
    }
  }

  /// Prepares for a change of the schema, which triggers that name columns could prevent.
  ///
  /// The next transaction creates the triggers again, also if only the schema of temporary tables changes, whose version
  /// the file's doesn't show.
  func prepareForChangeOfSchema(_ handle: SQLiteHandle) throws(StoreError) {
    guard preupdateContext == nil else { return }
    preparedSchema = nil
    hasDroppedTriggers = true
    try dropTriggers(handle)
  }

  private func dropTriggers(_ handle: SQLiteHandle) throws(StoreError) {
    let list = try handle.prepare(
      "SELECT name FROM temp.sqlite_master WHERE type = 'trigger' AND substr(name, 1, ?) = ?")
    let prefix = NotingTriggers.prefix
    try list.bind([.integer(Int64(prefix.utf8.count)), .text(prefix)])
    var names: [String] = []
    while try list.step() { if let name = list.text(at: 0) { names.append(name) } }
    list.reset()
    for name in names {
      _ = try handle.prepare("DROP TRIGGER temp.\(QuotedIdentifier.quoted(name))").step()
    }
  }

  /// Returns whether the hooks know the tables of a version of the schema.
  func isPrepared(for schema: Int64) -> Bool { preparedSchema == schema }

  /// Forgets what a rolled-back transaction touched.
  func discard() {
    _ = recorder.take()
    updates = [:]
    hasDroppedTriggers = false
  }

  /// Records which columns a statement that ran may have updated, by table.
  func noteUpdates(_ columns: [String: Set<String>]) {
    updates.merge(columns) { $0.union($1) }
  }

  /// Returns the rows that a transaction touched, and forgets them.
  func takeRows() -> TouchedRows {
    var rows = recorder.take()
    if preupdateContext == nil {
      for name in silentTables { rows.insert(.unknown, named: name) }
    }
    if hasDroppedTriggers {
      for name in triggeringTables { rows.insert(.unknown, named: name) }
      hasDroppedTriggers = false
    }
    return rows
  }

  /// Returns what a transaction touched, and forgets which columns it was.
  func takeRegion(of rows: TouchedRows) -> TableRegion {
    defer { updates = [:] }
    return TableRegion(
      Dictionary(uniqueKeysWithValues: rows.tables.map { ($0, columns(of: $1, named: $0)) }))
  }

  private func columns(of table: TouchedRows.Table, named name: String) -> TableRegion.Columns {
    guard table.isOnlyUpdated, !recorder.generatingTables.contains(name),
      let columns = updates[name],
      !columns.contains("ROWID")
    else { return .all }
    return .only(columns)
  }
}

/// How a connection detects its own writes.
package enum SQLiteHook: Sendable {
  /// The preupdate hook, if the library has it.
  case preupdate
  /// The update hook and temporary triggers.
  case update
}
