public import Sectional
import SectionalSQL

/// The writes of one transaction on an SQLite file.
///
/// It is good for the body it is handed to, on the thread the body runs on; later uses throw.
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

  /// Makes sure that statements still belong to the transaction.
  func checkIsOpen() throws(StoreError) {
    guard !isOver else {
      throw StoreError(
        .writeFailed, "the transaction is over; write inside the body it was given to")
    }
    guard handle.isInTransaction else {
      throw StoreError(
        .writeFailed, "a statement that failed took the whole transaction back; begin another one")
    }
  }

  /// Runs SQL: one statement with its arguments, or several without any.
  ///
  /// - Parameters:
  ///   - sql: The statements. `BEGIN`, `COMMIT`, `ROLLBACK` and savepoints are refused; see ``write(_:)``.
  ///   - arguments: The values of the placeholders, in their order; they are bound.
  /// - Returns: How many rows the last statement inserted, updated or deleted, apart from what triggers and foreign keys
  ///   did.
  /// - Throws: `StoreError` with code `constraintViolated` when a rule of the schema would be broken, `invalidQuery`
  ///   when SQLite can't run the SQL.
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

  /// Makes way for a change of the schema.
  func prepareForChangeOfSchema() throws(StoreError) {
    try writeRecorder.prepareForChangeOfSchema(handle)
  }

  /// Runs a prepared statement to its end.
  func run(_ statement: SQLiteStatement) throws(StoreError) {
    // SQLite may prepare it again while it runs, for another schema.
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

  /// Runs a body whose writes are taken back when it throws, and the error thrown on.
  ///
  /// - Returns: What the body returns.
  @discardableResult public func write<Output>(
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
      // After a failure that took everything back there is no savepoint to return to.
      if handle.isInTransaction {
        try handle.execute("ROLLBACK TO \(name)")
        try handle.execute("RELEASE \(name)")
      }
      throw error
    }
  }

  /// The rowid of the row that was inserted last.
  public var lastInsertedRowID: Int64 { handle.lastInsertedRowID }
}
