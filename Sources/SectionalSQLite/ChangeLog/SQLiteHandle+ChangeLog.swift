import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteHandle {
  /// Returns whether a table's changes are logged.
  func changeLogStatus(of table: SQLiteTable) throws(StoreError) -> ChangeLogStatus {
    try loggedTable(table).status
  }

  /// Returns whether a table's changes are logged, and the columns whose old values are.
  ///
  /// The columns of an outdated log are those that the table still has.
  func loggedTable(_ table: SQLiteTable) throws(StoreError) -> LoggedTable {
    let found = try changeLogTriggers(of: table)
    guard !found.isEmpty else { return LoggedTable(status: .missing) }
    let columns = found.values.lazy.compactMap { LoggedColumns(readFrom: $0, of: table) }.first
    let expected = Set(try triggers(of: table, keeping: columns).statements)
    guard Set(found.values) == expected,
      let places = try ChangeLogTable.valueColumnCount(on: self),
      columns?.names.count ?? 0 <= places, try !ChangeLogTable.isUsedUp(on: self)
    else { return LoggedTable(status: .outdated, columns: columns) }
    return LoggedTable(
      status: .installed, columns: columns,
      mayChooseLate: try hasTrigger(on: table.name) { $0.firesBeforeInserts })
  }

  /// Returns whether the log exists in its expected form.
  func hasChangeLog() throws(StoreError) -> Bool {
    try ChangeLogTable.valueColumnCount(on: self) != nil
  }

  /// Returns the position of the log's newest row, or `nil` if the log is empty or has no numbers left.
  func changeLogPosition() throws(StoreError) -> SQLiteChangeLogPosition? {
    let newest = try prepared(
      "SELECT seq, nonce FROM main.\(ChangeLogTable.name) ORDER BY seq DESC LIMIT 1")
    defer { newest.reset() }
    guard try newest.step(), newest.integer(at: 0) <= ChangeLogTable.lastNumber else { return nil }
    return SQLiteChangeLogPosition(number: newest.integer(at: 0), nonce: newest.integer(at: 1))
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
  ///
  /// Triggers number their rows one by one, and only remove the oldest rows.
  func hasLogged(_ position: SQLiteChangeLogPosition) throws(StoreError) -> Bool {
    let row = try prepared(
      """
      SELECT nonce, (SELECT count(*) FROM main.\(ChangeLogTable.name) WHERE seq > ?1), \
      (SELECT max(seq) FROM main.\(ChangeLogTable.name)) FROM main.\(ChangeLogTable.name) WHERE seq = ?1
      """)
    defer { row.reset() }
    try row.bind([.integer(position.number)])
    return try row.step() && row.integer(at: 0) == position.nonce
      && row.integer(at: 2) <= ChangeLogTable.lastNumber
      && row.integer(at: 1) == row.integer(at: 2) - position.number
  }

  /// Returns the triggers that a table should have.
  func triggers(
    of table: SQLiteTable, keeping columns: LoggedColumns?
  ) throws(StoreError) -> ChangeLogTriggers {
    ChangeLogTriggers(
      table, indexes: try uniqueIndexes(of: table.name), columns: columns, isUTF8: try isUTF8())
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

/// What is logged of a table.
struct LoggedTable {
  /// Whether its changes are logged.
  let status: ChangeLogStatus
  /// The columns whose old values the triggers log, if they log any.
  var columns: LoggedColumns?
  /// Whether other triggers may write between the log's and the moment when SQLite chooses the rowid of a new row.
  ///
  /// These are the file's own. Temporary triggers fire before those of the file (`sqlite3TriggerList` in SQLite's source).
  var mayChooseLate = false
}
