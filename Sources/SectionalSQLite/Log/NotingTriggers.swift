import Sectional
import SectionalSQL

/// Temporary triggers that report what the update hook is silent about.
///
/// They live in the connection only; nothing of them is in the file.
struct NotingTriggers {
  private let table: SQLiteTable
  private let indexes: [SQLiteIndex]

  init(_ table: SQLiteTable, indexes: [SQLiteIndex]) {
    self.table = table
    self.indexes = indexes
  }

  /// What begins the name of each.
  static let prefix = "sectional_touched_"

  /// The statements that make them.
  var statements: [String] {
    var bodies: [(moment: String, body: String)] = []
    if table.hasRowID {
      // Where columns hide the rowid, nobody can say which row it was.
      bodies.append(("BEFORE UPDATE", note(identity("old"))))
    } else {
      bodies.append(("AFTER INSERT", note(identity("new"))))
      bodies.append(("AFTER DELETE", note(identity("old"))))
      bodies.append(("AFTER UPDATE", "\(note(identity("old"))) \(note(identity("new")))"))
    }
    for index in indexes {
      bodies.append(("BEFORE INSERT", victims(of: index)))
      bodies.append(("BEFORE UPDATE", victims(of: index)))
    }
    return bodies.enumerated().map { number, trigger in
      let name = SQLIdentifier.quoted("\(NotingTriggers.prefix)\(number)_\(table.name)")
      return """
        CREATE TEMP TRIGGER \(name) \(trigger.moment) ON main.\(SQLIdentifier.quoted(table.name))
        BEGIN \(trigger.body) END
        """
    }
  }

  private var literal: String { "'\(table.name.replacing("'", with: "''"))'" }

  private func note(_ identity: [String]) -> String {
    "SELECT \(UpdateHook.functionName)(\(([literal] + identity).joined(separator: ", ")));"
  }

  /// Tells whether a column may get another value than the trigger sees: its default in place of a null.
  private func replacesNull(_ column: SQLiteIndex.Column) -> Bool {
    table.columns.contains { $0.name == column.name && $0.replacesNull }
  }

  /// Returns what identifies a row.
  private func identity(_ row: String?) -> [String] {
    let prefix = row.map { "\($0)." } ?? ""
    guard table.hasRowID else {
      return table.keyColumns.map { prefix + SQLIdentifier.quoted(table.columns[$0].name) }
    }
    return table.rowIDExpression.map { [prefix + $0] } ?? []
  }

  /// Reports the rows that would be replaced because a unique index has them already.
  private func victims(of index: SQLiteIndex) -> String {
    guard let columns = index.plainColumns, !columns.contains(where: replacesNull) else {
      return note([])
    }
    let isSame = columns.map { column in
      let name = SQLIdentifier.quoted(column.name)
      return "\(name) = new.\(name) COLLATE \(SQLIdentifier.quoted(column.collation))"
    }
    let arguments = ([literal] + identity(nil)).joined(separator: ", ")
    return """
      SELECT \(UpdateHook.functionName)(\(arguments))
      FROM main.\(SQLIdentifier.quoted(table.name)) WHERE \(isSame.joined(separator: " AND "));
      """
  }
}
