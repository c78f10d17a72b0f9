/// A table of a memory store with columns of other tables.
struct MemoryJoin {
  private let joined: JoinedTable
  private let own: MemoryTable
  /// The tables of the columns, in their order, each with the column's index.
  private var places: [(related: ToOne?, index: Int)] = []
  private var others: [ToOne: MemoryTable] = [:]
  /// The columns by which rows of other tables are found, and the columns that these refer to, by their indexes.
  private var references: [ToOne: (own: Int, other: Int)] = [:]

  /// Finds the tables.
  ///
  /// - Throws: ``StoreError`` if a table or a column doesn't exist.
  init(_ joined: JoinedTable, in state: MemoryStore.State) throws(StoreError) {
    self.joined = joined
    own = try state.table(named: joined.name)
    for related in joined.related {
      let other = try state.table(named: related.table)
      others[related] = other
      references[related] = (
        try own.columns.resolve(related.column, of: .table(own.name)),
        try other.columns.resolve(related.key, of: .table(other.name))
      )
    }
    for column in joined.columns {
      let table = column.related.flatMap { others[$0] } ?? own
      places.append(
        (column.related, try table.columns.resolve(column.source, of: .table(table.name))))
    }
  }

  private var columns: RowColumns { RowColumns(joined.columns.map(\.name)) }

  /// Returns the layout of a request's rows.
  func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    let key = request.rows.keyColumns ?? []
    let columns = try request.columns(of: columns, keyColumns: key)
    var keyColumns: [Int] = []
    for name in key { keyColumns.append(try columns.resolve(name, of: request.rows.source)) }
    let tables = [own.name] + others.values.map(\.name)
    return RowLayout(
      columns: columns, keyColumns: keyColumns, fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: tables), dependence: .tables)
  }

  /// Reads all rows.
  func rows(of query: RowQuery) throws(StoreError) -> FetchedRows {
    try rows(of: query, own.rows.values)
  }

  /// Reads the rows that have one of some values in a column of the table itself; all rows for a column of another table.
  func rows(
    of query: RowQuery, where column: String, isIn values: Set<RowKey>
  ) throws(StoreError) -> FetchedRows {
    guard let place = own.columns.index(of: column) else { return try rows(of: query) }
    guard own.keyColumns != [place] else {
      return try rows(of: query, values.compactMap { own.rows[$0] })
    }
    return try rows(
      of: query, own.rows.values.filter { values.contains(RowKey([$0.value(at: place)])) })
  }

  private func rows(
    of query: RowQuery, _ rows: some Collection<PackedRow>
  ) throws(StoreError) -> FetchedRows {
    var chosen: [(related: ToOne?, index: Int)] = []
    for name in query.layout.columns.names {
      chosen.append(places[try columns.resolve(name, of: query.request.rows.source)])
    }
    let related = others.map { one, table in (one, found(one, table, for: rows)) }
    var fetched = FetchedRows(query, isOrdered: false)
    for row in rows {
      for rows in combined(row, with: related) {
        try fetched.append(
          PackedRow(chosen.map { place in rows[place.related]?.value(at: place.index) ?? .null }))
      }
    }
    return fetched
  }

  /// Returns the rows of another table that belong to some rows, by the value that refers to them.
  private func found(
    _ related: ToOne, _ table: MemoryTable, for rows: some Collection<PackedRow>
  ) -> [RowKey: [PackedRow]] {
    guard let (own, other) = references[related] else { return [:] }
    // Keys are equal where SQL's numbers are, such as 1 and 1.0; null equals nothing.
    let values = Set(rows.map { RowKey([$0.value(at: own)]) }).subtracting([RowKey([.null])])
    guard table.keyColumns != [other] else {
      return Dictionary(
        uniqueKeysWithValues: values.compactMap { value in
          table.rows[value].map { (value, [$0]) }
        })
    }
    return Dictionary(grouping: table.rows.values) { RowKey([$0.value(at: other)]) }
      .filter { values.contains($0.key) }
  }

  /// Returns a row with the rows that belong to it; several if several rows of a table belong to it, as in SQL.
  private func combined(
    _ row: PackedRow, with related: [(ToOne, [RowKey: [PackedRow]])]
  ) -> [[ToOne?: PackedRow]] {
    var all: [[ToOne?: PackedRow]] = [[nil: row]]
    for (one, rows) in related {
      guard let own = references[one]?.own, let found = rows[RowKey([row.value(at: own)])]
      else { continue }
      all = all.flatMap { combination in
        found.map { other in combination.merging([one: other]) { _, new in new } }
      }
    }
    return all
  }
}
