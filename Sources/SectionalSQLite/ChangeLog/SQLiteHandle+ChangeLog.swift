import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteHandle {
  /// Returns whether a table's changes are logged.
  func changeLogStatus(of table: SQLiteTable) throws(StoreError) -> ChangeLogStatus {
    let found = try changeLogTriggers(of: table)
    guard !found.isEmpty else { return .missing }
    let expected = Set(try triggers(of: table).statements)
    guard Set(found.values) == expected, try hasChangeLog() else { return .outdated }
    return .installed
  }

  /// Returns whether the log exists in its expected form.
  func hasChangeLog() throws(StoreError) -> Bool {
    for part in ChangeLogTable.parts {
      guard try schemaText(of: part.name) == part.text else { return false }
    }
    return true
  }

  /// Returns the position of the log's newest row, or `nil` if the log is empty.
  func changeLogPosition() throws(StoreError) -> SQLiteChangeLogPosition? {
    let newest = try prepared(
      "SELECT seq, nonce FROM main.\(ChangeLogTable.name) ORDER BY seq DESC LIMIT 1")
    defer { newest.reset() }
    guard try newest.step() else { return nil }
    return SQLiteChangeLogPosition(number: newest.integer(at: 0), nonce: newest.integer(at: 1))
  }

  /// Returns which rows of some tables were logged after a position.
  func loggedChanges(
    of tables: Set<String>, since position: SQLiteChangeLogPosition
  ) throws(StoreError) -> ChangedRows {
    guard try hasLogged(position) else {
      return .everything(reason: "the file's change log no longer reaches back far enough")
    }
    let rows = try prepared(
      "SELECT name, item, typeof(item) FROM main.\(ChangeLogTable.name) WHERE seq > ?")
    defer { rows.reset() }
    try rows.bind([.integer(position.number)])
    var changed: [String: ChangedTable] = [:]
    var count = 0
    while try rows.step() {
      guard let name = rows.text(at: 0), tables.contains(name) else { continue }
      guard let key = rows.loggedKey else {
        return .everything(reason: "the change log can't say which rows of \(quoted(name)) changed")
      }
      if changed[name, default: ChangedTable(keys: [])].keys.insert(key).inserted { count += 1 }
      guard count <= ChangeLogTable.kept else {
        return .everything(reason: "too many rows changed")
      }
    }
    return .tables(changed)
  }

  /// Returns the tables whose rows were logged after a position, or `nil` if the log no longer reaches back that far.
  func loggedTables(
    since position: SQLiteChangeLogPosition
  ) throws(StoreError) -> Set<String>? {
    guard try hasLogged(position) else { return nil }
    let rows = try prepared("SELECT DISTINCT name FROM main.\(ChangeLogTable.name) WHERE seq > ?")
    defer { rows.reset() }
    try rows.bind([.integer(position.number)])
    var tables: Set<String> = []
    while try rows.step() { if let name = rows.text(at: 0) { tables.insert(name) } }
    return tables
  }

  /// Returns whether the log continues from a position without a gap.
  private func hasLogged(_ position: SQLiteChangeLogPosition) throws(StoreError) -> Bool {
    let row = try prepared("SELECT nonce FROM main.\(ChangeLogTable.name) WHERE seq = ?")
    defer { row.reset() }
    try row.bind([.integer(position.number)])
    return try row.step() && row.integer(at: 0) == position.nonce
  }

  /// Returns the triggers that a table should have.
  func triggers(of table: SQLiteTable) throws(StoreError) -> ChangeLogTriggers {
    ChangeLogTriggers(
      table, indexes: try uniqueIndexes(of: table.name), isUTF8: try isUTF8())
  }

  /// Returns the SQL of the change-log triggers that a table has, by trigger name.
  ///
  /// A user's own trigger can have a name that only begins in the same way.
  func changeLogTriggers(of table: SQLiteTable) throws(StoreError) -> [String: String] {
    let list = try prepared(
      """
      SELECT name, sql FROM main.sqlite_master \
      WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND substr(name, 1, ?) = ?
      """)
    defer { list.reset() }
    let prefix = ChangeLogTriggers.prefix
    try list.bind([.text(table.name), .integer(Int64(prefix.utf8.count)), .text(prefix)])
    var triggers: [String: String] = [:]
    while try list.step() {
      let (name, sql) = (list.text(at: 0) ?? "", list.text(at: 1) ?? "")
      if ChangeLogTriggers.isOne(sql, named: name, of: table.name) { triggers[name] = sql }
    }
    return triggers
  }

  /// Returns the statement that created an object in the schema.
  func schemaText(of name: String) throws(StoreError) -> String? {
    let row = try prepared("SELECT sql FROM main.sqlite_master WHERE name = ?")
    defer { row.reset() }
    try row.bind([.text(name)])
    return try row.step() ? row.text(at: 0) : nil
  }
}

extension SQLiteStatement {
  /// The key of the row that the log's current row identifies, if it identifies one.
  fileprivate var loggedKey: RowKey? {
    switch text(at: 2) {
    case "integer": RowKey(rowID: integer(at: 1))
    case "text": text(at: 1).flatMap(LoggedKey.key)
    default: nil
    }
  }
}
