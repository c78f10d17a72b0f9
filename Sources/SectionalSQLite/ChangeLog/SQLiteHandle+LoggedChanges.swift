import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteHandle {
  /// Returns which rows of some tables were logged after a position, and what they were there if the log kept that.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - columns: The columns whose old values are logged, by table.
  ///   - position: The position.
  /// - Returns: The changed rows, or everything if the log can't name them.
  /// - Throws: `StoreError` if the log can't be read.
  func loggedChanges(
    of tables: Set<String>, keeping columns: [String: LoggedColumns],
    since position: SQLiteChangeLogPosition
  ) throws(StoreError) -> ChangedRows {
    guard try hasLogged(position) else {
      return .everything(reason: "the file's change log no longer reaches back far enough")
    }
    let rows = try entries(valueColumns: columns.values.map(\.names.count).max() ?? 0)
    defer { rows.reset() }
    try rows.bind([.integer(position.number)])
    var histories: [String: LoggedHistory] = [:]
    var count = 0
    while try rows.step() {
      guard let name = rows.text(at: LoggedEntry.table), tables.contains(name) else { continue }
      let entry = LoggedEntry(rows, columns[name])
      let before = histories[name]?.keys.count ?? 0
      guard try entry.add(to: &histories[name, default: LoggedHistory()]) else {
        return .everything(reason: "the change log can't say which rows of \(quoted(name)) changed")
      }
      count += (histories[name]?.keys.count ?? 0) - before
      guard count <= ChangeLogTable.kept else {
        return .everything(reason: "too many rows changed")
      }
    }
    return .tables(histories.mapValues(\.changes).filter { !$0.value.keys.isEmpty })
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
      guard let rowID, rowID < Int64.max else { return false }
      if isOfTheseColumns { history.noteEmpty(above: rowID) }
      return true
    }
    guard let keyValues else { return false }
    let key = rowID.map(RowKey.init(rowID:)) ?? RowKey(keyValues)
    if state != .absent { history.note(key) }
    guard let columns else { return true }
    try history.note(key, rowID: rowID) { oldRow(keyValues, columns) }
    return true
  }

  /// What the row was when the entry was made, or `nil` if the entry is of other columns.
  ///
  /// An entry without a state follows entries with one, unless the row was inserted.
  private func oldRow(_ keyValues: [StoredValue], _ columns: LoggedColumns) -> OldRow? {
    guard state != nil else { return .absent }
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
