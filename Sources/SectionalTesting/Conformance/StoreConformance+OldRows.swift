import Sectional

/// What a source says that rows were.
extension StoreConformance {
  func checkOldRows(_ subject: Subject) async throws {
    let first = ItemTransaction(.numbered(1), .numbered(2), .numbered(90))
    try await subject.perform(first)
    // A source may have no cursor as long as its record is empty.
    guard let start = try await look(subject).changes.cursor else { return }
    let atStart = first.applied(to: [:])
    var (cursor, known) = (start, atStart)
    for (number, transaction) in Self.transactionsOfOldRows.enumerated() {
      if number % 2 == 0 {
        try await subject.perform(transaction)
      } else {
        try await subject.performMeanwhile(transaction)
      }
      try await checkOldRows(since: start, atStart, subject, after: transaction)
      let next = try await checkOldRows(since: cursor, known, subject, after: transaction)
      guard let next else { return }
      (cursor, known) = (next, transaction.applied(to: known))
    }
  }

  private static var transactionsOfOldRows: [ItemTransaction] {
    [
      ItemTransaction(.put(ConformanceItem(id: 1, name: "other")), .numbered(3)),
      ItemTransaction(
        .put(ConformanceItem(id: 1, name: "other", team: "odd")),
        .put(ConformanceItem(id: 1, name: "third", team: ""))),
      ItemTransaction(.update(id: 1, to: ConformanceItem(id: 4, name: "third")), .delete(id: 2)),
      ItemTransaction([
        .write(.put(ConformanceItem(id: 90, name: "in a transaction"))),
        .savepoint([.delete(id: 90), .numbered(5)], isRolledBack: true),
        .savepoint([.put(ConformanceItem(id: 4, name: "in a savepoint"))], isRolledBack: false),
      ]),
      ItemTransaction(.numbered(2), .numbered(1), .delete(id: 90)),
      ItemTransaction(.delete(id: 1), .numbered(1), .numbered(90), .delete(id: 3)),
    ]
  }

  /// Checks what the source says that rows were at a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor.
  ///   - rows: What they were, by key.
  ///   - subject: The subject.
  ///   - transaction: What was committed last.
  /// - Returns: The next cursor.
  /// - Throws: ``ConformanceFailure`` if a row was something else.
  @discardableResult private func checkOldRows(
    since cursor: Subject.Source.Cursor, _ rows: [Int64: ConformanceItem], _ subject: Subject,
    after transaction: ItemTransaction
  ) async throws -> Subject.Source.Cursor? {
    let changes = try await look(subject, since: cursor).changes
    guard case .tables(let tables) = changes.rows else { return changes.cursor }
    for (key, old) in tables.values.flatMap(\.oldRows) {
      guard case .integer(let id)? = key.values.first else { continue }
      guard let problem = Self.problem(of: old, rows[id]) else { continue }
      throw ConformanceFailure(
        rule: .namesOldRows,
        difference: "after \(transaction.steps.count) steps, the source says of the row \(id) "
          + "that at the cursor \(problem)")
    }
    return changes.cursor
  }

  /// Returns what is wrong with what a source says of a row, or `nil`.
  private static func problem(of old: OldRow, _ item: ConformanceItem?) -> String? {
    switch (old, item) {
    case (.absent, nil): return nil
    case (.absent, _?): return "it didn't exist"
    case (.present, nil): return "it existed"
    case (.present(let values), let item?):
      let cells: [String: StoredValue] = [
        "id": .integer(item.id), "name": .text(item.name),
        "team": item.team.map { .text($0) } ?? .null,
      ]
      let wrong = values.first { cells[$0.key] != $0.value }
      return wrong.map { "the column \($0.key) had another value" }
    }
  }
}
