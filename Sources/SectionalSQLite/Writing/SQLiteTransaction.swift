public import Sectional
import SectionalSQL

/// The writes of one transaction on an SQLite file.
///
/// It is valid only in the body it is passed to, on the thread that runs the body; later uses throw.
public final class SQLiteTransaction {
  let handle: SQLiteHandle
  private let writeRecorder: SQLiteWriteRecorder
  private var isOver = false
  private var depth = 0

  var authorizer: SQLiteAuthorizer { writeRecorder.authorizer }

  init(_ handle: SQLiteHandle, _ writeRecorder: SQLiteWriteRecorder) {
    self.handle = handle
    self.writeRecorder = writeRecorder
  }

  func end() { isOver = true }

  /// Checks that statements still belong to the transaction.
  func checkIsOpen() throws(StoreError) {
    guard !isOver else {
      throw StoreError(
        .writeFailed, "the transaction is over; use it only inside the body it was passed to")
    }
    guard handle.isInTransaction else {
      throw StoreError(
        .writeFailed, "a failed statement rolled back the whole transaction; begin another one")
    }
  }

  /// Runs SQL: one statement with its arguments, or several without arguments.
  ///
  /// - Parameters:
  ///   - sql: The statements. `BEGIN`, `COMMIT`, `ROLLBACK` and savepoints are rejected; see ``savepoint(_:)``.
  ///   - arguments: The values of the placeholders, in order; they are bound.
  /// - Returns: The number of rows that the last statement inserted, updated or deleted, not counting the effects of
  ///   triggers and foreign keys.
  /// - Throws: `StoreError` with code `constraintViolated` if a constraint would be violated, or `invalidQuery` if
  ///   SQLite can't run the SQL.
  @discardableResult public func execute(
    _ sql: String, _ arguments: [any ColumnValue] = []
  ) throws(StoreError) -> Int {
    try checkIsOpen()
    var rest = sql[...]
    var changes = 0
    repeat {
      let isOnlyOne = !arguments.isEmpty
      let statement = try prepare(isOnlyOne ? sql[...] : rest, &rest, isOnlyOne: isOnlyOne)
      defer { statement.reset() }
      try statement.bind(arguments.cells)
      try run(statement)
      changes = handle.changes(by: statement)
    } while !ReadStatement.isBlank(String(rest))
    return changes
  }

  /// Prepares for a change of the schema.
  func prepareForChangeOfSchema() throws(StoreError) {
    try writeRecorder.prepareForChangeOfSchema(handle)
  }

  /// Runs a prepared statement to completion.
  func run(_ statement: SQLiteStatement) throws(StoreError) {
    // SQLite may prepare the statement again while it runs, if the schema changed.
    defer {
      statement.updates.merge(authorizer.takeUpdates()) { $0.union($1) }
      writeRecorder.noteUpdates(statement.updates)
    }
    while try statement.step() {}
    try checkIsOpen()
  }

  private func prepare(
    _ sql: Substring, _ rest: inout Substring, isOnlyOne: Bool
  ) throws(StoreError) -> SQLiteStatement {
    if ReadStatement.changesSchema(String(sql)) { try prepareForChangeOfSchema() }
    authorizer.guardsTransactions = true
    defer { authorizer.guardsTransactions = false }
    _ = authorizer.takeUpdates()
    guard isOnlyOne else { return try SQLiteStatement(next: &rest, on: handle) }
    rest = ""
    return try handle.prepared(String(sql), isFromOutside: true)
  }

  /// Runs a body whose writes are rolled back if it throws; its error is rethrown.
  ///
  /// - Returns: What the body returns.
  @discardableResult public func savepoint<Output>(
    _ body: (SQLiteTransaction) throws -> Output
  ) throws -> Output {
    try checkIsOpen()
    depth += 1
    defer { depth -= 1 }
    let name = "sectional_\(depth)"
    try handle.execute("SAVEPOINT \(name)")
    do {
      let output = try body(self)
      try checkIsOpen()
      try handle.execute("RELEASE \(name)")
      return output
    } catch {
      // If the failure rolled back the whole transaction, no savepoint is left to return to.
      if handle.isInTransaction {
        try handle.execute("ROLLBACK TO \(name)")
        try handle.execute("RELEASE \(name)")
      }
      throw error
    }
  }

  /// The rowid of the most recently inserted row.
  public var lastInsertedRowID: Int64 { handle.lastInsertedRowID }
}
