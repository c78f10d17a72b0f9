import Sectional

/// A list as one store shows it, ready to be compared with another store's.
struct ComparedList {
  /// A row with the place of its section.
  struct Row {
    let key: RowKey
    let section: Int
    let values: [StoredValue]
  }

  /// The names of the columns.
  let columns: [String]
  /// The places of the columns that decide the order inside of a section, the most important first.
  let order: [Int]
  /// What sections are made of, in words; nothing where there are none.
  let sectionName: String?
  /// The keys of the sections, numbers by value; in a store's own order one may come again.
  private(set) var sections: [StoredValue] = []
  private(set) var rows: [Row] = []
  /// The names of the key's columns, which stores may declare in different orders.
  private let keyColumns: [String]

  /// Takes over a list in Sectional's order.
  init(_ results: ResultsList<StoredRow>) {
    self.init(like: results)
    for section in results {
      if sectionName != nil { sections.append(section.key) }
      for row in section { append(row) }
    }
  }

  /// Groups rows that came in some order, by what follows one another.
  init(_ rows: [StoredRow], like list: ResultsList<StoredRow>) {
    self.init(like: list)
    let column = list.ordering.section.first?.column
    for row in rows {
      if let key = column.map({ row.values[$0].byValue }), sections.last != key || sections.isEmpty
      {
        sections.append(key)
      }
      append(row)
    }
  }

  private init(like list: ResultsList<StoredRow>) {
    columns = list.columns.names
    order = list.ordering.terms.map(\.column).filter { list.columns.names.indices.contains($0) }
    sectionName = list.ordering.section.first.map { list.name(of: $0) }
    keyColumns = list.keyColumns.sorted { $0.lowercased() < $1.lowercased() }
  }

  private mutating func append(_ row: StoredRow) {
    let key = keyColumns.isEmpty ? row.key : RowKey(keyColumns.map { row[$0] ?? .null })
    rows.append(Row(key: key, section: sections.count - 1, values: row.values.map(\.byValue)))
  }

  /// Returns the key of a row's section.
  func section(of row: Row) -> StoredValue? {
    sections.indices.contains(row.section) ? sections[row.section] : nil
  }
}

extension StoredValue {
  /// The value with an integer in place of a real that equals one.
  var byValue: StoredValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }
}
