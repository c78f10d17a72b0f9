import Sectional
import SectionalSQL

extension ReadBeginning {
  /// Begins the transaction, locks the tables, and asks the catalogs and the logs, in a single round trip if it is remembered
  /// what the catalogs said.
  ///
  /// The locks come before the transaction's first query, which takes the snapshot: truncating or rewriting a table
  /// also affects transactions that began earlier.
  static func beginInOneTurn(isWatching: Bool = false, on connection: isolated PostgresConnection)
    async throws(StoreError)
  {
    let relations = connection.transaction.allRelations
    let locked = isWatching ? connection.transaction.logLocks : connection.transaction.locks()
    let batch = opening(locking: locked, on: connection)
    let functions = Set(
      connection.transaction.dependences.values.flatMap(\.functions)
        + connection.transaction.watchedFunctions
    ).sorted()
    let subject = PostgresCatalogSubject(
      relations, calling: functions,
      isShort: functions.isEmpty && relations.allSatisfy(connection.catalogCache.mayBePlain))
    if let seal = connection.catalogCache.seal(of: subject) {
      return try await begin(batch, since: seal, of: subject, on: connection)
    }
    try await begin(batch, asking: subject, about: relations, on: connection)
    if !isAnswered(subject, about: relations, on: connection) {
      let whole = PostgresCatalogSubject(relations, calling: functions, isShort: false)
      try await begin([], asking: whole, about: relations, on: connection)
    }
    connection.transaction.forgetOutdatedQuestions()
    try await askLogs(after: [], on: connection) { _, _ in }
  }

  /// Runs the statements that begin a transaction, and asks the catalogs.
  private static func begin(
    _ opening: [BatchedStatement], asking subject: PostgresCatalogSubject,
    about relations: [PostgresRelation], on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    var seal: PostgresCatalogSeal?
    try await connection.answering(within: .seconds(10)) { () async throws(StoreError) in
      seal = try await ReadBeginning.seal(
        of: subject, about: relations, after: opening, on: connection)
    }
    connection.transaction.context = seal.map { connection.catalogCache.dated($0.context) }
    // A text that isn't UTF-8 can't be sent back.
    guard let seal, isAnswered(subject, about: relations, on: connection),
      !seal.listing.unicodeScalars.contains("\u{FFFD}")
    else { return }
    connection.catalogCache.keep(seal, of: subject)
  }

  /// Runs statements, and asks the catalogs.
  ///
  /// - Returns: What they say; `nil` if they don't tell the server's state.
  static func seal(
    of subject: PostgresCatalogSubject, about relations: [PostgresRelation],
    after opening: [BatchedStatement] = [], on connection: isolated PostgresConnection
  ) async throws(StoreError) -> PostgresCatalogSeal? {
    var facts = PostgresCatalogFacts()
    try await connection.run(opening + [subject.facts]) { index, row in
      if index == opening.count { facts.take(row) }
    }
    return facts.context(about: relations).map {
      PostgresCatalogSeal(listing: facts.listing, context: $0)
    }
  }

  /// Runs the statements that begin a transaction in which the catalogs say what they said, and asks the logs.
  private static func begin(
    _ opening: [BatchedStatement], since seal: PostgresCatalogSeal,
    of subject: PostgresCatalogSubject, on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    connection.transaction.context = seal.context
    connection.transaction.forgetOutdatedQuestions()
    var facts = PostgresCatalogFacts()
    try await askLogs(after: opening + [subject.question(since: seal)], on: connection) {
      index, row in
      if index == opening.count { facts.take(row) }
    }
    connection.transaction.context = facts.server.map {
      connection.catalogCache.dated(seal.context.with($0))
    }
  }

  /// Runs statements, and asks the logs in the same round trip.
  private static func askLogs(
    after statements: [BatchedStatement], on connection: isolated PostgresConnection,
    take: (Int, PostgresResult) -> Void
  ) async throws(StoreError) {
    var batch = statements
    let logs = connection.transaction.addLogQuestions(
      to: &batch, recalling: connection.catalogCache)
    guard !batch.isEmpty else { return }
    var answers: [Int: LogAnswer] = [:]
    // Rows can be large, so they are waited for as any others are. Each question before them is answered by a row.
    let last = logs[batch.count - 1].map(\.isAboutRows) == true ? batch.count - 2 : nil
    try await connection.answering(within: .seconds(10)) { () async throws(StoreError) in
      try await connection.run(batch) { index, row in
        if index == last { connection.deadline = nil }
        if let log = logs[index] {
          answers[index, default: LogAnswer()].take(row, log)
        } else {
          take(index, row)
        }
      }
    }
    connection.transaction.take(answers, to: logs)
    if connection.transaction.logs.namedRows != nil,
      let request = connection.transaction.requests.first
    {
      connection.catalogCache.noteNamedRowsUse(by: request)
    }
  }

  /// Returns the statements that begin the transaction, before its first query.
  private static func opening(locking locked: [String], on connection: isolated PostgresConnection)
    -> [BatchedStatement]
  {
    let isUsers = connection.transaction.usesUsersSettings
    let local =
      connection.session.isDirect
      ? (isUsers ? PostgresSettings.usersPrinting : [])
      : (isUsers ? connection.settings.forUsersReading : connection.settings.forTransaction)
    let locks =
      locked.isEmpty
      ? [] : ["LOCK TABLE \(locked.joined(separator: ", ")) IN ACCESS SHARE MODE NOWAIT"]
    let begin = BatchedStatement(
      text: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", isKept: true)
    return [begin] + (local + locks).map { BatchedStatement(text: $0) }
  }

  /// Returns whether the question asked everything: the short one overlooks something about tables that aren't plain.
  private static func isAnswered(
    _ subject: PostgresCatalogSubject, about relations: [PostgresRelation],
    on connection: isolated PostgresConnection
  ) -> Bool {
    !subject.isShort || relations.allSatisfy { isPlain($0, on: connection) }
  }

  private static func isPlain(
    _ relation: PostgresRelation, on connection: isolated PostgresConnection
  ) -> Bool {
    connection.transaction.context?.table(relation.text)?.isPlain == true
  }
}
