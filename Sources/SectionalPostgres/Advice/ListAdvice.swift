import Sectional
import SectionalSQL

/// Finds what a list lacks in a database.
///
/// Its functions begin a transaction if none is open.
struct ListAdvice {
  let query: RowQuery
  let source: PostgresSource
  /// The server's collations that order text as the list's collators do.
  let collations: [TextCollation: String]
  /// How the server spells the list's conditions and order.
  let dialect: PostgresDialect

  /// Returns what a list lacks: an index for its order, and a change log.
  static func findings(
    about query: RowQuery, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [RequestFinding] {
    try await advice(about: query, on: connection).findings(on: connection)
  }

  /// Returns why pages of a list's rows can't be read without looking at all rows, or `nil` if they can.
  static func pageObstacle(
    of query: RowQuery, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    try await advice(about: query, on: connection).pageObstacle(on: connection)
  }

  private static func advice(
    about query: RowQuery, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> ListAdvice {
    let source = try await PostgresSource.find(of: query.request, on: connection)
    let collations = try await ServerCollations.names(for: query, on: connection)
    return ListAdvice(
      query: query, source: source, collations: collations,
      dialect: source.dialect(rules: query.request.rows.formingCells, .plain, collations))
  }

  private func findings(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> [RequestFinding] {
    var orders = try await ServerCollations.findings(for: query, collations, on: connection)
    if dialect.tearsSections(of: query) { orders.append(dialect.unfollowed(query)) }
    orders += try await followFindings(on: connection)
    guard case .table = query.request.rows.source else { return orders }
    guard source.isTable else {
      guard connection.transaction.relation(source.name)?.kind == .view else { return orders }
      return orders + [try await sortedView(on: connection)].compactMap(\.self)
    }
    var index = query.request.extent.requiresIndex ? query.windowObstacle : nil
    if index == nil {
      index =
        if query.request.extent.requiresIndex {
          try await pageObstacle(on: connection)
        } else {
          try await missingIndex(on: connection)
        }
    }
    return [
      QueryStatement.unexpressedPart(of: query, dialect),
      try await logFinding(on: connection),
      try await oldValueFinding(on: connection), index,
    ].compactMap(\.self) + orders
  }

  private func pageObstacle(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    guard dialect.comparesText else {
      return RequestFinding(
        .notWindowable,
        "the database stores text as \(connection.handle.serverEncoding ?? "another encoding"), which sorts "
          + "differently",
        advice: "copy its tables into a database with the encoding UTF8")
    }
    guard try await RowReading.hasExactOrder(query, source, dialect, on: connection) else {
      return RequestFinding(
        .notWindowable,
        dialect.orderDoubt(of: query),
        advice: ListAdvice.exactOrders)
    }
    do throws(StoreError) {
      guard
        try await ListAdvice.mustSort(source.statement(query, .plain, collations), on: connection)
      else { return nil }
    } catch {
      throw source.refusal(of: query.layout.columns, error) ?? error
    }
    return RequestFinding(
      .notWindowable, "no index has the list's order",
      advice: "add an index\(try await indexCost(on: connection))",
      sql: indexStatement(on: connection))
  }

  private func logFinding(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    guard query.layout.dependence == .row else { return nil }
    let cost = "so all rows are read again after any commit on the server"
    guard connection.transaction.context?.server.isStandby != true else {
      return RequestFinding(
        .readAsAWhole, "this server is a standby, which doesn't tell its versions, \(cost)",
        advice: "list from the primary server")
    }
    guard let relation = connection.transaction.relation(source.name) else { return nil }
    switch try await TableLogState.find(of: relation, on: connection) {
    case .complete: return nil
    case .missing where source.primaryKey.isEmpty:
      return RequestFinding(
        .readAsAWhole,
        "\(source.name) has no primary key, without which no change log can say which "
          + "rows change, \(cost)",
        advice: "add a primary key")
    case .missing:
      return RequestFinding(
        .missingChangeLog, "no change log says which rows of \(source.name) change, \(cost)",
        advice:
          "install the change log as the table's owner: it costs writers one row for each statement, and their commits wait for "
          + "each other if lists are notified at once; the last 100,000 rows are kept, or 10,000 if they take up more than 64 MB, and installing takes less than 0.1 s",
        tablesToLog: [source.name])
    case .outdated(let reason):
      return RequestFinding(
        .outdatedChangeLog, "the change log of \(source.name) is outdated (\(reason)), \(cost)",
        advice: "install the change log again", tablesToLog: [source.name])
    case .impossible(let reason):
      return RequestFinding(
        .readAsAWhole, "the changes of \(source.name) can't be logged (\(reason)), \(cost)",
        advice: "change the table so that they can be")
    }
  }

  private func oldValueFinding(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    guard query.layout.dependence == .row, connection.transaction.context?.server.isStandby != true,
      let relation = connection.transaction.relation(source.name)
    else { return nil }
    var kept: [String] = []
    switch try await TableLogState.find(of: relation, on: connection) {
    case .complete(let logged, _, _): kept = logged.kept.map(\.name)
    case .missing where source.primaryKey.isEmpty: return nil
    case .missing, .outdated: break
    // Nothing that could be installed would keep values.
    case .impossible: return nil
    }
    return query.missingOldValues(keeping: kept, of: source.name, namesKeys: true)
  }
}
