import Sectional
import SectionalSQL

extension SQLiteRows {
  /// Reads the rows that have one of some values in a column.
  ///
  /// SQLite finds them inside a join or a group by a comparison with one value, and may look at all rows for a list of values.
  ///
  /// - Parameters:
  ///   - column: The index of the column.
  ///   - values: The values; SQLite can't take values of different groups for equal.
  /// - Returns: The rows.
  /// - Throws: `StoreError` if SQLite can't run the query.
  func rows(where column: Int, isIn values: [[StoredValue]]) throws(StoreError) -> FetchedRows {
    if values.count > SQLiteRows.mostScans, let problem = try missingLookup(of: column) {
      throw StoreError(.unsupported, problem)
    }
    var rows = FetchedRows(query, isOrdered: false)
    let name = QuotedIdentifier.quoted(query.layout.columns.names[column])
    try interruptibly { () throws(StoreError) in
      for group in values { try read(where: name, isIn: group, into: &rows) }
    }
    return rows
  }

  /// The most statements that may look at all rows.
  private static let mostScans = 8

  /// Returns that SQLite would look at all rows of a table to find those with a value, or `nil` if it wouldn't.
  func missingLookup(of column: Int) throws(StoreError) -> String? {
    let name = query.layout.columns.names[column]
    let select = statement(where: QuotedIdentifier.quoted(name), isIn: [.integer(0)])
    let plan = try handle.plan(of: select)
    // What a subquery returns for one value isn't a table.
    let isScan = plan.contains { step in
      step.hasPrefix("SCAN ") && !step.hasPrefix("SCAN CONSTANT") && !step.hasPrefix("SCAN (")
    }
    return isScan ? "no index finds the rows by \(quoted(name))" : nil
  }

  /// Returns why rows can't be found by the values that a table has in a column.
  func lookupObstacle(
    _ column: Int, from source: RowSource, _ other: String
  ) throws(StoreError) -> String? {
    guard case .table(let table) = source else { return nil }
    let name = query.layout.columns.names[column]
    let type = try prepare(statement(where: "1", isIn: [.integer(1)]).text).declaredType(of: column)
    let described = handle.description(of: other, in: table)
    let affinity = SQLiteAffinity(declaredType: described.type)
    func isInteger(_ type: String) -> Bool { type.uppercased().contains("INT") }
    // SQLite doesn't find each real number that equals a rowid.
    guard let type, SQLiteAffinity(declaredType: type) == affinity,
      isInteger(type) == isInteger(described.type)
    else {
      return
        "\(quoted(name)) isn't a column that is declared like \(quoted(other)) of \(quoted(table))"
    }
    guard affinity == .number || described.isDeterministic == true else {
      return "\(quoted(other)) of \(quoted(table)) takes different texts for equal"
    }
    return nil
  }

  private func statement(where name: String, isIn values: [StoredValue]) -> QueryStatement {
    let conditions = values.map { $0 == .null ? "\(name) IS NULL" : "\(name) = ?" }
    return QueryStatement(
      rowsWhere: SQLText(
        "(\(conditions.joined(separator: " OR ")))", values.filter { $0 != .null }),
      of: query, from: resolved.source, dialect: resolved.dialect, rowID: resolved.rowIDName)
  }

  private func read(
    where name: String, isIn values: [StoredValue], into rows: inout FetchedRows
  ) throws(StoreError) {
    let select = statement(where: name, isIn: values)
    let prepared = try prepare(select.text)
    defer { prepared.reset() }
    try prepared.bind(select.arguments)
    try forEachRow(of: prepared) { contents, rowID throws(StoreError) in
      try rows.append(contents, rowID: rowID)
      return true
    }
  }
}
