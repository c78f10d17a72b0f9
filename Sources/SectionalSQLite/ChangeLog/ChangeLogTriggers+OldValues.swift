import Sectional
import SectionalSQL

/// What a row of the log says about the row that it identifies.
///
/// A row of another kind, which is null, only says that the identified row changed.
enum LoggedState: Int64 {
  /// There was no such row.
  case absent = 0
  /// The row had these values.
  case present = 1
  /// There was no row with a greater rowid, nor one with the rowid -1.
  ///
  /// Before an insert that chooses the rowid itself, SQLite shows triggers -1.
  case absentAbove = 2
}

/// Triggers that also log what rows were before they change.
///
/// Before a row changes, disappears or appears, they log what it is at that moment. Whatever a row's first entry after a
/// place in the log says is then what the row was at that place. The order of other entries proves nothing: a user's own
/// trigger can change a row again before the first change is logged by a trigger that fires `AFTER` it.
extension ChangeLogTriggers {
  /// The beginning of each statement that logs old values.
  static let beginningOfOldValues =
    "INSERT INTO \(ChangeLogTable.name)(\(ChangeLogTable.valueColumn(0))"

  /// Returns the statements that create the triggers, except for those of replacing updates.
  func statements(keeping columns: LoggedColumns) -> [String] {
    var statements = [
      trigger("insert", "AFTER INSERT", note(item("new"))),
      trigger("delete", "BEFORE DELETE", row("old", keeping: columns)),
      trigger("update", "BEFORE UPDATE", row("old", keeping: columns)),
    ]
    let taken = rowTaken(keeping: columns)
    if let hasMoved {
      statements.append(trigger("move", "AFTER UPDATE", when: hasMoved, note(item("new"))))
      let body = (taken + [absenceBeforeMove(columns)]).joined(separator: " ")
      statements.append(trigger("arrive", "BEFORE UPDATE", when: hasMoved, body))
    }
    let body = (taken + replacedByInsert + [absenceBeforeInsert(columns)])
    statements.append(trigger("replace", "BEFORE INSERT", body.joined(separator: " ")))
    return statements
  }

  private func row(_ row: String, keeping columns: LoggedColumns) -> String {
    "\(insertion(of: columns)) VALUES (\(present(row, columns)));"
  }

  /// Logs the rows that satisfy a condition.
  func rows(where condition: String, keeping columns: LoggedColumns) -> String {
    """
    \(insertion(of: columns)) SELECT \(present(nil, columns)) \
    FROM \(QuotedIdentifier.quoted(table.name)) WHERE \(condition);
    """
  }

  private func insertion(of columns: LoggedColumns) -> String {
    let values = columns.names.indices.map(ChangeLogTable.valueColumn).joined(separator: ", ")
    return "INSERT INTO \(ChangeLogTable.name)(\(values), layout, kind, name, item)"
  }

  /// The values of a row in the order of the insertion's columns.
  private func present(_ row: String?, _ columns: LoggedColumns) -> String {
    let prefix = row.map { "\($0)." } ?? ""
    let values = columns.names.map { prefix + QuotedIdentifier.quoted($0) }
    let state = "\(columns.layout), \(LoggedState.present.rawValue)"
    return (values + [state, table.nameLiteral, item(row)]).joined(separator: ", ")
  }

  /// Logs the row whose rowid a row is about to get; a key without a rowid is that of a unique index.
  private func rowTaken(keeping columns: LoggedColumns) -> [String] {
    guard let rowID = table.rowIDExpression else { return [] }
    return [rows(where: "\(rowID) = new.\(rowID)", keeping: columns)]
  }

  /// Logs that no row has the rowid or the key that an update is about to give to a row.
  private func absenceBeforeMove(_ columns: LoggedColumns) -> String {
    let isFree =
      table.rowIDExpression.map {
        "NOT EXISTS (SELECT 1 FROM \(tableName) WHERE \($0) = new.\($0))"
      } ?? keyIsFree
    return """
      \(insertionOfAbsence) SELECT \(columns.layout), \(LoggedState.absent.rawValue), \
      \(table.nameLiteral), \(item("new")) WHERE \(isFree);
      """
  }

  /// Logs that no row has the rowid or the key that a row is about to be inserted with.
  ///
  /// If a row has it, the same trigger has just logged that row, and the first entry decides. Statements without a
  /// condition cost a writer less.
  private func absenceBeforeInsert(_ columns: LoggedColumns) -> String {
    let absent = "\(LoggedState.absent.rawValue)"
    guard let rowID = table.rowIDExpression else { return absence(columns, absent, item("new")) }
    let choice = "CASE new.\(rowID) WHEN -1 THEN"
    let newest = "ifnull((SELECT max(\(rowID)) FROM \(tableName)), \(Int64.min))"
    return absence(
      columns, "\(choice) \(LoggedState.absentAbove.rawValue) ELSE \(absent) END",
      "\(choice) \(newest) ELSE new.\(rowID) END")
  }

  private func absence(_ columns: LoggedColumns, _ state: String, _ item: String) -> String {
    let name = table.nameLiteral
    return "\(insertionOfAbsence) VALUES (\(columns.layout), \(state), \(name), \(item));"
  }

  private var insertionOfAbsence: String {
    "INSERT INTO \(ChangeLogTable.name)(layout, kind, name, item)"
  }

  /// A condition that is true if no row has exactly the key of a new row without a rowid.
  ///
  /// Keys that the index takes for equal can differ, such as texts in upper and lower case.
  private var keyIsFree: String {
    let key = table.keyColumns.map { table.columns[$0].name }
    let index = indexes.first { $0.plainColumns?.map(\.name) == key }
    let equal = index.flatMap { table.victims(of: $0, before: .insert) }.map { [$0] } ?? []
    let same = keyColumns.map { "\($0) IS new.\($0) COLLATE BINARY" }
    return """
      NOT EXISTS (SELECT 1 FROM \(tableName) WHERE \((equal + same).joined(separator: " AND ")))
      """
  }

  private var tableName: String { QuotedIdentifier.quoted(table.name) }
}
