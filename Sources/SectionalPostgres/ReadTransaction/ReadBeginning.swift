import Sectional
import SectionalSQL

/// Begins transactions that read: it locks the tables, takes the snapshot, and asks the catalogs and the change logs.
enum ReadBeginning {
  /// Begins a read transaction, unless one is open, and looks up what it will read.
  ///
  /// It never waits for a lock while it holds another one: somebody could wait for that one, and the server would end their
  /// transaction as deadlocked. Statements of others would queue behind it, too.
  ///
  /// - Parameters:
  ///   - requests: What will be read.
  ///   - cursor: The version from which the next question about changes is expected to start.
  ///   - connection: The connection.
  /// - Throws: `StoreError` if a table is missing or can't be read, with code `busy` if another transaction has locked it.
  static func begin(
    reading requests: [RowRequest], since cursor: PostgresStoreVersion? = nil,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    if !connection.isInTransaction {
      do throws(StoreError) {
        // What is remembered about names, statements or the log may be outdated, so it is tried only once.
        if try await !begin(
          reading: requests, since: cursor, believing: true, on: connection)
        {
          _ = try await begin(
            reading: requests, since: cursor, believing: false, on: connection)
        }
      } catch {
        connection.transaction.lacksLock = error.code == .busy
        throw error
      }
      connection.session.note(.beganReading)
    }
    for request in requests {
      _ = try await PostgresSource.find(request.rows.source, on: connection)
    }
  }

  /// Begins a read transaction in which nothing but the state of some tables is looked up.
  ///
  /// - Parameters:
  ///   - names: The tables' quoted names; those that no longer exist are left out.
  ///   - cursor: The version from which the next question about changes is expected to start.
  ///   - isBelieving: Whether to look everything up again if what is remembered doesn't hold.
  ///   - connection: The connection.
  /// - Throws: `StoreError` if the server can't answer.
  static func begin(
    watching names: [String], since cursor: PostgresStoreVersion?,
    believing isBelieving: Bool = true, on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    let knewAny = !connection.catalogCache.isEmpty
    var prepared = PostgresReadTransaction()
    prepared.cursor = cursor
    prepared.isWatching = true
    prepared.watchedFunctions = connection.catalogCache.functions
    for name in names {
      if let found = try await PostgresRelation.remembered(quoted: name, on: connection) {
        prepared.add(found, named: name)
      }
    }
    prepareQuestions(&prepared, on: connection)
    connection.transaction = prepared
    do throws(StoreError) {
      try await beginInOneTurn(isWatching: true, on: connection)
    } catch  where isBelieving && knewAny && !error.concernsNoCatalog {
      // The catalogs don't say what they said, or a log isn't what it was.
      _ = await beginAgain(on: connection)
      return try await begin(watching: names, since: cursor, believing: false, on: connection)
    }
    connection.session.note(.beganReading)
    if !isAsRemembered(on: connection) { forgetAll(on: connection) }
  }

  /// Begins a read transaction.
  ///
  /// - Parameters:
  ///   - requests: What will be read.
  ///   - cursor: The version from which the next question about changes is expected to start.
  ///   - isBelieving: Whether to trust what is remembered, and return `false` if it no longer holds.
  ///   - connection: The connection.
  /// - Returns: Whether the transaction reads what it should.
  /// - Throws: `StoreError` if a table is missing or can't be read.
  private static func begin(
    reading requests: [RowRequest], since cursor: PostgresStoreVersion?,
    believing isBelieving: Bool, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Bool {
    let knewAny = !connection.catalogCache.isEmpty
    let prepared = try await prepare(requests, since: cursor, on: connection)
    do throws(StoreError) {
      connection.transaction = prepared
      try await beginInOneTurn(on: connection)
    } catch  where isBelieving && knewAny && !error.concernsNoCatalog {
      return await beginAgain(on: connection)
    } catch  where error.code == .noSuchTable {
      // The table was dropped after it was found: looking for it again says so in the words of every later attempt.
      _ = await beginAgain(on: connection)
      for name in requests.compactMap(\.rows.source.tableName) {
        _ = try await PostgresRelation.find(named: name, on: connection)
      }
      throw error
    }
    guard !isAsRemembered(on: connection) else { return true }
    if isBelieving { return await beginAgain(on: connection) }
    // Something is altered again and again.
    for text in connection.transaction.dependences.keys {
      connection.transaction.dependences[text]?.reach = .unknown(reason: "a table was just altered")
    }
    return true
  }

  private static func beginAgain(on connection: isolated PostgresConnection) async -> Bool {
    forgetAll(on: connection)
    await connection.rollBack()
    return false
  }

  /// Forgets what was remembered, and the statements that were prepared for it.
  private static func forgetAll(on connection: isolated PostgresConnection) {
    connection.catalogCache.forgetAll()
    connection.forgetStatements(where: \.readsTable)
  }

  /// Looks up the tables that requests read, before the transaction begins.
  private static func prepare(
    _ requests: [RowRequest], since cursor: PostgresStoreVersion?,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresReadTransaction {
    var prepared = PostgresReadTransaction()
    prepared.requests = requests
    prepared.cursor = cursor
    for request in requests {
      if case .table(let name) = request.rows.source {
        prepared.add(
          try await PostgresRelation.remembered(named: name, on: connection), named: name)
      }
      guard let dependence = try await PostgresDependence.find(of: request, on: connection) else {
        continue
      }
      prepared.dependences[StatementText(request)] = dependence
      for relation in dependence.relations { prepared.add(relation, named: relation.text) }
    }
    prepareQuestions(&prepared, on: connection)
    return prepared
  }

  private static func prepareQuestions(
    _ prepared: inout PostgresReadTransaction, on connection: isolated PostgresConnection
  ) {
    for relation in prepared.allRelations {
      prepared.logs.questions[relation.text] = connection.catalogCache.logQuestion(
        for: prepared.request(reading: relation.text), of: relation,
        printing: prepared.usesUsersSettings)
    }
  }

  /// Returns whether names still refer to what they were found to refer to, the same access is allowed, and statements
  /// still depend on the same.
  private static func isAsRemembered(on connection: isolated PostgresConnection) -> Bool {
    let relations = connection.transaction.allRelations
    // Each is remembered with its new stamp, whatever the others are.
    let areSame = relations.map { isStillMeant($0, on: connection) }
    guard !areSame.contains(false) else { return false }
    return connection.transaction.dependences.values.allSatisfy { dependence in
      dependence.stamps == dependence.stamps(in: connection.transaction.context)
    }
  }

  private static func isStillMeant(
    _ relation: PostgresRelation, on connection: isolated PostgresConnection
  ) -> Bool {
    guard let context = connection.transaction.context, let table = context.table(relation.text)
    else {
      return false
    }
    let isSame = connection.catalogCache.isStill(relation, table)
    let logsArePlain = relation.logTables.keys.allSatisfy { context.table($0.text) != nil }
    return isSame && logsArePlain
      && relation.readableLog.map(context.canRead) != false
      && table.mayBeRead == relation.mayBeRead && (!relation.isFoundByPath || table.isVisible)
  }
}

extension StoreError {
  /// Whether it says nothing about whether tables and logs are as they were.
  fileprivate var concernsNoCatalog: Bool {
    [.busy, .cancelled, .connectionLost, .unreachable].contains(code)
  }
}
