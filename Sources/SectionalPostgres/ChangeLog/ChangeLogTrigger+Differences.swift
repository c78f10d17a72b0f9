import SectionalSQL

extension ChangeLogTrigger {
  /// The maximum number of columns that are compared; a query of the server can have only so many columns.
  private static let mostComparedColumns = 800

  /// Returns the SQL for the bits of the columns whose values differ in an old row and a new one.
  ///
  /// Large values aren't read to be compared; they count as changed.
  var differences: String {
    guard table.columns.count <= ChangeLogTrigger.mostComparedColumns else { return "-1::bigint" }
    // Rows are joined by their keys, which are the same then, unless equality ignores differences.
    let columns = table.columns.filter { !$0.hasExactEquality || !table.key.contains($0) }
    return (["0::bigint"] + columns.map(difference)).joined(separator: "\n              | ")
  }

  private func difference(_ column: LoggedTable.Column) -> String {
    let name = QuotedIdentifier.quoted(column.name)
    // If `=` ignores differences, the stored values are compared.
    let isOther =
      column.hasExactEquality
      ? "o.\(name) IS DISTINCT FROM w.\(name)"
      : "ROW(o.\(name))::record *<> ROW(w.\(name))::record"
    let isLarge = ["o", "w"].compactMap(column.isLarge)
    let condition = (isLarge + [isOther]).joined(separator: " OR ")
    return "(CASE WHEN \(condition) THEN \(column.bit)::bigint ELSE 0 END)"
  }
}
