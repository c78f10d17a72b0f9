import Sectional
import SectionalSQL

extension PostgresConnection {
  /// Announces the cursor from which the next question about changes starts.
  func expect(_ cursor: PostgresStoreVersion?) { transaction.cursor = cursor }

  /// Begins a read transaction, unless one is open, and looks up what it will read.
  ///
  /// - Throws: `StoreError` if a table is missing or can't be read.
  func begin(reading requests: [RowRequest]) async throws(StoreError) {
    if !isInTransaction {
      let cursor = transaction.cursor
      try await tryingWhileLocked { () async throws(StoreError) in
        // What is remembered about names, statements or the log may be outdated, so it is tried only once.
        if try await !begin(reading: requests, since: cursor, believing: true) {
          _ = try await begin(reading: requests, since: cursor, believing: false)
        }
      }
      session.note(.beganReading)
    }
    for request in requests { _ = try await source(request.rows.source) }
  }

  /// Begins a transaction, again and again while another one holds a lock that it needs, until the store's timeout.
  ///
  /// It never waits while it holds a lock: somebody could wait for that one, and the server would end their transaction as
  /// deadlocked. Statements of others would queue behind it, too.
  private func tryingWhileLocked(
    _ body: () async throws(StoreError) -> Void
  ) async throws(StoreError) {
    let end = ContinuousClock.now + handle.lockTimeout
    var pause = Duration.milliseconds(5)
    while true {
      do throws(StoreError) { return try await body() } catch
        where error.code == .busy && ContinuousClock.now < end
      {
        await rollBack(isBusy: true)
        do { try await Task.sleep(for: pause) } catch { throw .cancelledWork }
        pause = min(pause * 2, .milliseconds(200))
      }
    }
  }

  /// Begins a read transaction in which nothing but the state of some tables is looked up.
  ///
  /// - Parameter names: The tables' quoted names; those that no longer exist are left out.
  /// - Throws: `StoreError` if the server can't answer.
  func begin(watching names: [String]) async throws(StoreError) {
    var prepared = PostgresReadTransaction()
    prepared.cursor = transaction.cursor
    prepared.isWatching = true
    prepared.watchedFunctions = catalogCache.functions
    for name in names {
      let known = catalogCache.relation(named: name)
      var found = known
      if known == nil { found = try await relation(quoted: name) }
      if let found { prepared.add(found, named: name) }
    }
    prepareQuestions(&prepared)
    transaction = prepared
    let isBelieving = catalogCache.hasSeals || !prepared.questions.isEmpty
    do throws(StoreError) {
      try await beginInOneTurn(isWatching: true)
    } catch  where error.code == .invalidQuery && isBelieving {
      // The catalogs don't say what they said, or a log isn't what it was.
      _ = await beginAgain()
      transaction.cursor = prepared.cursor
      return try await begin(watching: names)
    }
    session.note(.beganReading)
    if !isAsRemembered() { catalogCache.forgetAll() }
  }

  /// Begins a read transaction.
  ///
  /// - Parameters:
  ///   - requests: What will be read.
  ///   - cursor: The version from which the next question about changes is expected to start.
  ///   - isBelieving: Whether to trust what is remembered, and return `false` if it no longer holds.
  /// - Returns: Whether the transaction reads what it should.
  /// - Throws: `StoreError` if a table is missing or can't be read.
  private func begin(
    reading requests: [RowRequest], since cursor: PostgresStoreVersion?,
    believing isBelieving: Bool
  ) async throws(StoreError) -> Bool {
    let knewAny = !catalogCache.isEmpty
    let prepared = try await prepare(requests, since: cursor)
    do throws(StoreError) {
      transaction = prepared
      try await beginInOneTurn()
    } catch
      where isBelieving && knewAny
      && ![.busy, .cancelled, .connectionLost, .unreachable].contains(error.code)
    {
      return await beginAgain()
    } catch  where error.code == .noSuchTable {
      // The table was dropped after it was found: looking for it again says so in the words of every later attempt.
      _ = await beginAgain()
      for name in requests.compactMap(\.rows.source.tableName) {
        _ = try await relation(named: name)
      }
      throw error
    }
    guard !isAsRemembered() else { return true }
    if isBelieving { return await beginAgain() }
    // Something is altered again and again.
    for text in transaction.dependences.keys {
      transaction.dependences[text]?.reach = .unknown(reason: "a table was just altered")
    }
    return true
  }

  private func beginAgain() async -> Bool {
    catalogCache.forgetAll()
    await rollBack()
    return false
  }

  /// Looks up the tables that requests read, before the transaction begins.
  private func prepare(
    _ requests: [RowRequest], since cursor: PostgresStoreVersion?
  ) async throws(StoreError) -> PostgresReadTransaction {
    var prepared = PostgresReadTransaction()
    prepared.requests = requests
    prepared.cursor = cursor
    for request in requests {
      if case .table(let name) = request.rows.source {
        prepared.add(try await rememberedRelation(named: name), named: name)
      }
      guard let dependence = try await dependence(of: request) else { continue }
      prepared.dependences[StatementText(request)] = dependence
      for relation in dependence.relations { prepared.add(relation, named: relation.text) }
    }
    prepareQuestions(&prepared)
    return prepared
  }

  private func prepareQuestions(_ prepared: inout PostgresReadTransaction) {
    for relation in prepared.allRelations {
      prepared.questions[relation.text] = catalogCache.logQuestion(
        for: prepared.request(reading: relation.text), of: relation,
        printing: prepared.usesUsersSettings)
    }
  }

  func rememberedRelation(named name: String) async throws(StoreError) -> PostgresRelation {
    if let known = catalogCache.relation(named: name) { return known }
    let relation = try await relation(named: name)
    catalogCache.keep(relation, named: name)
    return relation
  }

  /// Returns whether names still refer to what they were found to refer to, the same access is allowed, and statements
  /// still depend on the same.
  private func isAsRemembered() -> Bool {
    let relations = transaction.allRelations
    // Each is remembered with its new stamp, whatever the others are.
    let areSame = relations.map(isStillMeant)
    guard !areSame.contains(false) else { return false }
    return transaction.dependences.values.allSatisfy { dependence in
      dependence.stamps == dependence.stamps(in: transaction.context)
    }
  }

  private func isStillMeant(_ relation: PostgresRelation) -> Bool {
    guard let context = transaction.context, let table = context.table(relation.text) else {
      return false
    }
    let isSame = catalogCache.isStill(relation, table)
    let logsArePlain = relation.logTables.keys.allSatisfy { context.table($0.text) != nil }
    return isSame && logsArePlain
      && relation.readableLog.map(context.canRead) != false
      && table.mayBeRead == relation.mayBeRead && (!relation.isFoundByPath || table.isVisible)
  }
}
