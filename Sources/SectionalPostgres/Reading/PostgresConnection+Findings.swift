import Sectional
import SectionalSQL

// Call these inside a transaction.
extension PostgresConnection {
  /// Returns what a request lacks in this database: an index for its order, and a change log.
  func findings(about query: RowQuery) async throws(StoreError) -> [RequestFinding] {
    let source = try await source(of: query.request)
    let collations = try await collations(for: query)
    let dialect = source.dialect(rules: query.request.rows.formingCells, .plain, collations)
    var orders = try await orderFindings(for: query, collations)
    if dialect.tearsSections(of: query) { orders.append(dialect.unfollowed(query)) }
    orders += try await followFindings(for: query)
    guard case .table = query.request.rows.source else { return orders }
    guard source.isTable else {
      guard transaction.relation(source.name)?.kind == .view else { return orders }
      return orders + [try await sortedView(query, source, dialect)].compactMap(\.self)
    }
    var index = query.request.extent.requiresIndex ? query.windowObstacle : nil
    if index == nil {
      index =
        if query.request.extent.requiresIndex { try await pageObstacle(of: query) } else {
          try await missingIndex(for: query, source, dialect, collations)
        }
    }
    return [
      QueryStatement.unexpressedPart(of: query, dialect),
      try await logFinding(for: source, query.layout),
      try await oldValueFinding(for: query, source), index,
    ].compactMap(\.self) + orders
  }

  /// Returns why pages of a query's rows can't be read without looking at all rows, or `nil` if they can.
  func pageObstacle(of query: RowQuery) async throws(StoreError) -> RequestFinding? {
    let source = try await source(of: query.request)
    let collations = try await collations(for: query)
    let dialect = source.dialect(rules: query.request.rows.formingCells, .plain, collations)
    guard dialect.comparesText else {
      return RequestFinding(
        .notWindowable,
        "the database stores text as \(handle.serverEncoding ?? "another encoding"), which sorts "
          + "differently",
        advice: "copy its tables into a database with the encoding UTF8")
    }
    guard try await hasExactOrder(query, source, dialect) else {
      return RequestFinding(
        .notWindowable,
        dialect.orderDoubt(of: query),
        advice: PostgresConnection.exactOrders)
    }
    do throws(StoreError) {
      guard try await mustSort(source.statement(query, .plain, collations)) else { return nil }
    } catch {
      throw source.refusal(of: query.layout.columns, error) ?? error
    }
    return RequestFinding(
      .notWindowable, "no index has the list's order",
      advice: "add an index\(try await indexCost(for: query, source))",
      sql: indexStatement(for: query, source, dialect))
  }

  private func logFinding(
    for source: PostgresSource, _ layout: RowLayout
  ) async throws(StoreError) -> RequestFinding? {
    guard layout.dependence == .row else { return nil }
    let cost = "so all rows are read again after any commit on the server"
    guard transaction.context?.server.isStandby != true else {
      return RequestFinding(
        .readAsAWhole, "this server is a standby, which doesn't tell its versions, \(cost)",
        advice: "list from the primary server")
    }
    guard let relation = transaction.relation(source.name) else { return nil }
    switch try await log(of: relation) {
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
          + "each other if lists are notified at once; the last 100,000 rows are kept, or 64 MB, and installing takes less than 0.1 s",
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
    for query: RowQuery, _ source: PostgresSource
  ) async throws(StoreError) -> RequestFinding? {
    guard query.layout.dependence == .row, transaction.context?.server.isStandby != true,
      let relation = transaction.relation(source.name)
    else { return nil }
    var kept: [String] = []
    switch try await log(of: relation) {
    case .complete(let logged, _, _): kept = logged.kept.map(\.name)
    case .missing where source.primaryKey.isEmpty: return nil
    case .missing, .outdated: break
    // Nothing that could be installed would keep values.
    case .impossible: return nil
    }
    return query.missingOldValues(keeping: kept, of: source.name, namesKeys: true)
  }
}
