import Sectional
import SectionalSQL

/// The triggers that log which rows of a table change, whichever program changes them.
///
/// They are plain SQL, so that every program can keep writing. They log too many rows rather than too few: `REPLACE`
/// deletes rows without firing a trigger unless a connection enabled recursive triggers, so the rows that a new row
/// would replace are logged beforehand.
///
/// All of them fire `BEFORE` a row is written, because SQLite writes no row before all of these triggers have run.
/// Triggers that fire `AFTER` it may not run: another one with `RAISE(IGNORE)` or `RAISE(FAIL)`, or a constraint under `OR
/// FAIL`, ends the statement's work on a row that stays written. The one that does so can be a temporary trigger of another
/// connection, which nobody else sees.
struct ChangeLogTriggers {
  /// The prefix of every trigger's name.
  static let prefix = "\(ChangeLogTable.name)_"

  let table: SQLiteTable
  let indexes: [SQLiteIndex]
  /// The columns whose old values are logged, if any are.
  let columns: LoggedColumns?
  private let isUTF8: Bool

  /// Describes the triggers of a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - indexes: Its unique indexes, including that of the primary key.
  ///   - columns: The columns whose old values are logged, if any are.
  ///   - isUTF8: Whether the file's text is UTF-8, so that keys can be logged as they are.
  init(_ table: SQLiteTable, indexes: [SQLiteIndex], columns: LoggedColumns?, isUTF8: Bool) {
    self.table = table
    self.indexes = indexes
    self.columns = columns
    self.isUTF8 = isUTF8
  }

  /// The statements that create the triggers.
  var statements: [String] {
    let plain = columns.map(statements(keeping:)) ?? statementsForKeys
    let replacing = indexes.enumerated().map { number, index in
      trigger(
        "replace\(number + 1)", table.moment(beforeUpdateOf: index),
        when: table.hasChanged(index),
        replaced(index, before: .update))
    }
    return plain + replacing
  }

  /// The statements that create the triggers of a log of keys only, except for those of replacing updates.
  private var statementsForKeys: [String] {
    let inserted = replacedByInsert + [arrival(else: "NULL", logging: [])]
    let statements = [
      trigger("insert", "BEFORE INSERT", inserted.joined(separator: " ")),
      trigger("delete", "BEFORE DELETE", note(item("old"))),
      trigger("update", "BEFORE UPDATE", note(item("old")) + table.loadingSources),
    ]
    guard let hasMoved else { return statements }
    return statements + [trigger("move", "BEFORE UPDATE", when: hasMoved, note(newItem))]
  }

  /// The statements that log the rows that an insert would replace because of unique indexes.
  var replacedByInsert: [String] {
    Set(indexes.map { replaced($0, before: .insert) }).sorted()
  }

  func trigger(
    _ kind: String, _ moment: String, when condition: String? = nil, _ body: String
  ) -> String {
    let name = QuotedIdentifier.quoted("\(ChangeLogTriggers.prefix)\(kind)_\(table.name)")
    let when = condition.map { " WHEN \($0)" } ?? ""
    return """
      CREATE TRIGGER \(name) \(moment) ON \(QuotedIdentifier.quoted(table.name))\(when) \
      BEGIN \(body) END
      """
  }

  func note(_ item: String) -> String {
    "INSERT INTO \(ChangeLogTable.name)(name, item) VALUES (\(table.nameLiteral), \(item));"
  }

  /// Logs the rows that have the same values as a new row in a unique index, or that any row may be affected.
  private func replaced(_ index: SQLiteIndex, before write: SQLiteTable.Write) -> String {
    guard let victims = table.victims(of: index, before: write) else { return note("NULL") }
    if let columns { return rows(where: victims, keeping: columns) }
    return """
      INSERT INTO \(ChangeLogTable.name)(name, item) SELECT \(table.nameLiteral), \(item(nil)) \
      FROM \(table.heldRows) WHERE \(victims);
      """
  }

  /// Logs the row that an insert is about to add, or where its rowid will be if SQLite chooses it later.
  ///
  /// SQLite shows triggers the rowid -1 then, and chooses one above the greatest.
  ///
  /// - Parameters:
  ///   - state: The state that is logged of a row whose rowid or key is known.
  ///   - more: More columns, with their values.
  /// - Returns: A statement without a condition, which costs a writer less than one with a condition.
  func arrival(else state: String, logging more: [(column: String, value: String)]) -> String {
    var (state, item) = (state, newItem)
    if let rowID = table.rowIDExpression {
      let newest =
        "ifnull((SELECT max(\(rowID)) FROM \(table.heldRows)), \(Int64.min))"
      state = "CASE new.\(rowID) WHEN -1 THEN \(LoggedState.absentAbove.rawValue) ELSE \(state) END"
      item = "CASE new.\(rowID) WHEN -1 THEN \(newest) ELSE new.\(rowID) END"
    }
    let columns = more.map(\.column) + ["kind", "name", "item"]
    let values = more.map(\.value) + [state, table.nameLiteral, item]
    return """
      INSERT INTO \(ChangeLogTable.name)(\(columns.joined(separator: ", "))) \
      VALUES (\(values.joined(separator: ", ")));
      """
  }

  /// Returns the SQL for what identifies a row: its rowid, its key, or NULL if it can't be identified.
  func item(_ row: String?) -> String {
    let prefix = row.map { "\($0)." } ?? ""
    guard canIdentifyRows else { return "NULL" }
    guard table.hasRowID else { return LoggedKey.expression(of: keyColumns.map { prefix + $0 }) }
    return table.rowIDExpression.map { prefix + $0 } ?? "NULL"
  }

  /// The SQL for what identifies a row that is about to be written, or NULL if triggers don't see its key.
  var newItem: String {
    guard canIdentifyRows, let isUnknown = table.newKeyIsUnknown else { return item("new") }
    return "CASE WHEN \(isUnknown) THEN NULL ELSE \(item("new")) END"
  }

  /// Whether the log can say which row changed.
  var canIdentifyRows: Bool { table.hasRowID ? table.rowIDExpression != nil : isUTF8 }

  var keyColumns: [String] {
    table.keyColumns.map { QuotedIdentifier.quoted(table.columns[$0].name) }
  }

  /// A condition that is true if an update changed a row's rowid or key.
  ///
  /// It is checked for every update rather than with `UPDATE OF`, because an update that uses another name for the
  /// rowid isn't an update `OF` the key's column.
  var hasMoved: String? {
    let names = table.hasRowID ? table.rowIDExpression.map { [$0] } ?? [] : keyColumns
    guard !names.isEmpty else { return nil }
    return names.map { "old.\($0) IS NOT new.\($0) COLLATE BINARY" }.joined(separator: " OR ")
  }
}
