import Sectional

/// A list as one store shows it, prepared for comparison with another store's list.
struct ComparedList {
  /// A row with the index of its section.
  struct Row {
    let key: RowKey
    let section: Int
    let values: [StoredValue]
  }

  /// The names of the columns.
  let columns: [String]
  /// The indexes of the columns that decide the order within a section, the most significant first.
  let order: [Int]
  /// What the sections are made from, in words, or `nil` if there are no sections.
  let sectionName: String?
  /// The keys of the sections, with numbers compared by value.
  ///
  /// In a store's own order, a key can occur more than once.
  private(set) var sections: [StoredValue] = []
  private(set) var rows: [Row] = []
  /// The names of the key's columns, which stores can declare in different orders.
  private let keyColumns: [String]

  /// Creates a list from results in Sectional's order.
  init(_ results: ResultsList<StoredRow>) {
    self.init(like: results)
    for section in results {
      if sectionName != nil { sections.append(section.key) }
      for row in section { append(row) }
    }
  }

  /// Creates a list from rows in any order; adjacent rows with equal section keys form a section.
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
  /// The value, with an integer instead of a real number that equals one.
  var byValue: StoredValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }
}
