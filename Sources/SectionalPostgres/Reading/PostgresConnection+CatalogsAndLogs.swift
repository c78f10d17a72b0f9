import Sectional
import SectionalSQL

extension PostgresConnection {
  /// Begins the transaction, locks the tables, and asks the catalogs and the logs, in a single round trip if it is remembered
  /// what the catalogs said.
  ///
  /// The locks come before the transaction's first query, which takes the snapshot: truncating or rewriting a table
  /// also affects transactions that began earlier.
  func beginInOneTurn(isWatching: Bool = false) async throws(StoreError) {
    let relations = transaction.allRelations
    let locked = isWatching ? transaction.logLocks : transaction.locks()
    let batch = opening(locking: locked)
    let functions = Set(
      transaction.dependences.values.flatMap(\.functions) + transaction.watchedFunctions
    ).sorted()
    let subject = PostgresCatalogSubject(
      relations, calling: functions,
      isShort: functions.isEmpty && relations.allSatisfy(catalogCache.mayBePlain))
    if let seal = catalogCache.seal(of: subject) {
      return try await begin(batch, since: seal, of: subject)
    }
    try await begin(batch, asking: subject, about: relations)
    if !isAnswered(subject, about: relations) {
      let whole = PostgresCatalogSubject(relations, calling: functions, isShort: false)
      try await begin([], asking: whole, about: relations)
    }
    forgetOutdatedQuestions()
    try await askLogs(after: []) { _, _ in }
  }

  /// Runs the statements that begin a transaction, and asks the catalogs.
  private func begin(
    _ opening: [BatchedStatement], asking subject: PostgresCatalogSubject,
    about relations: [PostgresRelation]
  ) async throws(StoreError) {
    var seal: PostgresCatalogSeal?
    try await answering(within: .seconds(10)) { () async throws(StoreError) in
      seal = try await self.seal(of: subject, about: relations, after: opening)
    }
    transaction.context = seal.map { catalogCache.dated($0.context) }
    // A text that isn't UTF-8 can't be sent back.
    guard let seal, isAnswered(subject, about: relations),
      !seal.listing.unicodeScalars.contains("\u{FFFD}")
    else { return }
    catalogCache.keep(seal, of: subject)
  }

  /// Runs statements, and asks the catalogs.
  ///
  /// - Returns: What they say; `nil` if they don't tell the server's state.
  func seal(
    of subject: PostgresCatalogSubject, about relations: [PostgresRelation],
    after opening: [BatchedStatement] = []
  ) async throws(StoreError) -> PostgresCatalogSeal? {
    var facts = PostgresCatalogFacts()
    try await run(opening + [subject.facts]) { index, row in
      if index == opening.count { facts.take(row) }
    }
    return facts.context(about: relations).map {
      PostgresCatalogSeal(listing: facts.listing, context: $0)
    }
  }

  /// Runs the statements that begin a transaction in which the catalogs say what they said, and asks the logs.
  private func begin(
    _ opening: [BatchedStatement], since seal: PostgresCatalogSeal,
    of subject: PostgresCatalogSubject
  ) async throws(StoreError) {
    transaction.context = seal.context
    forgetOutdatedQuestions()
    var facts = PostgresCatalogFacts()
    try await askLogs(after: opening + [subject.question(since: seal)]) { index, row in
      if index == opening.count { facts.take(row) }
    }
    transaction.context = facts.server.map { catalogCache.dated(seal.context.with($0)) }
  }

  /// Runs statements, and asks the logs in the same round trip.
  private func askLogs(
    after statements: [BatchedStatement], take: (Int, PostgresResult) -> Void
  ) async throws(StoreError) {
    var batch = statements
    let logs = logBatch(&batch)
    guard !batch.isEmpty else { return }
    var answers: [Int: LogAnswer] = [:]
    // Rows can be large, so they are waited for as any others are. Each question before them is answered by a row.
    let last = logs[batch.count - 1].map(\.isAboutRows) == true ? batch.count - 2 : nil
    try await answering(within: .seconds(10)) { () async throws(StoreError) in
      try await run(batch) { index, row in
        if index == last { deadline = nil }
        if let log = logs[index] {
          answers[index, default: LogAnswer()].take(row, log)
        } else {
          take(index, row)
        }
      }
    }
    self.take(answers, to: logs)
  }

  /// Returns the statements that begin the transaction, before its first query.
  private func opening(locking locked: [String]) -> [BatchedStatement] {
    let isUsers = transaction.usesUsersSettings
    let local =
      session.isDirect
      ? (isUsers ? PostgresSettings.usersPrinting : [])
      : (isUsers ? settings.forUsersReading : settings.forTransaction)
    let locks =
      locked.isEmpty
      ? [] : ["LOCK TABLE \(locked.joined(separator: ", ")) IN ACCESS SHARE MODE NOWAIT"]
    let begin = BatchedStatement(
      text: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", isKept: true)
    return [begin] + (local + locks).map { BatchedStatement(text: $0) }
  }

  /// Returns whether the question asked everything: the short one overlooks something about tables that aren't plain.
  private func isAnswered(
    _ subject: PostgresCatalogSubject, about relations: [PostgresRelation]
  ) -> Bool {
    !subject.isShort || relations.allSatisfy(isPlain)
  }

  private func isPlain(_ relation: PostgresRelation) -> Bool {
    transaction.context?.table(relation.text)?.isPlain == true
  }
}
