import Sectional
import SectionalSQL

extension SQLiteTransaction {
  /// Installs the change log for some tables; a table that already has it is left unchanged.
  func installChangeLog(for names: [String]) throws(StoreError) {
    let statements = try handle.changeLogInstallation(for: names)
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
    guard try handle.hasChangeLog() else { return }
    for name in try handle.tableNames() where name != ChangeLogTable.name {
      guard try handle.changeLogTriggers(of: handle.table(named: name)).isEmpty else { return }
    }
    _ = try handle.prepare(ChangeLogTable.removal).step()
  }
}

extension SQLiteHandle {
  /// Returns the statements that install the change log for the tables that don't have it in its expected form.
  func changeLogInstallation(for names: [String]) throws(StoreError) -> [String] {
    var statements: [String] = []
    for name in names {
      let table = try loggable(name)
      if try changeLogStatus(of: table) == .installed { continue }
      statements += try changeLogRemoval(for: table)
      statements += try removalOfNamesakes(of: table)
      statements += try triggers(of: table).statements
      statements.append(ChangeLogTable.unknown(in: table))
    }
    return statements.isEmpty ? [] : try missingParts() + statements
  }

  /// Returns the statements that create the missing parts of the log.
  private func missingParts() throws(StoreError) -> [String] {
    var missing: [String] = []
    for part in ChangeLogTable.parts {
      guard let text = try schemaText(of: part.name) else {
        missing.append(part.text)
        continue
      }
      guard text == part.text else {
        throw StoreError(
          .unsupported,
          "the file has a \(part.name) that is not this version's change log; drop it and install "
            + "again")
      }
    }
    return missing
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
    guard !table.isView, !table.isVirtual, table.name != ChangeLogTable.name else {
      throw StoreError(
        .unsupported,
        "\(quoted(table.name)) can't have triggers that see its rows change; name tables that store "
          + "their own rows")
    }
    return table
  }
}
