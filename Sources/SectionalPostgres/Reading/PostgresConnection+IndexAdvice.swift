import Sectional
import SectionalSQL

// Indexes that a list lacks. The server's own plan decides. Call these inside a transaction.
extension PostgresConnection {
  /// The cost of a plan, in the server's units, that takes so little time that an index needn't make it cheaper.
  private static let cheap = 500.0

  /// What to order by, so that the server has exactly a list's order.
  static let exactOrders =
    "order by columns of integers, double precision, text, bytea, uuid, dates or times, in binary order"

  /// Returns the finding that the server reads and sorts more rows than those of a limit, or `nil` if it doesn't.
  ///
  /// A list of all rows needs no index: the server sorts half a million rows in the time in which it looks them up one by one.
  func missingIndex(
    for query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect,
    _ collations: [TextCollation: String]
  ) async throws(StoreError) -> RequestFinding? {
    guard let first = query.request.extent.firstPage, let limit = first.limit,
      let plan = try await planOfFirstPage(of: query, source, dialect)
    else { return nil }
    // All rows are read anyway if there are fewer than the limit; with a condition, an index may find them.
    guard plan.cost > PostgresConnection.cheap,
      query.request.rows.storePredicate != nil || query.request.rows.mayLeaveOutFoundRows
        || plan.rows >= Double(limit)
    else { return nil }
    guard try await hasExactOrder(query, source, dialect) else {
      return RequestFinding(
        .orderUnknownToStore,
        "\(dialect.orderDoubt(of: query)), so all rows are read to find those within the limit",
        advice: PostgresConnection.exactOrders)
    }
    let parts = query.request.rows.predicate?.conjuncts ?? []
    guard parts.isEmpty || parts.allSatisfy({ dialect.condition($0) != nil }) else { return nil }
    guard parts.isEmpty, query.request.rows.storePredicate == nil else {
      // Some more rows are requested where the list checks each of them again.
      let count = PostgresConnection.limit(of: RowPage(from: 0, count: limit), query) ?? limit
      let (end, isFar) = count.addingReportingOverflow(first.offset)
      guard !isFar else { return nil }
      return try await conditionFinding(
        for: query, readBy: plan, upTo: end, source, dialect)
    }
    guard plan.sorts, isWorthLookingUp(Double(limit) + Double(first.offset), insteadOf: plan),
      let statement = indexStatement(for: query, source, dialect)
    else { return nil }
    return RequestFinding(
      .orderWithoutIndex,
      "no index has the list's order, so the server reads and sorts more rows than those within the limit",
      advice: "add an index\(try await indexCost(for: query, source))", sql: statement)
  }

  /// Returns the finding that the server sorts all rows of a view to find the first ones, or `nil` if it doesn't.
  func sortedView(
    _ query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect
  ) async throws(StoreError) -> RequestFinding? {
    guard !query.request.rows.mayLeaveOutFoundRows,
      let plan = try await planOfFirstPage(of: query, source, dialect),
      plan.sorts, plan.cost > PostgresConnection.cheap,
      try await hasExactOrder(query, source, dialect)
    else { return nil }
    return query.sortedView(
      named: source.name,
      advice: plan.onlySortsOneTable && query.request.rows.storePredicate == nil
        ? "add an index to the table that the view reads, on the columns from which the view takes its order"
        : nil)
  }

  /// Returns the server's plan for the rows that a list with a limit shows, or `nil` if it can't choose them.
  private func planOfFirstPage(
    of query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect
  ) async throws(StoreError) -> PostgresPlan? {
    guard let first = query.request.extent.firstPage, let limit = first.limit,
      dialect.canOrder(query)
    else { return nil }
    do throws(StoreError) {
      return try await plan(
        of: QueryStatement(
          page: query, from: query.request.rows.source, dialect: dialect, rowID: nil,
          isReversed: first.isReversed, limit: limit, offset: first.offset))
    } catch {
      throw source.refusal(of: query.layout.columns, error) ?? error
    }
  }

  /// Returns the statement that adds an index with the list's order, or `nil` if no index can have it.
  ///
  /// - Parameters:
  ///   - query: The list.
  ///   - source: Its table.
  ///   - dialect: How the server spells it.
  ///   - first: The columns before those of the order, in which the rows of the list are equal.
  /// - Returns: The statement.
  func indexStatement(
    for query: RowQuery, _ source: PostgresSource, _ dialect: PostgresDialect,
    after first: [String] = []
  ) -> String? {
    let names = query.layout.columns.names
    var terms = first.map(QuotedIdentifier.quoted)
    var settled: Set<Int> = []
    for rule in query.storeTerms where !first.contains(names[rule.column]) {
      guard let term = dialect.indexTerm(rule, column: names[rule.column]) else { return nil }
      // A column that is equal in its bytes orders nothing further.
      if settled.insert(rule.column).inserted { terms.append(term) }
      if !rule.collation.isExact { settled.remove(rule.column) }
    }
    guard terms.count <= 32, source.isTable, !source.name.hasPrefix("pg_catalog.") else {
      return nil
    }
    // The server makes indexes of partitioned tables only at once (https://www.postgresql.org/docs/current/sql-createindex.html).
    let isPartitioned = transaction.relation(source.name)?.kind == .partitionedTable
    let manner = isPartitioned ? "" : "CONCURRENTLY "
    return "CREATE INDEX \(manner)ON \(source.name) (\(terms.joined(separator: ", ")))"
  }

  /// Returns what an index costs, to be said after what to do.
  func indexCost(
    for query: RowQuery, _ source: PostgresSource, after first: [String] = []
  ) async throws(StoreError) -> String {
    let names =
      first
      + query.storeTerms.map { query.layout.columns.names[$0.column] }.filter {
        !first.contains($0)
      }
    let list = names.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    let equal = PostgresCatalog.equal
    var (rows, width) = (-1.0, 0.0)
    try await self.rows(
      """
      SELECT c.reltuples::pg_catalog.text, (SELECT pg_catalog.sum(s.avg_width)::pg_catalog.text FROM pg_catalog.pg_stats AS s
        WHERE s.schemaname \(equal) n.nspname AND s.tablename \(equal) c.relname
        AND s.attname::pg_catalog.text \(equal) ANY (ARRAY[\(list)]::pg_catalog.text[]))
      FROM pg_catalog.pg_class AS c
      JOIN pg_catalog.pg_namespace AS n ON n.oid \(equal) c.relnamespace
      WHERE c.oid \(equal) pg_catalog.to_regclass($1)
      """, [source.name] + names
    ) { row in
      rows = row.text(at: 0).flatMap(Double.init) ?? -1
      width = row.text(at: 1).flatMap(Double.init) ?? 0
    }
    let dialect = source.dialect(rules: nil)
    let isSmall = names.allSatisfy { name in
      let type = dialect.type(of: name)
      return type.traits.isSmall && type != .number
    }
    let limit = isSmall ? "" : "; it refuses rows whose values in it take more than 2,700 bytes"
    // A table that was never analyzed has no statistics.
    guard rows > 0, width > 0 else { return limit }
    // An entry has a header and a pointer, and pages are nine tenths full.
    let bytes = rows * ((width / 8).rounded(.up) * 8 + 12) / 0.9
    // Measured on PostgreSQL 15; adding an index concurrently passes the table twice.
    let cost = IndexCost(
      bytes: bytes, seconds: bytes * 27e-9 * 2, origin: "estimated from the server's statistics")
    return "\(cost.words)\(limit)"
  }

  /// Returns what the server says of its plan for a statement.
  func plan(of statement: QueryStatement) async throws(StoreError) -> PostgresPlan {
    var plan = PostgresPlan()
    try await rows(
      "EXPLAIN \(statement.text)", arguments: statement.arguments.map { PostgresArgument($0) }
    ) { plan.add($0.text(at: 0) ?? "") }
    return plan
  }

  /// Returns whether the server would have to sort even if it avoided that at all costs.
  func mustSort(_ statement: QueryStatement) async throws(StoreError) -> Bool {
    try await rows(script: "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off") { _ in }
    let plan = try await plan(of: statement)
    try await rows(script: "SET LOCAL enable_sort TO DEFAULT; SET LOCAL enable_seqscan TO DEFAULT")
    {
      _ in
    }
    return plan.sorts
  }
}
