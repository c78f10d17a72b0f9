import Sectional
import SectionalSQL

/// The triggers that log which rows of a table change, whichever program changes them.
///
/// They are plain SQL, so that every program can keep writing. They log too many rows rather than too few: `REPLACE`
/// deletes rows without firing a trigger unless a connection enabled recursive triggers, so the rows that a new row
/// would replace are logged beforehand.
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
        "replace\(number + 1)", "BEFORE UPDATE", when: table.hasChanged(index),
        replaced(index, before: .update))
    }
    return plain + replacing
  }

  /// The statements that create the triggers of a log of keys only, except for those of replacing updates.
  private var statementsForKeys: [String] {
    var statements = [
      trigger("insert", "AFTER INSERT", note(item("new"))),
      trigger("delete", "AFTER DELETE", note(item("old"))),
      trigger("update", "AFTER UPDATE", note(item("new"))),
    ]
    if let hasMoved {
      statements.append(trigger("move", "AFTER UPDATE", when: hasMoved, note(item("old"))))
    }
    let replaced = replacedByInsert
    if !replaced.isEmpty {
      statements.append(trigger("replace", "BEFORE INSERT", replaced.joined(separator: " ")))
    }
    return statements
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
      FROM \(QuotedIdentifier.quoted(table.name)) WHERE \(victims);
      """
  }

  /// Returns the SQL for what identifies a row: its rowid, its key, or NULL if it can't be identified.
  func item(_ row: String?) -> String {
    let prefix = row.map { "\($0)." } ?? ""
    guard canIdentifyRows else { return "NULL" }
    guard table.hasRowID else { return LoggedKey.expression(of: keyColumns.map { prefix + $0 }) }
    return table.rowIDExpression.map { prefix + $0 } ?? "NULL"
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
