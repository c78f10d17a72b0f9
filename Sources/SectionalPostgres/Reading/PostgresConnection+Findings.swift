import Sectional
import SectionalSQL

// Call these inside a transaction.
extension PostgresConnection {
  /// Returns what a request lacks in this database: an index for its order, and a change log.
  func findings(about query: RowQuery) async throws(StoreError) -> [RequestFinding] {
    let source = try await source(of: query.request)
    let collations = try await collations(for: query)
    let dialect = source.dialect(rules: query.request.cells, .plain, collations)
    let orders = try await orderFindings(for: query, collations)
    guard case .table = query.request.source, source.isTable else { return orders }
    var index = query.request.windowSize > 0 ? query.windowObstacle : nil
    if index == nil {
      index =
        if query.request.windowSize > 0 { try await pageObstacle(of: query) } else {
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
    let dialect = source.dialect(rules: query.request.cells, .plain, collations)
    guard dialect.comparesText else {
      return RequestFinding(
        .notWindowable,
        "the database keeps texts in \(handle.serverEncoding ?? "another encoding"), which orders them otherwise",
        advice: "copy its tables into a database with the encoding UTF8")
    }
    guard try await hasExactOrder(query, source, dialect) else {
      return RequestFinding(
        .notWindowable,
        "the server doesn't have exactly the list's order, because of a column's type or collation",
        advice:
          "order by columns of integers, double precision, text, bytea, uuid, dates or times, "
          + "in binary order")
    }
    do throws(StoreError) {
      guard try await mustSort(source.statement(query, .plain, collations)) else { return nil }
    } catch {
      throw source.refusal(of: query.layout.columns, error) ?? error
    }
    return RequestFinding(
      .notWindowable, "no index has the list's order",
      advice: "add an index, which refuses rows whose values in it take more than 2,700 bytes",
      sql: indexStatement(for: query, source, dialect))
  }

  /// Returns the statement that adds an index with the list's order, or `nil` if no index can have it.
  private func indexStatement(
    for query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect
  ) -> String? {
    var terms: [String] = []
    var settled: Set<Int> = []
    for rule in query.ordering.terms {
      guard let term = dialect.indexTerm(rule, column: query.layout.columns.names[rule.column])
      else { return nil }
      // A column that is equal in its bytes orders nothing further.
      if settled.insert(rule.column).inserted { terms.append(term) }
      if !rule.collation.isExact { settled.remove(rule.column) }
    }
    guard terms.count <= 32, source.isTable, !source.name.hasPrefix("pg_catalog.") else {
      return nil
    }
    return "CREATE INDEX ON \(source.name) (\(terms.joined(separator: ", ")))"
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
        advice: "install the change log, which costs writers one row for each statement",
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
    guard query.layout.dependence == .row, let relation = transaction.relation(source.name) else {
      return nil
    }
    var kept: [String] = []
    if case .complete(let logged, _, _) = try await log(of: relation) {
      kept = logged.kept.map(\.name)
    }
    return query.missingOldValues(keeping: kept, of: source.name, namesKeys: true)
  }

  /// Returns the finding that no index has the list's order, or `nil` if one has.
  private func missingIndex(
    for query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect,
    _ collations: [TextCollation: String]
  ) async throws(StoreError) -> RequestFinding? {
    guard dialect.canOrder(query), query.request.storePredicate == nil,
      let statement = indexStatement(for: query, source, dialect)
    else { return nil }
    do throws(StoreError) {
      guard try await mustSort(source.statement(query, .plain, collations)) else { return nil }
    } catch {
      throw source.refusal(of: query.layout.columns, error) ?? error
    }
    return RequestFinding(
      .orderWithoutIndex,
      "no index has the list's order, so the server sorts all rows on opening",
      advice:
        "add an index, which the server uses if it finds that cheaper, and which refuses rows whose "
        + "values in it take more than 2,700 bytes",
      sql: statement)
  }

  /// Returns whether the server would have to sort even if it avoided that at all costs.
  private func mustSort(_ statement: QueryStatement) async throws(StoreError) -> Bool {
    try await rows(script: "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off") { _ in }
    var sorts = false
    try await rows(
      "EXPLAIN (COSTS OFF) \(statement.text)",
      arguments: statement.arguments.map { PostgresArgument($0) }
    ) { row in
      let step = (row.text(at: 0) ?? "").drop { $0 == " " || $0 == "-" || $0 == ">" }
      if step.hasPrefix("Sort") && !step.hasPrefix("Sort Key") || step.hasPrefix("Incremental Sort")
      {
        sorts = true
      }
    }
    try await rows(script: "SET LOCAL enable_sort TO DEFAULT; SET LOCAL enable_seqscan TO DEFAULT")
    {
      _ in
    }
    return sorts
  }
}
