public import Sectional
import SectionalSQL

extension SQLiteTransaction {
  /// Inserts a record; columns that are not mapped get their defaults.
  ///
  /// - Throws: `StoreError` with code `constraintViolated` when there is a row with its key, or another rule of the
  ///   schema would be broken, `invalidMapping` when the type's columns stand in a wrong order.
  public func insert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    try run(.insert(record, dialect: .sqlite))
  }

  /// Writes a record in place of the one with its key; columns that are not mapped stay.
  ///
  /// - Returns: Whether there was one; else nothing is written.
  /// - Throws: `StoreError` with code `constraintViolated` when a rule of the schema would be broken, `invalidMapping` when
  ///   the type's columns stand in a wrong order.
  @discardableResult public func update<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    try run(.update(record, dialect: .sqlite)) > 0
  }

  /// Writes a record in place of the one with its key, or inserts it.
  ///
  /// - Throws: `StoreError` with code `constraintViolated` when a rule of the schema would be broken, `invalidQuery`
  ///   when the mapped key is not a key of the table, `invalidMapping` when the type's columns stand in a wrong order.
  public func upsert<Record: StoredRecord>(_ record: Record) throws(StoreError) {
    try run(.upsert(record, dialect: .sqlite))
  }

  /// Deletes the record with the same key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `StoreError` with code `constraintViolated` when other rows need it, `invalidMapping` when the type's columns
  ///   stand in a wrong order.
  @discardableResult public func delete<Record: StoredRecord>(
    _ record: Record
  ) throws(StoreError) -> Bool {
    try run(.delete(record, dialect: .sqlite)) > 0
  }

  /// Reads the records of a request as the transaction sees them, in order.
  ///
  /// - Throws: `StoreError` where a table, a column or a key is missing, a cell doesn't fit its property, or the type's
  ///   columns stand in a wrong order.
  public func fetch<Record>(_ request: ResultsRequest<Record>) throws(StoreError) -> [Record] {
    try checkIsOpen()
    let rowRequest = try request.rowRequest(sectionBy: nil)
    let resolved = try SQLiteResolvedSource(rowRequest, on: handle, authorizer)
    let query = try RowQuery(rowRequest, layout: resolved.layout)
    return request.records(try SQLiteRows(query, resolved, on: handle).all().packer().sorted)
  }

  @discardableResult private func run(_ record: RecordStatement) throws(StoreError) -> Int {
    try checkIsOpen()
    _ = authorizer.takeUpdates()
    let statement = try handle.prepared(record.text)
    defer { statement.reset() }
    try statement.bind(record.arguments)
    try run(statement)
    return handle.changes(by: statement)
  }
}
