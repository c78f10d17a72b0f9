import Sectional

/// A list as one store shows it, prepared for comparison with another store's list.
struct ComparedList {
  /// The names of the columns.
  let columns: [String]
  /// The terms of the order, the most significant first; in a store's own order, each column's own rules decide.
  let terms: [OrderRule]
  /// The indexes of the columns that decide the order, the most significant first.
  let order: [Int]
  /// What the sections are made from, in words, or `nil` if there are no sections.
  let sectionName: String?
  /// The keys of the sections, with numbers compared by value.
  ///
  /// In a store's own order, a key can occur more than once.
  private(set) var sections: [StoredValue] = []
  /// The titles of the sections in the section index, in the order of the sections; empty in a store's own order.
  private(set) var indexTitles: [String?] = []
  private(set) var rows: [StoredRow] = []
  /// The index of each row's section; -1 if there are no sections.
  private(set) var sectionOfRow: [Int32] = []
  /// The names of the columns that identify a row, in an order that both lists have; empty if the rowid does.
  let keyColumns: [String]
  private let negativeZeros: NegativeZeros

  /// Creates a list from results in Sectional's order.
  init(
    _ results: ResultsList<StoredRow>, keyColumns: [String], negativeZeros: NegativeZeros = [:]
  ) {
    self.init(like: results, keyColumns, negativeZeros)
    rows.reserveCapacity(results.numberOfObjects)
    sectionOfRow.reserveCapacity(results.numberOfObjects)
    for section in results {
      if sectionName != nil {
        sections.append(section.key)
        indexTitles.append(section.indexTitle)
      }
      for row in section { append(row) }
    }
  }

  /// Creates a list from rows in any order; adjacent rows with equal section keys form a section.
  init(
    _ rows: [StoredRow], like list: ResultsList<StoredRow>, keyColumns: [String],
    negativeZeros: NegativeZeros
  ) {
    self.init(like: list, keyColumns, negativeZeros)
    let column = list.ordering.section.first?.column
    for row in rows {
      if let key = column.map({ row.value(at: $0).byValue }),
        sections.last != key || sections.isEmpty
      {
        sections.append(key)
      }
      append(row)
    }
  }

  private init(
    like list: ResultsList<StoredRow>, _ keyColumns: [String], _ negativeZeros: NegativeZeros
  ) {
    columns = list.columns.names
    terms = list.ordering.terms
    order = terms.map(\.column).filter { list.columns.names.indices.contains($0) }
    sectionName = list.ordering.section.first.map { list.name(of: $0) }
    self.keyColumns = keyColumns
    self.negativeZeros = negativeZeros
  }

  private mutating func append(_ row: StoredRow) {
    rows.append(row)
    sectionOfRow.append(Int32(sections.count - 1))
  }

  /// Returns what identifies a row in both lists.
  func key(_ place: Int) -> RowKey {
    // A row whose key holds a null is identified by its rowid.
    keyColumns.isEmpty || hasRowIDAsKey(place)
      ? rows[place].key : RowKey(keyColumns.map { rows[place][$0] ?? .null })
  }

  /// Whether only its rowid identifies a row.
  func hasRowIDAsKey(_ place: Int) -> Bool {
    if case .rowID = rows[place].key.identity { true } else { false }
  }

  /// Whether another list has the same columns in the same places.
  func hasSameShape(as other: ComparedList, _ columns: [ColumnPairs.Pair]) -> Bool {
    self.columns.count == other.columns.count && columns.count == self.columns.count
      && columns.allSatisfy { $0.first == $0.second }
  }

  /// Returns a cell.
  func value(_ place: Int, _ column: Int) -> StoredValue {
    let value = rows[place].value(at: column)
    return negativeZeros.isEmpty
      ? value : signed(value, in: columnsWithNegativeZeros(place), column)
  }

  /// Returns the cells of a row.
  func values(_ place: Int) -> [StoredValue] {
    let values = rows[place].values
    guard !negativeZeros.isEmpty, let signs = columnsWithNegativeZeros(place) else { return values }
    return values.enumerated().map { signed($1, in: signs, $0) }
  }

  private func columnsWithNegativeZeros(_ place: Int) -> Set<Int>? {
    negativeZeros[RowKey(key(place).values)]
  }

  /// Returns a zero with its sign, which was read by itself; another program can have written the cell meanwhile.
  private func signed(_ value: StoredValue, in signs: Set<Int>?, _ column: Int) -> StoredValue {
    guard signs?.contains(column) == true, value.byValue == .integer(0) else { return value }
    return .real(-0.0)
  }

  /// Whether a row has the same cells as one of a list of the same shape.
  func hasSameCells(_ place: Int, as other: ComparedList, _ otherPlace: Int) -> Bool {
    rows[place].hasSameCells(as: other.rows[otherPlace])
      && (negativeZeros.isEmpty && other.negativeZeros.isEmpty
        || negativeZeros[RowKey(key(place).values)]
          == other.negativeZeros[RowKey(other.key(otherPlace).values)])
  }

  /// The terms of the order, without those of a column that already decides.
  var decidingTerms: [OrderRule] {
    var seen: Set<Int> = []
    return terms.filter { columns.indices.contains($0.column) && seen.insert($0.column).inserted }
  }

  /// Returns the key of a row's section.
  func section(ofRow place: Int) -> StoredValue? {
    let section = Int(sectionOfRow[place])
    return sections.indices.contains(section) ? sections[section] : nil
  }
}
