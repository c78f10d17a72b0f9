import Sectional

/// A list as one store shows it, ready to be compared with another store's.
struct ComparedList {
  /// A row with the place of its section.
  struct Row {
    let key: RowKey
    let section: Int
    let values: [Value]
  }

  /// The names of the columns.
  let columns: RowColumns
  /// The places of the columns that decide the order, the most important first.
  let order: [Int]
  /// The keys of the sections, numbers by value; in a store's own order one may come again.
  private(set) var sections: [Value] = []
  private(set) var rows: [Row] = []

  /// Takes over a list in Sectional's order.
  init(_ results: SectionedResults<Sectional.Row>) {
    columns = results.columns
    order = ComparedList.order(results.ordering, results.columns)
    for section in results {
      sections.append(section.key)
      for row in section { append(row, results.keyColumns) }
    }
    if results.ordering.section.isEmpty { sections = [] }
  }

  /// Groups rows that came in some order, by what follows one another.
  init(_ rows: [Sectional.Row], like list: SectionedResults<Sectional.Row>) {
    columns = list.columns
    order = ComparedList.order(list.ordering, list.columns)
    let column = list.ordering.section.first?.column
    for row in rows {
      if let column {
        let key = row.values[column].byValue
        if sections.last != key || self.rows.isEmpty { sections.append(key) }
      }
      append(row, list.keyColumns)
    }
  }

  private static func order(_ ordering: RowOrdering, _ columns: RowColumns) -> [Int] {
    ordering.terms.map(\.column).filter { columns.names.indices.contains($0) }
  }

  private mutating func append(_ row: Sectional.Row, _ keyColumns: [String]) {
    // Stores may declare the columns of a key in different orders.
    let names = keyColumns.sorted()
    let key = names.isEmpty ? row.key : RowKey(names.map { row[$0] ?? .null })
    rows.append(Row(key: key, section: sections.count - 1, values: row.values.map(\.byValue)))
  }
}

extension Value {
  /// The value with an integer in place of a real that equals one.
  var byValue: Value {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }
}
