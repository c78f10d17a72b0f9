public import Sectional

extension ResultsRequest where Record == StoredRow {
  /// Creates a request for rows of a table or view.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - predicate: An SQL predicate that the rows meet, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - key: The columns that identify a row, in place of the declared primary key; required for a view.
  ///   - sortBy: The order of the rows.
  public init(
    table: String, predicate: String? = nil, arguments: [any ColumnValue] = [],
    key: [String]? = nil,
    sortBy: [SortKey<StoredRow>] = []
  ) {
    // With arguments but no predicate, the predicate is TRUE, so the store reports that there are too many arguments.
    let isFiltered = predicate != nil || !arguments.isEmpty
    self.init(
      source: .table(table),
      predicate: isFiltered ? StoreText(predicate ?? "TRUE", arguments: arguments.cells) : nil,
      keyColumns: key, sortBy: sortBy)
  }

  /// Creates a request for the rows of a read-only statement.
  ///
  /// - Parameters:
  ///   - sql: A single read-only statement, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - key: The columns that identify a row.
  ///   - sortBy: The order of the rows.
  public init(
    sql: String, arguments: [any ColumnValue] = [], key: [String], sortBy: [SortKey<StoredRow>] = []
  ) {
    self.init(
      source: .query(StoreText(ReadStatement.withoutTerminator(sql), arguments: arguments.cells)),
      keyColumns: key, sortBy: sortBy)
  }
}

extension ResultsRequest where Record: StoredRecord {
  /// Creates a request for the records that meet a predicate in SQL.
  ///
  /// - Parameters:
  ///   - predicate: The predicate, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - sortBy: The order of the records.
  public init(
    predicate: String, arguments: [any ColumnValue] = [], sortBy: [SortKey<Record>] = []
  ) {
    self.init(sortBy: sortBy)
    storePredicate = StoreText(predicate, arguments: arguments.cells)
  }

  /// Creates a request for the records that a read-only statement returns, for example from several tables.
  ///
  /// The statement's columns are matched by name with those of the type's ``RecordTable``, whose own name is not used. The
  /// primary key of the ``RecordTable`` identifies a record.
  ///
  /// - Parameters:
  ///   - sql: A single read-only statement, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - sortBy: The order of the records.
  public init(
    sql: String, arguments: [any ColumnValue] = [], sortBy: [SortKey<Record>] = []
  ) {
    self.init(sortBy: sortBy)
    source = .query(StoreText(ReadStatement.withoutTerminator(sql), arguments: arguments.cells))
  }
}
