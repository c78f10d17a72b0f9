import Sectional

/// The tags of a store's latest transactions, by the server's numbers for these.
final class TransactionTags: Sendable {
  /// The maximum number of transactions that are remembered.
  static let most = 256

  /// What must be the same for a number to mean the same transaction.
  ///
  /// A server that was restored, or that lost what it hadn't written to disk, gives numbers out again.
  struct History: Sendable, Hashable {
    let identity: String
    /// When the server was started.
    let started: String
    /// The number of connections that the store had lost.
    let losses: Int
  }

  private struct State {
    /// The history that the numbers belong to.
    var history: History?
    var tags: [UInt64: WriteTag] = [:]
    /// The transactions, the newest last.
    var numbers: [UInt64] = []
  }

  // State: guarded by its lock.
  private let state = Locked(State())

  /// Notes the tag of a transaction that is about to commit.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - transaction: The transaction's number.
  ///   - history: The history that the number belongs to.
  func note(_ tag: WriteTag, of transaction: UInt64, in history: History) {
    state.withLock { state in
      if state.history != history { state = State(history: history) }
      if state.tags.updateValue(tag, forKey: transaction) == nil {
        state.numbers.append(transaction)
      }
      guard state.numbers.count > TransactionTags.most else { return }
      state.tags[state.numbers.removeFirst()] = nil
    }
  }

  /// Finds the common tag of all transactions that changed a region's tables between two versions.
  ///
  /// - Parameters:
  ///   - rows: What changed.
  ///   - region: The tables.
  ///   - earlier: The earlier version.
  ///   - now: The version that the transaction reads.
  ///   - connection: The connection of that transaction.
  /// - Returns: The tag, or `nil` if it isn't known or if there are others.
  /// - Throws: `StoreError` if the server can't answer.
  func tag(
    of rows: ChangedRows, in region: TableRegion, from earlier: PostgresStoreVersion,
    to now: PostgresStoreVersion?, on connection: PostgresConnection
  ) async throws(StoreError) -> WriteTag? {
    guard let now, earlier.history == now.history, now.gapReason(since: earlier) == nil,
      mayKnow(transactionsSince: earlier.snapshot, in: now.history)
    else { return nil }
    let numbers = now.snapshot.transactions(since: earlier.snapshot, atMost: TransactionTags.most)
    if let tag = numbers.flatMap(commonTag) { return tag }
    guard case .tables = rows, let tables = region.tables else { return nil }
    return commonTag(
      try await TransactionTags.loggedTransactions(of: tables, since: earlier, on: connection))
  }

  private func mayKnow(
    transactionsSince snapshot: PostgresSnapshot, in history: History
  ) -> Bool {
    state.withLock { state in
      state.history == history && state.numbers.contains { $0 >= snapshot.lowestRunning }
    }
  }

  private func commonTag(_ transactions: Set<UInt64>) -> WriteTag? {
    state.withLock { state in
      guard let tag = transactions.first.flatMap({ state.tags[$0] }) else { return nil }
      return transactions.allSatisfy { state.tags[$0] == tag } ? tag : nil
    }
  }
}

extension PostgresStoreVersion {
  fileprivate var history: TransactionTags.History {
    TransactionTags.History(identity: identity, started: started, losses: losses)
  }
}

extension TransactionTags {
  /// Notes the tag of the transaction that is under way, if it has written anything.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - losses: The number of connections that the store had lost before the transaction.
  ///   - connection: The transaction's connection.
  /// - Throws: `StoreError` if the server can't answer.
  func note(
    _ tag: WriteTag, losses: Int, on connection: isolated PostgresConnection
  ) async throws(StoreError) {
    var answer: (number: UInt64, started: String)?
    try await connection.rows(
      """
      SELECT pg_catalog.pg_current_xact_id_if_assigned()::pg_catalog.text,
        \(PostgresServerState.startExpression)::pg_catalog.text
      """
    ) { row in
      if let number = row.text(at: 0).flatMap({ UInt64($0) }), let started = row.text(at: 1) {
        answer = (number, started)
      }
    }
    guard let answer, let identity = connection.session.knownIdentity else { return }
    note(
      tag, of: answer.number,
      in: TransactionTags.History(identity: identity, started: answer.started, losses: losses))
  }

  /// Returns the numbers of the transactions that tables' change logs name since a version.
  ///
  /// Call it after the changes since that version were found in the logs.
  private static func loggedTransactions(
    of tables: Set<String>, since earlier: PostgresStoreVersion,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> Set<UInt64> {
    var numbers: Set<UInt64> = []
    for table in tables {
      guard let relation = connection.transaction.relation(table), relation.kind != .view else {
        continue
      }
      guard let question = try await LogReading.logQuestion(of: relation, on: connection),
        let place = earlier.places[table]
      else { return [] }
      try await connection.run([question.transactions(since: earlier, place)]) {
        _, row throws(StoreError) in
        if let number = row.text(at: 0).flatMap({ UInt64($0) }) { numbers.insert(number) }
      }
    }
    return numbers
  }
}

extension PostgresSnapshot {
  /// Returns the numbers that may belong to transactions that have ended since an earlier snapshot, or `nil` if there
  /// are too many.
  func transactions(since earlier: PostgresSnapshot, atMost most: Int) -> Set<UInt64>? {
    guard earlier.next <= next, next - earlier.next <= UInt64(most) else { return nil }
    return Set(earlier.next..<next).union(earlier.running).subtracting(running)
  }
}
