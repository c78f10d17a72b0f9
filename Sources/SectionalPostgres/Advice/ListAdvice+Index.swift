import Sectional
import SectionalSQL

// Indexes that a list lacks. The server's own plan decides.
extension ListAdvice {
  /// The cost of a plan, in the server's units, that takes so little time that an index needn't make it cheaper.
  private static let cheap = 500.0

  /// What to order by, so that the server has exactly a list's order.
  static let exactOrders =
    "order by columns of integers, double precision, text, bytea, uuid, dates or times, in binary order"

  /// Returns the finding that the server reads and sorts more rows than those of a limit, or `nil` if it doesn't.
  ///
  /// A list of all rows needs no index: the server sorts half a million rows in the time in which it looks them up one by one.
  func missingIndex(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    guard let first = query.request.extent.firstPage, let limit = first.limit,
      let plan = try await planOfFirstPage(on: connection)
    else { return nil }
    // All rows are read anyway if there are fewer than the limit; with a condition, an index may find them.
    guard plan.cost > ListAdvice.cheap,
      query.request.rows.storePredicate != nil || query.request.rows.mayLeaveOutFoundRows
        || plan.rows >= Double(limit)
    else { return nil }
    guard try await RowReading.hasExactOrder(query, source, dialect, on: connection) else {
      return RequestFinding(
        .orderUnknownToStore,
        "\(dialect.orderDoubt(of: query)), so all rows are read to find those within the limit",
        advice: ListAdvice.exactOrders)
    }
    let parts = query.request.rows.predicate?.conjuncts ?? []
    guard parts.isEmpty || parts.allSatisfy({ dialect.condition($0) != nil }) else { return nil }
    guard parts.isEmpty, query.request.rows.storePredicate == nil else {
      // Some more rows are requested where the list checks each of them again.
      let count = RowReading.limit(of: RowPage(from: 0, count: limit), query) ?? limit
      let (end, isFar) = count.addingReportingOverflow(first.offset)
      guard !isFar else { return nil }
      return try await conditionFinding(readBy: plan, upTo: end, on: connection)
    }
    guard plan.sorts,
      ListAdvice.isWorthLookingUp(Double(limit) + Double(first.offset), insteadOf: plan),
      let statement = indexStatement(on: connection)
    else { return nil }
    return RequestFinding(
      .orderWithoutIndex,
      "no index has the list's order, so the server reads and sorts more rows than those within the limit",
      advice: "add an index\(try await indexCost(on: connection))",
      sql: statement)
  }

  /// Returns the finding that the server sorts all rows of a view to find the first ones, or `nil` if it doesn't.
  func sortedView(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> RequestFinding? {
    guard !query.request.rows.mayLeaveOutFoundRows,
      let plan = try await planOfFirstPage(on: connection),
      plan.sorts, plan.cost > ListAdvice.cheap,
      try await RowReading.hasExactOrder(query, source, dialect, on: connection)
    else { return nil }
    return query.sortedView(
      named: source.name,
      advice: plan.onlySortsOneTable && query.request.rows.storePredicate == nil
        ? "add an index to the table that the view reads, on the columns from which the view takes its order"
        : nil)
  }

  /// Returns the server's plan for the rows that a list with a limit shows, or `nil` if it can't choose them.
  private func planOfFirstPage(
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresPlan? {
    guard let first = query.request.extent.firstPage, let limit = first.limit,
      dialect.canOrder(query)
    else { return nil }
    do throws(StoreError) {
      return try await ListAdvice.plan(
        of: QueryStatement(
          page: query, from: query.request.rows.source, dialect: dialect, rowID: nil,
          isReversed: first.isReversed, limit: limit, offset: first.offset), on: connection)
    } catch {
      throw source.refusal(of: query.layout.columns, error) ?? error
    }
  }

  /// Returns the statement that adds an index with the list's order, or `nil` if no index can have it.
  ///
  /// - Parameters:
  ///   - first: The columns before those of the order, in which the rows of the list are equal.
  ///   - connection: The transaction's connection.
  /// - Returns: The statement.
  func indexStatement(
    after first: [String] = [], on connection: isolated PostgresConnection
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
    let isPartitioned = connection.transaction.relation(source.name)?.kind == .partitionedTable
    let manner = isPartitioned ? "" : "CONCURRENTLY "
    return "CREATE INDEX \(manner)ON \(source.name) (\(terms.joined(separator: ", ")))"
  }

  /// Returns what an index costs, to be said after what to do.
  func indexCost(
    after first: [String] = [], on connection: isolated PostgresConnection
  ) async throws(StoreError) -> String {
    let names =
      first
      + query.storeTerms.map { query.layout.columns.names[$0.column] }.filter {
        !first.contains($0)
      }
    let list = names.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    let equal = PostgresCatalog.equal
    var (rows, width) = (-1.0, 0.0)
    try await connection.rows(
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
    let isSmall = names.allSatisfy { dialect.type(of: $0).traits.size == .fewBytes }
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
  static func plan(of statement: QueryStatement, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresPlan
  {
    var plan = PostgresPlan()
    try await connection.rows(
      "EXPLAIN \(statement.text)", arguments: statement.arguments.map { PostgresArgument($0) }
    ) { plan.add($0.text(at: 0) ?? "") }
    return plan
  }

  /// Returns whether the server would have to sort even if it avoided that at all costs.
  static func mustSort(_ statement: QueryStatement, on connection: isolated PostgresConnection)
    async throws(StoreError) -> Bool
  {
    try await connection.rows(script: "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off")
    { _ in }
    let plan = try await plan(of: statement, on: connection)
    try await connection.rows(
      script: "SET LOCAL enable_sort TO DEFAULT; SET LOCAL enable_seqscan TO DEFAULT"
    ) {
      _ in
    }
    return plan.sorts
  }
}
