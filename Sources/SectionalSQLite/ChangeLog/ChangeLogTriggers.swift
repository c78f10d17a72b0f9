import Sectional
import SectionalSQL

/// The triggers that write which rows of a table are touched into the change log, whoever touches them.
///
/// They are plain SQL, so that every program can go on writing. They name more rows than changed, never fewer: `REPLACE`
/// deletes rows without a trigger hearing of it, unless a connection asked for recursive triggers, so the rows that a
/// new one would replace are written down before.
struct ChangeLogTriggers {
  /// What begins the name of each.
  static let prefix = "\(ChangeLogTable.name)_"

  private let table: SQLiteTable
  private let indexes: [SQLiteIndex]
  private let isUTF8: Bool

  /// Describes the triggers of a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - indexes: Its unique indexes, that of the primary key among them.
  ///   - isUTF8: Whether the file's texts are UTF-8, so that keys can be written as they are.
  init(_ table: SQLiteTable, indexes: [SQLiteIndex], isUTF8: Bool) {
    self.table = table
    self.indexes = indexes
    self.isUTF8 = isUTF8
  }

  /// The statements that make them.
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

  private func note(_ item: String) -> String {
    "INSERT INTO \(ChangeLogTable.name)(name, item) VALUES (\(table.nameLiteral), \(item));"
  }

  /// Writes down the rows that have the values of a new one in a unique index, or that any row may.
  private func replaced(_ index: SQLiteIndex, before write: SQLiteTable.Write) -> String {
    guard let victims = table.victims(of: index, before: write) else { return note("NULL") }
    return """
      INSERT INTO \(ChangeLogTable.name)(name, item) SELECT \(table.nameLiteral), \(item(nil)) \
      FROM \(QuotedIdentifier.quoted(table.name)) WHERE \(victims);
      """
  }

  /// Returns what names a row: its rowid, or its key, or nothing where it can't be named.
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

  /// Tells whether an update gave a row another rowid or key.
  ///
  /// It is asked of every update: one that names the rowid by its other name is none `OF` the key's column.
  private var hasMoved: String? {
    let names = table.hasRowID ? table.rowIDExpression.map { [$0] } ?? [] : keyColumns
    guard !names.isEmpty else { return nil }
    return names.map { "old.\($0) IS NOT new.\($0) COLLATE BINARY" }.joined(separator: " OR ")
  }
}
