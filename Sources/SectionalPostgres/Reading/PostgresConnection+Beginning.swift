import Sectional
import SectionalSQL

extension PostgresConnection {
  /// Begins a read transaction, unless one is open, and looks up what it will read.
  ///
  /// - Throws: `StoreError` if a table is missing or can't be read.
  func begin(reading requests: [RowRequest]) async throws(StoreError) {
    if !isInTransaction {
      // What is remembered about names or the log may be outdated or incomplete, so it is tried only once.
      if try await !begin(reading: requests, believing: true) {
        _ = try await begin(reading: requests, believing: false)
      }
      isReading = true
    }
    for request in requests { _ = try await source(request.source) }
  }

  /// Begins a read transaction.
  ///
  /// - Parameters:
  ///   - requests: What will be read.
  ///   - isBelieving: Whether to trust what is remembered, and return `false` if it no longer holds.
  /// - Returns: Whether the transaction reads what it should.
  /// - Throws: `StoreError` if a table is missing or can't be read.
  private func begin(
    reading requests: [RowRequest], believing isBelieving: Bool
  ) async throws(StoreError) -> Bool {
    let knew = catalogCache.names
    var found: [String: PostgresRelation] = [:]
    var tables: Set<String> = []
    var others: Set<String> = []
    var logs: Set<ChangeLogSchema> = []
    for request in requests {
      guard case .table(let name) = request.source, request.storePredicate == nil else {
        tables.formUnion(try await lockableTables(of: request))
        continue
      }
      let relation = try await rememberedRelation(named: name)
      found[name] = relation
      if relation.isLockable { tables.insert(relation.text) } else { others.insert(relation.text) }
      if let log = relation.readableLog { logs.insert(log) }
    }
    let isUnsure = isBelieving && found.keys.contains { knew.contains(ExactName($0)) }
    do throws(StoreError) {
      let seen = try await begin(locking: tables, asking: tables.union(others), and: logs)
      context = catalogCache.dated(seen)
    } catch  where isUnsure && ![.busy, .cancelled, .connectionLost].contains(error.code) {
      catalogCache = PostgresCatalogCache()
      await rollBack()
      return false
    } catch  where error.code == .noSuchTable {
      // The table was dropped after it was found: looking for it again says so in the words of every later attempt.
      catalogCache = PostgresCatalogCache()
      await rollBack()
      for name in found.keys { _ = try await relation(named: name) }
      throw error
    }
    let areStillMeant = found.values.map(isStillMeant)
    guard !isUnsure || !areStillMeant.contains(false) else {
      catalogCache = PostgresCatalogCache()
      await rollBack()
      return false
    }
    relations = found
    return true
  }

  /// Begins the transaction in a single round trip.
  ///
  /// The locks come before the transaction's first query, which takes the snapshot: truncating or rewriting a table
  /// also affects transactions that began earlier.
  private func begin(
    locking tables: Set<String>, asking names: Set<String>, and logs: Set<ChangeLogSchema>
  ) async throws(StoreError) -> PostgresReadContext {
    let logTables = logs.flatMap { [$0.entry, $0.state] }
    let locks = tables.union(logTables).sorted()
      .map { "; LOCK TABLE \($0) IN ACCESS SHARE MODE" }.joined()
    let arrays = [names.sorted(), logTables.sorted()].map { array in
      "\(PostgresArray.literal(of: array))::pg_catalog.text[]"
    }
    let question =
      isDirect
      ? "EXECUTE \(PostgresConnection.momentName)(\(arrays.joined(separator: ", ")))"
      : PostgresReadContext.question(of: arrays[0], and: arrays[1])
    var context = PostgresReadContext()
    let wait = handle.lockTimeout * (tables.count + 1) + .seconds(10)
    try await answering(within: wait) { () async throws(StoreError) in
      try await rows(
        script: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL timezone = 'UTC'; "
          + "\(PostgresPlanning.small)\(locks); \(PostgresReadContext.beginning); \(question)"
      ) { context.take($0) }
    }
    return context
  }

  private func rememberedRelation(
    named name: String
  ) async throws(StoreError) -> PostgresRelation {
    if let known = catalogCache.relation(named: name) { return known }
    let relation = try await relation(named: name)
    catalogCache.keep(relation, named: name)
    return relation
  }

  /// Returns whether a name still refers to the relation it was found to refer to, and the same access is allowed.
  private func isStillMeant(_ relation: PostgresRelation) -> Bool {
    guard let table = context?.table(relation.text) else { return false }
    let isSame = catalogCache.isStill(relation, stamp: table.stamp)
    return isSame && relation.readableLog.map({ context?.canRead($0) == true }) != false
      && table.mayBeRead == relation.mayBeRead && (!relation.isFoundByPath || table.isVisible)
  }
}

/// How the server plans statements in a read transaction.
enum PostgresPlanning {
  /// For statements that repeatedly read a few rows by an index: no new plans, no parallel workers, and no JIT
  /// compilation, which takes half a second if the server estimates that very many rows will be read.
  static let small = """
    SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL max_parallel_workers_per_gather = 0; \
    SET LOCAL jit = off
    """
  /// For reading everything: the settings of the server, the database or the user.
  static let usual = """
    SET LOCAL plan_cache_mode TO DEFAULT; SET LOCAL max_parallel_workers_per_gather TO DEFAULT; \
    SET LOCAL jit TO DEFAULT
    """
}
