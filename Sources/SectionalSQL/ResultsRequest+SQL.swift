public import Sectional

extension ResultsRequest where Record == StoredRow {
  /// Creates a request for rows of a table or view.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - predicate: An SQL predicate that the rows meet, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - search: A search in text that rows must be found by, in addition to the predicate.
  ///   - key: The columns that identify a row, in place of the declared primary key; required for a view.
  ///   - sortBy: The order of the rows.
  public init(
    table: String, predicate: String? = nil, arguments: [any ColumnValue] = [],
    search: TextSearch<StoredRow>? = nil, key: [String]? = nil,
    sortBy: [SortKey<StoredRow>] = []
  ) {
    // With arguments but no predicate, the predicate is TRUE, so the store reports that there are too many arguments.
    let isFiltered = predicate != nil || !arguments.isEmpty
    self.init(
      source: .table(table),
      predicate: isFiltered ? StoreText(predicate ?? "TRUE", arguments: arguments.cells) : nil,
      search: search, keyColumns: key, sortBy: sortBy)
  }

  /// Creates a request for the rows of a read-only statement.
  ///
  /// - Parameters:
  ///   - sql: A single read-only statement, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - search: A search in text that rows must be found by.
  ///   - key: The columns that identify a row.
  ///   - sortBy: The order of the rows.
  public init(
    sql: String, arguments: [any ColumnValue] = [], search: TextSearch<StoredRow>? = nil,
    key: [String], sortBy: [SortKey<StoredRow>] = []
  ) {
    self.init(
      source: .query(StoreText(ReadStatement.withoutTerminator(sql), arguments: arguments.cells)),
      search: search, keyColumns: key, sortBy: sortBy)
  }
}

extension ResultsRequest where Record: StoredRecord {
  /// Creates a request for the records that meet a predicate in SQL.
  ///
  /// - Parameters:
  ///   - predicate: The predicate, with a placeholder for each argument.
  ///   - arguments: The values of the placeholders; they are bound.
  ///   - search: A search in text that records must be found by, in addition to the predicate.
  ///   - sortBy: The order of the records.
  public init(
    predicate: String, arguments: [any ColumnValue] = [], search: TextSearch<Record>? = nil,
    sortBy: [SortKey<Record>] = []
  ) {
    self.init(search: search, sortBy: sortBy)
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
  ///   - search: A search in text that records must be found by, in addition to the predicate.
  ///   - sortBy: The order of the records.
  public init(
    sql: String, arguments: [any ColumnValue] = [], search: TextSearch<Record>? = nil,
    sortBy: [SortKey<Record>] = []
  ) {
    self.init(search: search, sortBy: sortBy)
    source = .query(StoreText(ReadStatement.withoutTerminator(sql), arguments: arguments.cells))
  }
}
