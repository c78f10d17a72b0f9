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

  private let table: SQLiteTable
  private let indexes: [SQLiteIndex]
  private let isUTF8: Bool

  /// Describes the triggers of a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - indexes: Its unique indexes, including that of the primary key.
  ///   - isUTF8: Whether the file's text is UTF-8, so that keys can be logged as they are.
  init(_ table: SQLiteTable, indexes: [SQLiteIndex], isUTF8: Bool) {
    self.table = table
    self.indexes = indexes
    self.isUTF8 = isUTF8
  }

  /// The statements that create the triggers.
  var statements: [String] {
    var statements = [
      trigger("insert", "AFTER INSERT", note(item("new"))),
      trigger("delete", "AFTER DELETE", note(item("old"))),
      trigger("update", "AFTER UPDATE", note(item("new"))),
    ]
    if let hasMoved {
      statements.append(trigger("move", "AFTER UPDATE", when: hasMoved, note(item("old"))))
    }
    let replaced = Set(indexes.map { self.replaced($0, before: .insert) }).sorted()
    if !replaced.isEmpty {
      statements.append(trigger("replace", "BEFORE INSERT", replaced.joined(separator: " ")))
    }
    for (number, index) in indexes.enumerated() {
      statements.append(
        trigger(
          "replace\(number + 1)", "BEFORE UPDATE", when: table.hasChanged(index),
          self.replaced(index, before: .update)))
    }
    return statements
  }

  private func trigger(
    _ kind: String, _ moment: String, when condition: String? = nil, _ body: String
  ) -> String {
    let name = QuotedIdentifier.quoted("\(ChangeLogTriggers.prefix)\(kind)_\(table.name)")
    let when = condition.map { " WHEN \($0)" } ?? ""
    return """
      CREATE TRIGGER \(name) \(moment) ON \(QuotedIdentifier.quoted(table.name))\(when) \
      BEGIN \(body) END
      """
  }

  /// Returns whether a trigger with this prefix has one of these triggers' names, or appends to the log as they do.
  static func isOne(_ sql: String, named name: String, of table: String) -> Bool {
    let isOurName = isName(name, of: table)
    return isOurName || appendsToLog(sql)
  }

  /// Returns whether a trigger appends to the log as these triggers do.
  static func appendsToLog(_ sql: String) -> Bool { sql.contains(insertion) }

  /// Returns whether a name with this prefix is that of one of a table's triggers.
  static func isName(_ name: String, of table: String) -> Bool {
    let kind = name.dropFirst(prefix.count).dropLast("_\(table)".count)
    return name.hasSuffix("_\(table)")
      && (["insert", "delete", "update", "move"].contains(kind)
        || (kind.hasPrefix("replace") && kind.dropFirst("replace".count).allSatisfy(\.isNumber)))
  }

  private static let insertion = "INSERT INTO \(ChangeLogTable.name)(name, item) "

  private func note(_ item: String) -> String {
    "\(ChangeLogTriggers.insertion)VALUES (\(table.nameLiteral), \(item));"
  }

  /// Logs the rows that have the same values as a new row in a unique index, or that any row may be affected.
  private func replaced(_ index: SQLiteIndex, before write: SQLiteTable.Write) -> String {
    guard let victims = table.victims(of: index, before: write) else { return note("NULL") }
    return """
      \(ChangeLogTriggers.insertion)SELECT \(table.nameLiteral), \(item(nil)) \
      FROM \(QuotedIdentifier.quoted(table.name)) WHERE \(victims);
      """
  }

  /// Returns the SQL for what identifies a row: its rowid, its key, or NULL if it can't be identified.
  private func item(_ row: String?) -> String {
    let prefix = row.map { "\($0)." } ?? ""
    guard table.hasRowID else {
      guard isUTF8 else { return "NULL" }
      return LoggedKey.expression(of: keyColumns.map { prefix + $0 })
    }
    return table.rowIDExpression.map { prefix + $0 } ?? "NULL"
  }

  private var keyColumns: [String] {
    table.keyColumns.map { QuotedIdentifier.quoted(table.columns[$0].name) }
  }

  /// A condition that is true if an update changed a row's rowid or key.
  ///
  /// It is checked for every update rather than with `UPDATE OF`, because an update that uses another name for the
  /// rowid isn't an update `OF` the key's column.
  private var hasMoved: String? {
    let names = table.hasRowID ? table.rowIDExpression.map { [$0] } ?? [] : keyColumns
    guard !names.isEmpty else { return nil }
    return names.map { "old.\($0) IS NOT new.\($0) COLLATE BINARY" }.joined(separator: " OR ")
  }
}
