import Sectional
import SectionalSQL

extension SQLiteTransaction {
  /// Installs the change log for some tables; a table that already has it, with the columns, is left unchanged.
  func installChangeLog(
    for names: [String], oldValuesOf columns: [String] = []
  ) throws(StoreError) {
    let statements = try handle.changeLogInstallation(for: names, oldValuesOf: columns)
    if !statements.isEmpty { try prepareForChangeOfSchema() }
    for statement in statements { _ = try handle.prepare(statement).step() }
  }

  /// Removes the change log of some tables, and the log itself with the last of them.
  func uninstallChangeLog(for names: [String]) throws(StoreError) {
    try prepareForChangeOfSchema()
    for name in names {
      for statement in try handle.changeLogRemoval(for: handle.table(named: name)) {
        _ = try handle.prepare(statement).step()
      }
    }
    guard try ChangeLogTable.exists(on: handle) else { return }
    for name in try handle.tableNames() where name != ChangeLogTable.name {
      guard try handle.changeLogTriggers(of: handle.table(named: name)).isEmpty else { return }
    }
    _ = try handle.prepare(ChangeLogTable.removal).step()
  }
}

extension SQLiteHandle {
  /// Returns the statements that install the change log for the tables that don't have it in its expected form, or whose
  /// log doesn't keep the old values of some columns.
  func changeLogInstallation(
    for names: [String], oldValuesOf wanted: [String] = []
  ) throws(StoreError) -> [String] {
    var statements: [String] = []
    var places = 0
    for name in names {
      let table = try loggable(name)
      let present = try loggedTable(table)
      let columns = try self.columns(wanted, of: table, keptWith: present)
      if present.status == .installed, columns == present.columns { continue }
      let triggers = try triggers(of: table, keeping: columns)
      if columns != nil { try checkIdentity(of: triggers) }
      places = max(places, columns?.names.count ?? 0)
      statements += try changeLogRemoval(for: table)
      statements += try removalOfNamesakes(of: table)
      statements += triggers.statements
      statements.append(ChangeLogTable.unknown(in: table))
    }
    guard !statements.isEmpty else { return [] }
    places = max(places, try mostKeptColumns())
    return try ChangeLogTable.missingParts(valueColumns: places, on: self) + statements
  }

  /// Returns the columns that a table's log keeps afterwards: those that it kept, and those that are wanted.
  private func columns(
    _ wanted: [String], of table: SQLiteTable, keptWith present: LoggedTable
  ) throws(StoreError) -> LoggedColumns? {
    let kept = Set(present.columns?.names ?? [])
    let names = kept.union(try table.columns(named: wanted))
    guard names.count <= LoggedColumns.most else {
      throw StoreError(
        .unsupported,
        "the change log of \(quoted(table.name)) would keep the old values of \(names.count) columns; it "
          + "can keep \(LoggedColumns.most); uninstall it to keep others, or name fewer")
    }
    return names == kept ? present.columns : LoggedColumns(names, of: table)
  }

  /// Returns the number of columns of the table whose triggers log the most, in case the log itself was dropped.
  private func mostKeptColumns() throws(StoreError) -> Int {
    var most = 0
    for name in try tableNames() where name != ChangeLogTable.name {
      most = max(most, try loggedTable(table(named: name)).columns?.names.count ?? 0)
    }
    return most
  }

  private func checkIdentity(of triggers: ChangeLogTriggers) throws(StoreError) {
    guard !triggers.canIdentifyRows else { return }
    let reason =
      triggers.table.hasRowID
      ? "columns have all names of its rowid; rename one of them"
      : "its rows have no rowid, and the file's text is UTF-16"
    throw StoreError(
      .unsupported,
      "the change log can't keep old values of \(quoted(triggers.table.name)): \(reason)")
  }

  /// Returns the statements that remove triggers that were made for a table of the same name, which was renamed since.
  ///
  /// That table's log is then outdated, until it is installed again under the new name.
  private func removalOfNamesakes(of table: SQLiteTable) throws(StoreError) -> [String] {
    let list = try prepared(
      """
      SELECT name, sql FROM main.sqlite_master \
      WHERE type = 'trigger' AND tbl_name <> ? COLLATE NOCASE AND substr(name, 1, ?) = ?
      """)
    defer { list.reset() }
    let prefix = ChangeLogTriggers.prefix
    try list.bind([.text(table.name), .integer(Int64(prefix.utf8.count)), .text(prefix)])
    var statements: [String] = []
    while try list.step() {
      let (name, sql) = (list.text(at: 0) ?? "", list.text(at: 1) ?? "")
      guard ChangeLogTriggers.isName(name, of: table.name), ChangeLogTriggers.appendsToLog(sql)
      else { continue }
      statements.append("DROP TRIGGER main.\(QuotedIdentifier.quoted(name))")
    }
    return statements
  }

  /// Returns the statements that remove the triggers of a table.
  fileprivate func changeLogRemoval(for table: SQLiteTable) throws(StoreError) -> [String] {
    try changeLogTriggers(of: table).keys.sorted().map {
      "DROP TRIGGER main.\(QuotedIdentifier.quoted($0))"
    }
  }

  private func loggable(_ name: String) throws(StoreError) -> SQLiteTable {
    let table = try self.table(named: name)
    guard !table.name.lowercased().hasPrefix("sqlite_") else {
      throw StoreError(
        .unsupported,
        "\(quoted(table.name)) is one of SQLite's own tables, which can't have triggers")
    }
    guard !table.isView, !table.isVirtual, table.name != ChangeLogTable.name else {
      let kind = table.isView ? "a view" : table.isVirtual ? "a virtual table" : "the change log"
      throw StoreError(
        .unsupported,
        "\(quoted(table.name)) is \(kind), which can't be logged; name an ordinary table")
    }
    return table
  }
}
