public import Sectional
import SectionalSQL

extension SQLiteTransaction {
  /// Inserts a record; columns that aren't mapped get their defaults.
  ///
  /// - Throws: `StoreError` with code `noSuchTable` or `noSuchColumn` if the table or a mapped column is missing,
  ///   `constraintViolated` if a row with its key exists or another constraint would be
  ///   violated, or `invalidMapping` if the type's columns are in the wrong order.
  public func insert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    try run(.insert(record, dialect: .sqlite), of: Record.table)
  }

  /// Replaces the record that has the same key; columns that aren't mapped keep their values.
  ///
  /// - Returns: Whether that record existed; if it didn't, nothing is written.
  /// - Throws: `StoreError` with code `noSuchTable` or `noSuchColumn` if the table or a mapped column is missing,
  ///   `constraintViolated` if a constraint would be violated, or `invalidMapping` if
  ///   the type's columns are in the wrong order.
  @discardableResult public func update<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    try run(.update(record, dialect: .sqlite), of: Record.table) > 0
  }

  /// Replaces the record that has the same key, or inserts the record.
  ///
  /// - Throws: `StoreError` with code `noSuchTable` or `noSuchColumn` if the table or a mapped column is missing,
  ///   `constraintViolated` if a constraint would be violated, `invalidQuery` if the
  ///   mapped key isn't a key of the table, or `invalidMapping` if the type's columns are in the wrong order.
  public func upsert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    try run(.upsert(record, dialect: .sqlite), of: Record.table)
  }

  /// Deletes the record with the same key.
  ///
  /// - Returns: Whether that record existed.
  /// - Throws: `StoreError` with code `noSuchTable` or `noSuchColumn` if the table or a mapped column is missing,
  ///   `constraintViolated` if other rows need it, or `invalidMapping` if the type's
  ///   columns are in the wrong order.
  @discardableResult public func delete<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    try run(.delete(record, dialect: .sqlite), of: Record.table) > 0
  }

  /// Reads the records of a request as the transaction sees them, in order.
  ///
  /// - Throws: `StoreError` if a table, a column or a key is missing, a cell doesn't fit its property, or the type's
  ///   columns are in the wrong order.
  public func fetch<Record>(_ request: ResultsRequest<Record>) throws(StoreError) -> [Record] {
    try checkIsOpen()
    let rowRequest = try request.rowRequest(sectionBy: nil)
    let resolved = try SQLiteResolvedSource(rowRequest, on: handle, authorizer)
    let query = try RowQuery(rowRequest, layout: resolved.layout)
    return request.records(try SQLiteRows(query, resolved, on: handle).all().packer().sorted)
  }

  /// Runs the statement of a record.
  ///
  /// - Throws: `StoreError` with code `noSuchTable` or `noSuchColumn` if the table or a mapped column is missing.
  @discardableResult private func run<Record>(
    _ record: RecordStatement, of table: RecordTable<Record>
  ) throws(StoreError) -> Int {
    do throws(StoreError) { return try run(record) } catch {
      guard let failure = error.cause as? SQLiteFailure, failure.isAboutMissingName else {
        throw error
      }
      // What isn't missing here is missing in a trigger.
      _ = try handle.table(named: table.name).columns(named: table.columnNames)
      throw error
    }
  }

  private func run(_ record: RecordStatement) throws(StoreError) -> Int {
    try checkIsOpen()
    _ = authorizer.takeUpdates()
    let statement = try handle.prepared(record.text)
    defer { statement.reset() }
    try statement.bind(record.arguments)
    try run(statement)
    return handle.changes(by: statement)
  }
}
