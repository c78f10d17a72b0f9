extension RowRequest {
  /// The names of the columns that the request mentions.
  package var mentionedColumns: [String] {
    let ordered = order.sort.map(\.column) + [order.section?.column].compactMap(\.self)
    return (rows.keyColumns ?? []) + ordered + (rows.predicate?.columns.sorted() ?? [])
      + rows.aggregates.flatMap { $0.columns.sorted() } + (rows.cells?.map(\.column) ?? [])
  }

  /// Returns the table that the request names, for a store without a query language.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` if the request has SQL.
  public func tableName() throws(StoreError) -> String {
    if case .joined = rows.source, rows.storePredicate == nil {
      throw StoreError(
        .unsupported,
        "this store doesn't join tables; list records without properties of other tables' rows")
    }
    guard case .table(let name) = rows.source, rows.storePredicate == nil else {
      throw StoreError(
        .unsupported,
        "this store has no query language; request a table, with a predicate if needed")
    }
    return name
  }

  /// Returns the layout of the request's rows in a table of a store without a query language.
  ///
  /// - Parameters:
  ///   - columns: Every column of the table.
  ///   - primaryKey: The names of the columns that identify a row.
  /// - Returns: The layout: the columns to read, which of them are the key, and that each row depends on itself alone.
  /// - Throws: ``StoreError`` if the request has SQL, or names a column that doesn't exist.
  public func layout(
    ofTableWith columns: RowColumns, primaryKey: [String]
  ) throws(StoreError) -> RowLayout {
    let table = try tableName()
    let isDeclaredKey = identifiesRows(by: primaryKey)
    let key = isDeclaredKey ? primaryKey : rows.keyColumns ?? []
    let columns = try self.columns(of: columns, keyColumns: key)
    var places: [Int] = []
    for name in key { places.append(try columns.resolve(name)) }
    return RowLayout(
      columns: columns, keyColumns: places, fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: [table]), dependence: isDeclaredKey ? .row : .tables)
  }

  /// Returns whether the request leaves the key to the table or names the columns of its primary key, in any order and
  /// any case.
  package func identifiesRows(by primaryKey: [String]) -> Bool {
    guard let keyColumns = rows.keyColumns else { return true }
    return Set(keyColumns.map(Names.folded)) == Set(primaryKey.map(Names.folded))
  }

  /// Returns the columns to read from a source: first those requested, then those that identify a row, and those by which rows of
  /// other tables concern it.
  ///
  /// - Parameters:
  ///   - columns: Every column the source has.
  ///   - keyColumns: The names of the columns that identify a row.
  /// - Returns: The columns, each with the source's spelling of its name.
  /// - Throws: ``StoreError`` with code `noSuchColumn`; the message suggests the nearest name.
  package func columns(
    of columns: RowColumns, keyColumns: [String]
  ) throws(StoreError) -> RowColumns {
    guard var names = rows.cells?.map(\.column) ?? (rows.isOutlineOnly ? [] : nil) else {
      return columns
    }
    // A list of rows can be without its contents, but the columns that it mentions must exist.
    let ordered = rows.cells == nil ? mentionedColumns : []
    if ordered.contains(where: { columns.index(of: $0) == nil }) { return columns }
    var indexes: [Int] = []
    for followed in rows.follows {
      _ = try StoreError.about(.follows) { () throws(StoreError) in
        try columns.resolve(followed.resultColumn, of: rows.source)
      }
    }
    names = names + keyColumns + rows.follows.map(\.resultColumn) + ordered
    for (place, name) in names.enumerated() {
      let index = try columns.resolve(name, of: rows.source)
      // Every cell rule has its own column, even if two rules name the same one.
      if place < rows.cells?.count ?? 0 || !indexes.contains(index) { indexes.append(index) }
    }
    let kinds = indexes.enumerated().compactMap { place, index in
      columns.kinds[index].map { (place, $0) }
    }
    return RowColumns(
      indexes.map { columns.names[$0] }, kinds: Dictionary(uniqueKeysWithValues: kinds))
  }
}
