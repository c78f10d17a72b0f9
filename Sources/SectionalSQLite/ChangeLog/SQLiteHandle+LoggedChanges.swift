import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteHandle {
  /// Returns which rows of some tables were logged after a position, and what they were there if the log kept that.
  ///
  /// - Parameters:
  ///   - tables: The tables, which are logged.
  ///   - position: The position.
  /// - Returns: The changed rows, or everything if the log can't name them.
  /// - Throws: `StoreError` if the log can't be read.
  func loggedChanges(
    of tables: [String: LoggedTable], since position: SQLiteChangeLogPosition
  ) throws(StoreError) -> ChangedRows {
    guard try hasLogged(position) else {
      return .everything(reason: "the file's change log no longer reaches back far enough")
    }
    let places = tables.values.compactMap(\.columns?.names.count).max() ?? 0
    let rows = try entries(valueColumns: places)
    defer { rows.reset() }
    try rows.bind([.integer(position.number)])
    var histories: [String: LoggedHistory] = [:]
    var count = 0
    while try rows.step() {
      guard let name = rows.text(at: LoggedEntry.table), let table = tables[name] else { continue }
      let entry = LoggedEntry(rows, table.columns)
      let before = histories[name]?.keys.count ?? 0
      guard try entry.add(to: &histories[name, default: LoggedHistory()]) else {
        return .unnamed(in: name)
      }
      count += (histories[name]?.keys.count ?? 0) - before
      guard count <= ChangeLogTable.kept else { return .tooMany }
    }
    for (name, table) in tables {
      guard let newest = histories[name]?.emptyAbove else { continue }
      if table.mayChooseLate, histories[name]?.mayHaveLostNewest == true {
        return .unnamed(in: name)
      }
      let inserted = try rowIDs(above: newest, in: name)
      guard count + inserted.count <= ChangeLogTable.kept else { return .tooMany }
      for rowID in inserted { histories[name]?.noteInserted(rowID) }
    }
    return .tables(histories.mapValues(\.changes).filter { !$0.value.keys.isEmpty })
  }

  /// Returns the rows whose rowids SQLite may have chosen when there were none above a rowid.
  ///
  /// A row that was inserted with the rowid -1 looks to triggers as if SQLite were to choose one.
  private func rowIDs(above newest: Int64, in name: String) throws(StoreError) -> [Int64] {
    let table = try self.table(named: name)
    guard let rowID = table.rowIDExpression else { return [] }
    let rows = try prepared(
      """
      SELECT \(rowID) FROM main.\(QuotedIdentifier.quoted(table.name)) \
      WHERE \(rowID) > ? OR \(rowID) = -1 LIMIT \(ChangeLogTable.kept + 1)
      """)
    defer { rows.reset() }
    try rows.bind([.integer(newest)])
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(at: 0)) }
    return found
  }

  private func entries(valueColumns count: Int) throws(StoreError) -> SQLiteStatement {
    let values = (0..<count).map { ", \(ChangeLogTable.valueColumn($0))" }.joined()
    return try prepared(
      """
      SELECT name, item, typeof(item), kind, typeof(kind), layout\(values) \
      FROM main.\(ChangeLogTable.name) WHERE seq > ? ORDER BY seq
      """)
  }
}

extension ChangedRows {
  fileprivate static let tooMany = ChangedRows.everything(reason: "too many rows changed")

  fileprivate static func unnamed(in table: String) -> ChangedRows {
    .everything(reason: "the change log can't say which rows of \(quoted(table)) changed")
  }
}

/// The current row of a statement that reads the log.
private struct LoggedEntry {
  static let table = 0
  private static let (item, itemType, kind, kindType, layout, values) = (1, 2, 3, 4, 5, 6)

  private let statement: SQLiteStatement
  private let columns: LoggedColumns?

  init(_ statement: SQLiteStatement, _ columns: LoggedColumns?) {
    self.statement = statement
    self.columns = columns
  }

  /// Adds what the entry says; returns whether it can be told which rows it is about.
  func add(to history: inout LoggedHistory) throws(StoreError) -> Bool {
    if state == .absentAbove {
      // Above the greatest rowid there is nothing, so that SQLite chooses a rowid among the others.
      guard let rowID, rowID < Int64.max, columns == nil || isOfTheseColumns else { return false }
      history.noteInsert(above: rowID)
      return true
    }
    guard let keyValues else { return false }
    let key = rowID.map(RowKey.init(rowID:)) ?? RowKey(keyValues)
    history.note(key, rowID: rowID)
    guard let columns else { return true }
    try history.note(key, rowID: rowID) { oldRow(keyValues, columns) }
    return true
  }

  /// What the row was when the entry was made, or `nil` if the entry is of other columns.
  private func oldRow(_ keyValues: [StoredValue], _ columns: LoggedColumns) -> OldRow? {
    guard isOfTheseColumns else { return nil }
    guard state == .present else { return .absent }
    var values = Dictionary(
      zip(columns.keyNames, keyValues), uniquingKeysWith: { first, _ in first })
    for (place, name) in columns.names.enumerated() {
      values[name] = statement.value(at: LoggedEntry.values + place)
    }
    return .present(values)
  }

  /// Whether the entry was made by triggers that log the same columns.
  private var isOfTheseColumns: Bool {
    statement.integer(at: LoggedEntry.layout) == columns?.layout
  }

  private var state: LoggedState? {
    guard statement.text(at: LoggedEntry.kindType) == "integer" else { return nil }
    return LoggedState(rawValue: statement.integer(at: LoggedEntry.kind))
  }

  private var rowID: Int64? {
    statement.text(at: LoggedEntry.itemType) == "integer"
      ? statement.integer(at: LoggedEntry.item) : nil
  }

  /// The rowid, or the values of the key, if the entry identifies a row.
  private var keyValues: [StoredValue]? {
    if let rowID { return [.integer(rowID)] }
    guard statement.text(at: LoggedEntry.itemType) == "text" else { return nil }
    return statement.text(at: LoggedEntry.item).flatMap(LoggedKey.values)
  }
}
