import Sectional
import SectionalSQL

extension SQLiteConnection {
  /// Reads the file once, so that its log is mapped.
  func prepareToExamine() throws(StoreError) {
    try begin()
    end()
  }

  /// Examines the file while another connection of this process is about to commit to it.
  ///
  /// - Parameter doubts: The rows that must have existed, by table.
  /// - Returns: The file's state before the commit, and the tables in which a row may have got another rowid.
  func examine(_ doubts: [String: Set<Int64>]) -> (FileMoment?, changed: [String]) {
    if handle.hasMoved { try? prepareToExamine() }
    return (handle.moment, missing(doubts))
  }

  /// Returns the tables in which a row doesn't exist that must, or may not exist.
  func missing(_ doubts: [String: Set<Int64>]) -> [String] {
    guard !doubts.isEmpty else { return [] }
    do throws(StoreError) {
      return try handle.withoutWaiting { () throws(StoreError) in
        try handle.execute("BEGIN")
        defer { try? handle.execute("ROLLBACK") }
        var missing: [String] = []
        for (name, rows) in doubts where try !exist(rows, in: name) { missing.append(name) }
        return missing
      }
    } catch {
      return Array(doubts.keys)
    }
  }

  private func exist(_ rowIDs: Set<Int64>, in name: String) throws(StoreError) -> Bool {
    let table = try handle.table(named: name)
    guard let rowID = table.rowIDExpression else { return false }
    let find = try handle.prepared(
      "SELECT 1 FROM main.\(QuotedIdentifier.quoted(table.name)) WHERE \(rowID) = ?")
    defer { find.reset() }
    for number in rowIDs {
      find.reset()
      try find.bind([.integer(number)])
      guard try find.step() else { return false }
    }
    return true
  }

  /// Notes what another connection of this process has committed.
  ///
  /// - Parameters:
  ///   - writes: What it reported.
  ///   - tag: The transaction's tag.
  ///   - start: The file's state before the commit, or `nil` if it isn't known.
  ///   - changes: The number of written rows that SQLite counted.
  ///   - mayReplaceRows: Whether `REPLACE` may have removed rows.
  /// - Returns: What may have changed, or `nil` if nothing was committed.
  func note(
    _ writes: ReportedWrites, _ tag: WriteTag?, from start: FileMoment?, counting changes: Int,
    mayReplaceRows: Bool
  ) -> TableRegion? {
    let now = handle.moment
    let isSame = start.map { now?.identity == $0.identity } ?? false
    let (tables, lack) = (writes.tables, writes.lack(counting: changes))
    if isSame, lack == nil, tables.isEmpty { return nil }
    let step = start.flatMap { now?.step(from: $0) }
    guard let step, lack == nil, !tables.isEmpty, let unreported = tablesWithoutRowIDs() else {
      shared.commits.noteGap(because: lack ?? SQLiteConnection.gap(isAlone: step != nil))
      return .everything
    }
    var rows = TouchedRows()
    for name in unreported { rows.insert(.unknown, named: name) }
    for (name, table) in tables {
      var table = table
      if let reason = doubt(about: table, named: name, mayReplaceRows: mayReplaceRows) {
        table.noteUnknown(because: reason)
      }
      // No list shows the contents of the file's own change log.
      if name != ChangeLogTable.name { rows.insert(table.touched, named: name) }
    }
    shared.commits.note(rows, tag, in: step)
    return TableRegion(allColumnsOf: rows.tables.keys)
  }

  private static func gap(isAlone: Bool) -> String {
    isAlone
      ? "a reported transaction wrote something else than the reported rows"
      : "another connection committed while a transaction was reported, or the file doesn't count its commits"
  }

  /// The tables whose rows the update hook doesn't report, or `nil` if they can't be read.
  private func tablesWithoutRowIDs() -> [String]? {
    try? handle.withoutWaiting { () throws(StoreError) in try handle.tableNamesWithoutRowIDs() }
  }

  /// Returns why other rows than those that were reported may have changed, or `nil` if they can't have.
  private func doubt(
    about table: ReportedWrites.Table, named name: String, mayReplaceRows: Bool
  ) -> String? {
    guard table.mayReplace else { return nil }
    do throws(StoreError) {
      return try handle.withoutWaiting { () throws(StoreError) -> String? in
        if mayReplaceRows, try mayReplace(rowsOf: name) {
          return "REPLACE may have removed a row of \(quoted(name)), and no hook reports which"
        }
        return try updatesRowID(table.updatedColumns ?? [], of: name)
          ? "a row of \(quoted(name)) may have got another rowid, and no hook reports which" : nil
      }
    } catch {
      return "it can't be found out which rows of \(quoted(name)) a reported transaction changed"
    }
  }

  private func mayReplace(rowsOf table: String) throws(StoreError) -> Bool {
    let hasIndex = try !handle.uniqueIndexes(of: table).isEmpty
    let text = try handle.schemaText(of: table) ?? "REPLACE"
    return hasIndex || text.uppercased().contains("REPLACE")
  }

  private func updatesRowID(_ columns: Set<String>, of name: String) throws(StoreError) -> Bool {
    let table = try handle.table(named: name)
    let key = table.keyIsRowID ? table.keyColumns.map { Names.folded(table.columns[$0].name) } : []
    let names = key + ["rowid", "_rowid_", "oid"].map(Names.bytes)
    return columns.contains { names.contains(Names.folded($0)) }
  }
}
