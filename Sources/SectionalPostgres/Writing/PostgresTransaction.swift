public import Sectional
import SectionalSQL

/// The writes of one transaction on a PostgreSQL server.
///
/// It is valid only in the body it is passed to, for one statement after the other; later uses throw. After a statement
/// fails, the server accepts no more statements: put statements that may fail into ``savepoint(_:)``.
public final class PostgresTransaction {
  private let connection: PostgresConnection
  // State: belongs to the task that runs the body.
  private var isOver = false
  private var depth = 0
  /// The tables of records, cached until another statement may have changed them.
  private var tables: [String: PostgresDialect] = [:]

  init(_ connection: PostgresConnection) { self.connection = connection }

  func end() { isOver = true }

  /// Checks that statements still belong to the transaction.
  func checkIsOpen() async throws(StoreError) {
    guard !isOver else {
      throw StoreError(
        .writeFailed, "the transaction is over; use it only inside the body it was passed to")
    }
    guard !Task.isCancelled else { throw .cancelledWork }
    guard await connection.isInTransaction else {
      throw StoreError(.connectionLost, "the transaction was lost; begin another one")
    }
    guard await !connection.hasFailed else {
      throw StoreError(
        .writeFailed,
        "a failed statement rolled back the whole transaction; put what may fail into savepoint { … }"
      )
    }
  }

  /// Commits the transaction.
  func commit() async throws(StoreError) {
    do throws(StoreError) { try await connection.run("COMMIT") } catch {
      // A task that is cancelled doesn't wait for long; a server that answered either committed or rolled back.
      guard await connection.session.phase == .lost else { throw error }
      throw StoreError(
        .connectionLost,
        "the connection was lost at the commit; read to see whether it succeeded", cause: error)
    }
  }

  /// Runs SQL: one statement with its arguments, or several without arguments.
  ///
  /// - Parameters:
  ///   - sql: The statements. `BEGIN`, `COMMIT`, `ROLLBACK` and savepoints are rejected; see ``savepoint(_:)``.
  ///   - arguments: The values of the placeholders `$1`, `$2`, … or `?`, in order; they are bound.
  /// - Returns: The number of rows that the last statement inserted, updated or deleted, not counting the effects of
  ///   triggers and foreign keys.
  /// - Throws: `StoreError` with code `constraintViolated` if a constraint would be violated, or `invalidQuery` if the
  ///   server can't run the SQL.
  @discardableResult public func execute(
    _ sql: String, _ arguments: [any ColumnValue] = []
  ) async throws(StoreError) -> Int {
    guard !PostgresScanner.controlsTransaction(sql) else {
      throw StoreError(
        .invalidQuery,
        "BEGIN, COMMIT, ROLLBACK and SAVEPOINT can't be used in statements inside a transaction; "
          + "use savepoint { … } to be able to roll back a part")
    }
    try await checkIsOpen()
    tables = [:]
    let cells = arguments.cells
    return try await connection.execute(
      PostgresPlaceholders.numbered(SQLText(sql, cells)), cells.map { PostgresArgument($0) })
  }

  /// Runs a body whose writes are rolled back if it throws; its error is rethrown.
  ///
  /// - Returns: What the body returns.
  @discardableResult public func savepoint<Output>(
    _ body: (PostgresTransaction) async throws -> Output
  ) async throws -> Output {
    try await checkIsOpen()
    depth += 1
    defer { depth -= 1 }
    let name = "sectional_\(depth)"
    try await connection.run("SAVEPOINT \(name)")
    do {
      let output = try await body(self)
      try await checkIsOpen()
      try await connection.run("RELEASE SAVEPOINT \(name)")
      return output
    } catch {
      tables = [:]
      guard !Task.isCancelled, await connection.isInTransaction else { throw error }
      // If it can't be rolled back alone, the whole transaction is lost, which is reported at its end.
      _ = try? await connection.run("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
      throw error
    }
  }

  /// Inserts a record; columns that aren't mapped get their defaults.
  ///
  /// - Throws: `StoreError` with code `constraintViolated` if a row with its key exists or another constraint would be
  ///   violated, or `invalidMapping` if the type's columns are in the wrong order.
  public func insert<Record: StoredRecord>(_ record: Record) async throws(StoreError) {
    try await run(.insert(record, dialect: dialect(of: Record.self)))
  }

  /// Replaces the record that has the same key; columns that aren't mapped keep their values.
  ///
  /// - Returns: Whether that record existed; if it didn't, nothing is written.
  /// - Throws: `StoreError` with code `constraintViolated` if a constraint would be violated, or `invalidMapping` if
  ///   the type's columns are in the wrong order.
  @discardableResult public func update<Record: StoredRecord>(_ record: Record)
    async throws(StoreError) -> Bool
  {
    try await run(.update(record, dialect: dialect(of: Record.self))) > 0
  }

  /// Replaces the record that has the same key, or inserts the record.
  ///
  /// - Throws: `StoreError` with code `constraintViolated` if a constraint would be violated, `invalidQuery` if the
  ///   mapped key isn't a key of the table, or `invalidMapping` if the type's columns are in the wrong order.
  public func upsert<Record: StoredRecord>(_ record: Record) async throws(StoreError) {
    try await run(.upsert(record, dialect: dialect(of: Record.self)))
  }

  /// Deletes the record with the same key.
  ///
  /// - Returns: Whether that record existed.
  /// - Throws: `StoreError` with code `constraintViolated` if other rows need it, or `invalidMapping` if the type's
  ///   columns are in the wrong order.
  @discardableResult public func delete<Record: StoredRecord>(_ record: Record)
    async throws(StoreError) -> Bool
  {
    try await run(.delete(record, dialect: dialect(of: Record.self))) > 0
  }

  /// Reads the records of a request as the transaction sees them, in order.
  ///
  /// - Throws: `StoreError` if a table, a column or a key is missing, a cell doesn't fit its property, or the type's
  ///   columns are in the wrong order.
  public func fetch<Record>(_ request: ResultsRequest<Record>) async throws(StoreError) -> [Record]
  {
    try await checkIsOpen()
    try await connection.noteCurrentSettings()
    return try await PostgresReader(connection: connection) { 0 }.fetch(request)
  }

  private func dialect<Record: StoredRecord>(
    of type: Record.Type
  ) async throws(StoreError) -> PostgresDialect {
    try await checkIsOpen()
    let name = Record.table.name
    if let dialect = tables[name] { return dialect }
    let dialect = try await PostgresSource.find(.table(name), on: connection).dialect(rules: nil)
    tables[name] = dialect
    return dialect
  }

  @discardableResult private func run(_ record: RecordStatement) async throws(StoreError) -> Int {
    try await connection.run(
      PostgresPlaceholders.numbered(SQLText(record.text, record.arguments)),
      zip(record.arguments, record.moments).map { PostgresArgument($0, moment: $1) })
  }
}
