import Sectional
import SectionalSQL

extension PostgresDependence {
  /// Returns what a request's rows depend on: what is remembered, or what a separate transaction finds out.
  ///
  /// - Returns: The dependence; `nil` for a plain table, whose rows depend on nothing else.
  /// - Throws: `StoreError` if the server can't run the SQL.
  static func find(of request: RowRequest, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresDependence?
  {
    if case .table(let name) = request.rows.source, request.rows.storePredicate == nil {
      let relation = try await PostgresRelation.remembered(named: name, on: connection)
      guard relation.kind == .view else { return nil }
    }
    var found = connection.catalogCache.dependence(of: StatementText(request))
    if found == nil {
      let new = try await findDependence(of: request, on: connection)
      connection.catalogCache.keep(new, of: StatementText(request))
      found = new
    }
    if request.hasMovingWords {
      found?.reach = .unknown(
        reason: "the SQL contains a word such as 'now' or 'today', which means another time later")
    } else if found?.hasMoments == true, request.canHideMovingWords {
      found?.reach = .unknown(
        reason:
          "the SQL contains a date, and a string with escapes or in several parts, which can be a word such as "
          + "'now'; write the string as it is")
    }
    return found
  }

  private static func findDependence(
    of request: RowRequest, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresDependence {
    try await beginFinding(on: connection)
    do throws(StoreError) {
      let source = try await PostgresSource.find(request.rows.source, on: connection)
      try await check(source, request.rows.storePredicate, on: connection)
      let tree = try await parseTree(
        of: source.statement(testing: request.rows.storePredicate), on: connection)
      var relations: [PostgresRelation] = []
      for oid in try await lockedTables(on: connection) {
        if let relation = try await PostgresRelation.find(oid: oid, on: connection) {
          relations.append(relation)
        }
      }
      let calls = try await calls(in: tree, on: connection)
      // The transaction that reads compares these facts with its own.
      let subject = PostgresCatalogSubject(relations, calling: calls.functions, isShort: false)
      let context = try await ReadBeginning.seal(of: subject, about: relations, on: connection)?
        .context
      var dependence = PostgresDependence(
        relations: relations, functions: calls.functions,
        reach: reach(of: tree, calling: calls, relations, context),
        hasMoments: tree?.hasMoments ?? true)
      await connection.rollBack()
      dependence.stamps = dependence.stamps(in: context)
      return dependence
    } catch {
      await connection.rollBack(after: error)
      throw error
    }
  }

  /// Begins a transaction in which users' SQL is prepared, and what the catalogs say of it is of one moment.
  private static func beginFinding(on connection: isolated PostgresConnection)
    async throws(StoreError)
  {
    let settings = PostgresSettings.finding(isDirect: connection.session.isDirect)
    try await connection.run(
      (["BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"] + settings).joined(separator: "; "))
  }

  /// Returns the server's description of a statement, or `nil` if it doesn't send one.
  private static func parseTree(of statement: SQLText, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresParseTree?
  {
    try await connection.rows(
      script: "SET LOCAL client_min_messages = log; SET LOCAL debug_pretty_print = off; "
        + "SET LOCAL debug_print_rewritten = on"
    ) { _ in }
    connection.handle.notices.begin()
    _ = try await connection.describe(statement.text)
    let notices = connection.handle.notices.end()
    try await connection.rows(
      script: "SET LOCAL debug_print_rewritten = off; SET LOCAL client_min_messages TO DEFAULT"
    ) { _ in }
    // A server that logs how long statements take says so here, too.
    let trees = notices.filter { $0.contains("{QUERY") }
    guard trees.count == 1 else { return nil }
    return PostgresParseTree(trees[0])
  }

  /// Looks up what a statement calls.
  private static func calls(in tree: PostgresParseTree?, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresCalls
  {
    var calls = PostgresCalls()
    guard let tree, tree.obstacle == nil else { return calls }
    calls.functions = tree.operators.filter { $0 >= PostgresType.firstCustomOID }.sorted()
    let called = [tree.functions, tree.operators, tree.aggregates].map { identifiers in
      PostgresArray.text(of: identifiers.sorted().map(String.init))
    }
    try await connection.rows(
      """
      SELECT p.oid::pg_catalog.text, p.oid::pg_catalog.regprocedure::pg_catalog.text,
        p.provolatile \(PostgresCatalog.equal) 'i' AND NOT (called.is_aggregate
          AND p.oid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid),
        p.oid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid
      FROM (SELECT function.oid, false AS is_aggregate
          FROM pg_catalog.unnest($1::pg_catalog.oid[]) AS function(oid)
        UNION SELECT o.oprcode::pg_catalog.oid, false FROM pg_catalog.pg_operator o
          WHERE o.oid \(PostgresCatalog.equal) ANY ($2::pg_catalog.oid[])
        UNION SELECT aggregate.oid, true FROM pg_catalog.unnest($3::pg_catalog.oid[]) AS aggregate(oid)) AS called
      LEFT JOIN pg_catalog.pg_proc p ON p.oid \(PostgresCatalog.equal) called.oid
      UNION ALL (SELECT '0', NULL, true, true FROM pg_catalog.pg_cast x
        WHERE x.oid OPERATOR(pg_catalog.>=) \(PostgresType.firstCustomOID)::pg_catalog.oid LIMIT 1)
      """, called
    ) { row in
      if !row.bool(at: 2) { calls.changeable = row.text(at: 1) ?? "a function" }
      if row.bool(at: 3), row.text(at: 0) != "0" || tree.hasCasts {
        calls.functions += row.text(at: 0).flatMap { UInt32($0) }.map { [$0] } ?? []
      }
    }
    calls.functions.sort()
    return calls
  }

  /// Prepares the statement that tests a condition.
  ///
  /// - Throws: `StoreError` about the condition, in terms of the condition's own text.
  private static func check(
    _ source: PostgresSource, _ condition: StoreText?, on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    if let condition, PostgresScanner.closesForeignParenthesis(condition.text) {
      throw .foreignParenthesis
    }
    do throws(StoreError) {
      _ = try await connection.describe(source.statement(testing: condition).text)
    } catch {
      guard error.code == .invalidQuery, let condition else { throw error.about(.predicate) }
      // Without the parentheses, a condition that isn't complete isn't reported as an error near one of them.
      await connection.rollBack()
      try await beginFinding(on: connection)
      let plain = SQLText(
        "SELECT FROM \(source.text.text) WHERE \(condition.text)",
        source.text.arguments + condition.arguments)
      try await StoreError.blaming(.predicate, on: connection) { () async throws(StoreError) in
        _ = try await connection.describe(PostgresPlaceholders.numbered(plain))
      }
      throw error.about(.predicate)
    }
  }

  /// Returns the tables and views that the server locked to prepare the SQL.
  private static func lockedTables(on connection: isolated PostgresConnection)
    async throws(StoreError) -> [UInt32]
  {
    var tables: [UInt32] = []
    try await connection.rows(
      """
      SELECT DISTINCT c.oid::pg_catalog.text
      FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid \(PostgresCatalog.equal) l.relation
      JOIN pg_catalog.pg_namespace n ON n.oid \(PostgresCatalog.equal) c.relnamespace
      WHERE l.pid \(PostgresCatalog.equal) pg_catalog.pg_backend_pid()
        AND l.locktype \(PostgresCatalog.equal) 'relation'
        AND l.database \(PostgresCatalog.equal) (SELECT d.oid FROM pg_catalog.pg_database d
          WHERE d.datname \(PostgresCatalog.equal) pg_catalog.current_database())
        AND c.relkind \(PostgresCatalog.equal) ANY ('{r,p,v}'::pg_catalog."char"[])
        AND n.nspname OPERATOR(pg_catalog.<>) ALL ('{pg_catalog,information_schema}'::pg_catalog.name[])
        AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_table_privilege(c.oid, 'SELECT')
      """
    ) { row in tables += row.text(at: 0).flatMap { UInt32($0) }.map { [$0] } ?? [] }
    return tables
  }
}

extension PostgresDependence {
  /// Returns stamps that change with everything that decides what the rows depend on.
  func stamps(in context: PostgresReadContext?) -> [String] {
    relations.map { context?.table($0.text)?.stamp ?? "" }
      + functions.map { context?.functionStamps[$0] ?? "" }
  }
}
