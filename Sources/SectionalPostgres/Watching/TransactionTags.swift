import Sectional

/// The tags of a store's latest transactions, by the server's numbers for these.
final class TransactionTags: Sendable {
  /// The maximum number of transactions that are remembered.
  static let most = 256

  private struct State {
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
  ///   - transaction: The transaction's number, or `nil` if it wrote nothing.
  func note(_ tag: WriteTag, of transaction: UInt64?) {
    guard let transaction else { return }
    state.withLock { state in
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
    to now: PostgresStoreVersion?, _ connection: PostgresConnection
  ) async throws(StoreError) -> WriteTag? {
    // After a restart, numbers can be those of other transactions.
    guard let now, now.started == earlier.started, now.gapReason(since: earlier) == nil,
      mayKnow(transactionsSince: earlier.snapshot)
    else { return nil }
    let numbers = now.snapshot.transactions(since: earlier.snapshot, atMost: TransactionTags.most)
    if let tag = numbers.flatMap(commonTag) { return tag }
    guard case .tables = rows, let tables = region.tables else { return nil }
    return commonTag(try await connection.loggedTransactions(of: tables, since: earlier))
  }

  private func mayKnow(transactionsSince snapshot: PostgresSnapshot) -> Bool {
    state.withLock { $0.numbers.contains { $0 >= snapshot.lowestRunning } }
  }

  private func commonTag(_ transactions: Set<UInt64>) -> WriteTag? {
    state.withLock { state in
      guard let tag = transactions.first.flatMap({ state.tags[$0] }) else { return nil }
      return transactions.allSatisfy { state.tags[$0] == tag } ? tag : nil
    }
  }
}

extension PostgresConnection {
  /// Returns the number of the transaction that is under way, or `nil` if it has written nothing.
  func transactionNumber() async throws(StoreError) -> UInt64? {
    var number: UInt64?
    try await rows("SELECT pg_catalog.pg_current_xact_id_if_assigned()::pg_catalog.text") { row in
      number = row.text(at: 0).flatMap { UInt64($0) }
    }
    return number
  }

  /// Returns the numbers of the transactions that tables' change logs name since a version.
  ///
  /// Call it after the changes since that version were found in the logs.
  fileprivate func loggedTransactions(
    of tables: Set<String>, since earlier: PostgresStoreVersion
  ) async throws(StoreError) -> Set<UInt64> {
    var numbers: Set<UInt64> = []
    for table in tables {
      guard let relation = transaction.relation(table), relation.kind != .view else { continue }
      guard let question = try await logQuestion(of: relation), let place = earlier.places[table]
      else { return [] }
      try await run([question.transactions(since: earlier, place)]) { _, row throws(StoreError) in
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
