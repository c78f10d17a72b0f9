import Sectional
import SectionalSQL

/// Triggers that also log what rows were before they change.
///
/// Before a row changes, disappears or appears, they log what it is at that moment. Whatever a row's first entry after a
/// place in the log says is then what the row was at that place.
extension ChangeLogTriggers {
  /// The beginning of each statement that logs old values.
  static let beginningOfOldValues =
    "INSERT INTO \(ChangeLogTable.name)(\(ChangeLogTable.valueColumn(0))"

  /// Returns the statements that create the triggers, except for those of replacing updates.
  func statements(keeping columns: LoggedColumns) -> [String] {
    let taken = rowTaken(keeping: columns)
    let inserted = taken + replacedByInsert + [absenceBeforeInsert(columns)]
    let statements = [
      trigger("insert", "BEFORE INSERT", inserted.joined(separator: " ")),
      trigger("delete", "BEFORE DELETE", row("old", keeping: columns)),
      trigger("update", "BEFORE UPDATE", row("old", keeping: columns) + table.loadingSources),
    ]
    guard let hasMoved else { return statements }
    let moved = taken + [absenceBeforeMove(columns)]
    return statements + [
      trigger("move", "BEFORE UPDATE", when: hasMoved, moved.joined(separator: " "))
    ]
  }

  private func row(_ row: String, keeping columns: LoggedColumns) -> String {
    "\(insertion(of: columns)) VALUES (\(present(row, columns)));"
  }

  /// Logs the rows that satisfy a condition.
  func rows(where condition: String, keeping columns: LoggedColumns) -> String {
    """
    \(insertion(of: columns)) SELECT \(present(nil, columns)) \
    FROM \(table.heldRows) WHERE \(condition);
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
        "NOT EXISTS (SELECT 1 FROM \(table.heldRows) WHERE \($0) = new.\($0))"
      } ?? keyIsFree
    return """
      INSERT INTO \(ChangeLogTable.name)(layout, kind, name, item) \
      SELECT \(columns.layout), \(LoggedState.absent.rawValue), \(table.nameLiteral), \(newItem) \
      WHERE \(isFree);
      """
  }

  /// Logs that no row has the rowid or the key that a row is about to be inserted with.
  ///
  /// If a row has it, the same trigger has just logged that row, and the first entry decides.
  private func absenceBeforeInsert(_ columns: LoggedColumns) -> String {
    arrival(else: "\(LoggedState.absent.rawValue)", logging: [("layout", "\(columns.layout)")])
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
      NOT EXISTS (SELECT 1 FROM \(table.heldRows) WHERE \((equal + same).joined(separator: " AND ")))
      """
  }
}
