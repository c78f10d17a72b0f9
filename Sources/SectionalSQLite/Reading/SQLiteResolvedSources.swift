import Sectional
import SectionalSQL

/// What is known about requests, cached until the schema changes or the requests are gone.
///
/// State: used only on the connection's queue.
final class SQLiteResolvedSources {
  private struct Key: Hashable {
    let number: Int
    let isInStoreOrder: Bool
  }

  private struct Known {
    let source: SQLiteResolvedSource
    weak var request: RequestIdentity?
  }

  private var known: [Key: Known] = [:]
  /// The number of requests at which those that are gone are forgotten.
  private var most = 64
  private var schema: Int64?

  /// Returns what is known about a request's rows; called inside a transaction.
  ///
  /// User-written SQL can name temporary tables, and no version number reflects their changes, so it is examined every
  /// time.
  func resolvedSource(
    for request: RowRequest, on handle: SQLiteHandle, _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) -> SQLiteResolvedSource {
    if case .query = request.rows.source {
      return try SQLiteResolvedSource(request, on: handle, authorizer)
    }
    let schema = handle.lastRead.schema
    if schema != self.schema { known = [:] }
    self.schema = schema
    let key = Key(number: request.number, isInStoreOrder: request.order.isInStoreOrder)
    if let source = known[key]?.source { return source }
    if known.count >= most { forgetWhatIsGone() }
    let source = try SQLiteResolvedSource(request, on: handle, authorizer)
    known[key] = Known(source: source, request: request.identity)
    return source
  }

  private func forgetWhatIsGone() {
    known = known.filter { $0.value.request != nil }
    // At least half of the entries are new by the next time, so this takes constant time for each.
    most = max(64, known.count * 2)
  }
}

/// The statements of a resolved source, created on first use.
///
/// State: used only on the connection's queue.
final class ResolvedSourceStatements {
  private var all: (statement: QueryStatement, isOrdered: Bool)?
  private var range: QueryStatement?
  private var mustSort: Bool?
  private var row: (terms: [String], statement: QueryStatement)?

  /// Returns the statement that reads every row, and whether it reads the rows in order.
  func all(
    _ make: () throws(StoreError) -> (statement: QueryStatement, isOrdered: Bool)
  ) throws(StoreError) -> (statement: QueryStatement, isOrdered: Bool) {
    if let all { return all }
    let made = try make()
    all = made
    return made
  }

  /// Returns whether SQLite sorts all rows to read them in order.
  func mustSort(_ find: () throws(StoreError) -> Bool) throws(StoreError) -> Bool {
    if let mustSort { return mustSort }
    let found = try find()
    mustSort = found
    return found
  }

  /// Returns the statement that reads the rows in a range of rowids.
  func range(_ make: () -> QueryStatement) -> QueryStatement {
    if let range { return range }
    let made = make()
    range = made
    return made
  }

  /// Returns the statement that reads one row by the terms that identify it.
  func row(by terms: [String], _ make: () -> QueryStatement) -> QueryStatement {
    if let row, row.terms == terms { return row.statement }
    let made = make()
    row = (terms, made)
    return made
  }
}
