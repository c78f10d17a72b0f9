package import Sectional

/// The statement for the rows of a table with columns of other tables.
package struct JoinStatement {
  /// A table as the statement names it.
  package struct Table {
    /// The table's name in SQL.
    let text: String
    /// All columns of the table.
    let columns: RowColumns
    /// The operator that compares a column, by the column's name.
    let equality: (String) -> String

    package init(text: String, columns: RowColumns, equality: @escaping (String) -> String) {
      (self.text, self.columns, self.equality) = (text, columns, equality)
    }
  }

  /// The statement.
  package let text: String

  /// Creates the statement.
  ///
  /// - Parameters:
  ///   - joined: The rows.
  ///   - added: Other columns of the table itself, which a condition can name.
  ///   - table: Returns a table by its name in the request.
  /// - Throws: What `table` throws, and `StoreError` with code `noSuchColumn`.
  package init(
    _ joined: JoinedTable, adding added: [String] = [],
    _ table: (String) throws(StoreError) -> Table
  ) throws(StoreError) {
    let own = try table(joined.name)
    var sources: [ToOne?: (alias: String, name: String, table: Table)] = [
      nil: ("sectional_0", joined.name, own)
    ]
    var joins: [String] = []
    for (place, related) in joined.related.enumerated() {
      let other = try table(related.table)
      let alias = "sectional_\(place + 1)"
      sources[related] = (alias, related.table, other)
      let key = try other.columns.name(of: related.key, in: related.table)
      let column = try own.columns.name(of: related.column, in: joined.name)
      joins.append(
        "\nLEFT JOIN \(other.text) AS \(alias) ON \(alias).\(QuotedIdentifier.quoted(key)) "
          + "\(other.equality(key)) sectional_0.\(QuotedIdentifier.quoted(column))")
    }
    var terms: [String] = []
    let listed = Set(joined.columns.map { Names.bytes($0.name) })
    let others = added.filter { !listed.contains(Names.bytes($0)) }
    for column in joined.columns + others.map(JoinedTable.Column.init(own:)) {
      guard let source = sources[column.related] else { continue }
      let name = try source.table.columns.name(of: column.source, in: source.name)
      terms.append(
        "\(source.alias).\(QuotedIdentifier.quoted(name)) AS \(QuotedIdentifier.quoted(column.name))"
      )
    }
    text =
      "SELECT \(terms.joined(separator: ", "))\nFROM \(own.text) AS sectional_0"
      + joins.joined()
  }
}

extension RowColumns {
  /// Returns a column's name as the table spells it.
  fileprivate func name(of column: String, in table: String) throws(StoreError) -> String {
    names[try resolve(column, of: .table(table))]
  }
}
