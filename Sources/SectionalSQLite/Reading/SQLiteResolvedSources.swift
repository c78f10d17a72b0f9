import Sectional
import SectionalSQL

/// What was found out about requests, as long as the schema stays as it is.
///
/// State: used on the connection's queue only.
final class SQLiteResolvedSources {
  private struct Key: Hashable {
    let number: Int
    let isInStoreOrder: Bool
  }

  /// With so many lists over one store, all are forgotten to make room.
  private static let most = 4096
  private var resolvedSources: [Key: SQLiteResolvedSource] = [:]
  private var schema: Int64?

  /// Returns what is known of a request's rows, inside of a transaction.
  ///
  /// A statement's own text can name temporary tables, whose changes no number tells: it is looked at each time.
  func resolvedSource(
    for request: RowRequest, on handle: SQLiteHandle, _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) -> SQLiteResolvedSource {
    guard case .table = request.source else {
      return try SQLiteResolvedSource(request, on: handle, authorizer)
    }
    let schema = handle.readSchema
    if schema != self.schema || resolvedSources.count >= SQLiteResolvedSources.most {
      resolvedSources = [:]
    }
    self.schema = schema
    let key = Key(number: request.number, isInStoreOrder: request.isInStoreOrder)
    if let resolved = resolvedSources[key] { return resolved }
    let resolved = try SQLiteResolvedSource(request, on: handle, authorizer)
    resolvedSources[key] = resolved
    return resolved
  }
}

/// The statements of a resolved source, made when they are first asked for.
///
/// State: used on the connection's queue only.
final class ResolvedSourceStatements {
  private var all: (statement: QueryStatement, isOrdered: Bool)?
  private var range: QueryStatement?
  private var row: (terms: [String], statement: QueryStatement)?

  /// Returns the statement that reads every row, and whether it reads them in order.
  func all(
    _ make: () throws(StoreError) -> (statement: QueryStatement, isOrdered: Bool)
  ) throws(StoreError) -> (statement: QueryStatement, isOrdered: Bool) {
    if let all { return all }
    let made = try make()
    all = made
    return made
  }

  /// Returns the statement that reads the rows of a range of rowids.
  func range(_ make: () -> QueryStatement) -> QueryStatement {
    if let range { return range }
    let made = make()
    range = made
    return made
  }

  /// Returns the statement that reads one row, by what identifies it.
  func row(by terms: [String], _ make: () -> QueryStatement) -> QueryStatement {
    if let row, row.terms == terms { return row.statement }
    let made = make()
    row = (terms, made)
    return made
  }
}
