public import Sectional
import SectionalSQL

/// The writes of one transaction on a PostgreSQL server.
///
/// It is good for the body it is handed to, one statement after the other; later uses throw. After a statement that
/// failed the server takes nothing more: nest ``write(_:)`` around what may fail.
public final class PostgresTransaction {
  private let connection: PostgresConnection
  // State: belongs to the task that runs the body.
  private var isOver = false
  private var depth = 0
  /// The tables of records, as long as no other statement may have changed them.
  private var tables: [String: PostgresDialect] = [:]

  init(_ connection: PostgresConnection) { self.connection = connection }

  func end() { isOver = true }

  /// Makes sure that statements still belong to the transaction.
  func checkIsOpen() async throws(StoreError) {
    guard !isOver else {
      throw StoreError(
        .writeFailed, "the transaction is over; write inside the body it was given to")
    }
    guard !Task.isCancelled else { throw .cancelledWork }
    guard await connection.isInTransaction else {
      throw StoreError(.connectionLost, "the transaction was lost; begin another one")
    }
    guard await !connection.hasFailed else {
      throw StoreError(
        .writeFailed,
        "a statement that failed took the whole transaction back; nest write around what may fail")
    }
  }

  /// Makes the writes visible.
  func commit() async throws(StoreError) {
    do throws(StoreError) { try await connection.run("COMMIT") } catch
      where error.code == .connectionLost
    {
      throw StoreError(
        .connectionLost,
        "the connection was lost at the commit; read to see whether it was done", cause: error)
    }
  }

  /// Runs SQL: one statement with its arguments, or several without any.
  ///
  /// - Parameters:
  ///   - sql: The statements. `BEGIN`, `COMMIT`, `ROLLBACK` and savepoints are refused; see ``write(_:)``.
  ///   - arguments: The values of the placeholders `$1`, `$2`, … or `?`, in their order; they are bound.
  /// - Returns: How many rows the last statement inserted, updated or deleted, apart from what triggers and foreign keys
  ///   did.
  /// - Throws: `StoreError` with code `constraintViolated` when a rule of the schema would be broken, `invalidQuery`
  ///   when the server can't run the SQL.
  @discardableResult public func execute(
    _ sql: String, _ arguments: [any ColumnValue] = []
  ) async throws -> Int {
    guard !PostgresScanner.controlsTransaction(sql) else {
      throw StoreError(
        .invalidQuery,
        "BEGIN, COMMIT, ROLLBACK and SAVEPOINT are not for statements inside a transaction; "
          + "nest write to take a part back")
    }
    try await checkIsOpen()
    tables = [:]
    let cells = arguments.cells
    return try await connection.execute(
      PostgresPlaceholders.numbered(SQLText(sql, cells)), cells.map { PostgresArgument($0) })
  }

  /// Runs a body whose writes are taken back when it throws, and the error thrown on.
  ///
  /// - Returns: What the body returns.
  @discardableResult public func write<Output>(
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
      // Where it can't be taken back alone, the whole transaction is lost, and says so at its end.
      _ = try? await connection.run("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
      throw error
    }
  }

  /// Inserts a record; columns that are not mapped get their defaults.
  ///
  /// - Throws: `StoreError` with code `constraintViolated` when there is a row with its key, or another rule of the
  ///   schema would be broken, `invalidMapping` when the type's columns stand in a wrong order.
  public func insert<Record: StoredRecord>(_ record: Record) async throws {
    try await run(.insert(record, dialect: dialect(of: Record.self)))
  }

  /// Writes a record in place of the one with its key; columns that are not mapped stay.
  ///
  /// - Returns: Whether there was one; else nothing is written.
  /// - Throws: `StoreError` with code `constraintViolated` when a rule of the schema would be broken, `invalidMapping` when
  ///   the type's columns stand in a wrong order.
  @discardableResult public func update<Record: StoredRecord>(_ record: Record) async throws -> Bool
  {
    try await run(.update(record, dialect: dialect(of: Record.self))) > 0
  }

  /// Writes a record in place of the one with its key, or inserts it.
  ///
  /// - Throws: `StoreError` with code `constraintViolated` when a rule of the schema would be broken, `invalidQuery`
  ///   when the mapped key is not a key of the table, `invalidMapping` when the type's columns stand in a wrong order.
  public func upsert<Record: StoredRecord>(_ record: Record) async throws {
    try await run(.upsert(record, dialect: dialect(of: Record.self)))
  }

  /// Deletes the record with the same key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `StoreError` with code `constraintViolated` when other rows need it, `invalidMapping` when the type's columns
  ///   stand in a wrong order.
  @discardableResult public func delete<Record: StoredRecord>(_ record: Record) async throws -> Bool
  {
    try await run(.delete(record, dialect: dialect(of: Record.self))) > 0
  }

  /// Reads the records of a request as the transaction sees them, in order.
  ///
  /// - Throws: `StoreError` where a table, a column or a key is missing, a cell doesn't fit its property, or the type's
  ///   columns stand in a wrong order.
  public func fetch<Record>(_ request: ResultsRequest<Record>) async throws -> [Record] {
    try await checkIsOpen()
    return try await PostgresReader(connection: connection).fetch(request)
  }

  private func dialect<Record: StoredRecord>(
    of type: Record.Type
  ) async throws -> PostgresDialect {
    try await checkIsOpen()
    let name = Record.table.name
    if let dialect = tables[name] { return dialect }
    let dialect = try await connection.source(.table(name)).dialect(rules: nil)
    tables[name] = dialect
    return dialect
  }

  @discardableResult private func run(_ record: RecordStatement) async throws -> Int {
    try await connection.run(
      PostgresPlaceholders.numbered(SQLText(record.text, record.arguments)),
      zip(record.arguments, record.moments).map { PostgresArgument($0, moment: $1) })
  }
}
