import SectionalSQL

extension SQLiteTable {
  /// The table's name as an SQL literal.
  var nameLiteral: String { "'\(name.replacing("'", with: "''"))'" }

  /// Returns the condition of a `BEFORE` trigger that finds the rows which a new one would replace by having the same
  /// values in a unique index.
  ///
  /// - Returns: Nothing where SQL in a trigger can't tell: the index holds expressions or only some of the rows, or a
  ///   null may become a column's default.
  func victims(of index: SQLiteIndex) -> String? {
    guard let columns = index.plainColumns, !columns.contains(where: replacesNull) else {
      return nil
    }
    return columns.map { column in
      let name = SQLIdentifier.quoted(column.name)
      return "\(name) = new.\(name) COLLATE \(SQLIdentifier.quoted(column.collation))"
    }.joined(separator: " AND ")
  }

  /// Tells whether a column may get another value than the trigger sees: its default in place of a null.
  private func replacesNull(_ column: SQLiteIndex.Column) -> Bool {
    columns.contains { $0.name == column.name && $0.replacesNull }
  }
}
