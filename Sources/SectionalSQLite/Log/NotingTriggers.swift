import Sectional
import SectionalSQL

/// Temporary triggers that report what the update hook doesn't.
///
/// They exist only in the connection, and aren't stored in the file. All of them fire `BEFORE` a row is written, because
/// another trigger of the connection can keep those that fire `AFTER` it from running (see ``ChangeLogTriggers``).
struct NotingTriggers {
  private let table: SQLiteTable
  private let indexes: [SQLiteIndex]

  init(_ table: SQLiteTable, indexes: [SQLiteIndex]) {
    self.table = table
    self.indexes = indexes
  }

  /// The prefix of every trigger's name.
  static let prefix = "sectional_touched_"

  /// The statements that create the triggers.
  var statements: [String] {
    var bodies: [(moment: String, condition: String?, body: String)] = []
    if table.hasRowID {
      // If columns hide the rowid, there is no way to identify the row.
      bodies.append(("BEFORE UPDATE", nil, note(identity("old")) + table.loadingSources))
    } else {
      bodies.append(("BEFORE INSERT", nil, noteNew))
      bodies.append(("BEFORE DELETE", nil, note(identity("old"))))
      bodies.append(
        ("BEFORE UPDATE", nil, "\(note(identity("old"))) \(noteNew)\(table.loadingSources)"))
    }
    for index in indexes {
      bodies.append(("BEFORE INSERT", nil, victims(of: index, before: .insert)))
      bodies.append(
        (
          table.moment(beforeUpdateOf: index), table.hasChanged(index),
          victims(of: index, before: .update)
        ))
    }
    return bodies.enumerated().map { number, trigger in
      let name = QuotedIdentifier.quoted("\(NotingTriggers.prefix)\(number)_\(table.name)")
      let condition = trigger.condition.map { "WHEN \($0) " } ?? ""
      return """
        CREATE TEMP TRIGGER \(name) \(trigger.moment) ON main.\(QuotedIdentifier.quoted(table.name))
        \(condition)BEGIN \(trigger.body) END
        """
    }
  }

  private func note(_ identity: [String]) -> String {
    "SELECT \(UpdateHook.functionName)(\(([table.nameLiteral] + identity).joined(separator: ", ")));"
  }

  /// Reports the row that is about to be written, or that it may be any row.
  private var noteNew: String {
    guard let condition = table.newKeyIsUnknown else { return note(identity("new")) }
    return """
      SELECT \(UpdateHook.functionName)(\(table.nameLiteral)) WHERE \(condition); \
      \(note(identity("new")))
      """
  }

  /// Returns the SQL for what identifies a row.
  private func identity(_ row: String?) -> [String] {
    let prefix = row.map { "\($0)." } ?? ""
    guard table.hasRowID else {
      return table.keyColumns.map { prefix + QuotedIdentifier.quoted(table.columns[$0].name) }
    }
    return table.rowIDExpression.map { [prefix + $0] } ?? []
  }

  /// Reports the rows that would be replaced because they have the same values in a unique index, or that any row may
  /// be.
  private func victims(of index: SQLiteIndex, before write: SQLiteTable.Write) -> String {
    guard let victims = table.victims(of: index, before: write) else { return note([]) }
    let arguments = ([table.nameLiteral] + identity(nil)).joined(separator: ", ")
    return """
      SELECT \(UpdateHook.functionName)(\(arguments))
      FROM main.\(table.heldRows) WHERE \(victims);
      """
  }
}
