import Sectional

/// A list over a subject that looks only when it is told to, and what it must show.
@MainActor
final class ConformanceList<Subject: ConformanceSubject> {
  let controller: ResultsController<ConformanceItem>
  private let subject: Subject
  private let rule: ConformanceRule
  private var expected: [Int64: ConformanceItem] = [:]

  /// Performs a first transaction, and fetches a list.
  init(
    _ subject: Subject, checking rule: ConformanceRule, _ first: ItemTransaction
  ) async throws {
    self.subject = subject
    self.rule = rule
    controller = ResultsController(
      fetchRequest: ResultsRequest<ConformanceItem>(sortBy: [SortKey(\.name)]),
      store: subject.store, sectionNameKeyPath: \.team, changes: subject.source)
    try await perform(first)
    try await controller.performFetch()
    try check("fetched")
  }

  /// Performs a transaction, which the list must show when it looks again.
  func perform(_ transaction: ItemTransaction) async throws {
    try await subject.perform(transaction)
    expected = transaction.applied(to: expected)
  }

  /// Lets the list look, and checks what it shows.
  func refresh(after occasion: String) async throws {
    try await controller.refresh()
    try check(occasion)
  }

  /// Checks that the list shows what was committed.
  func check(_ occasion: String) throws {
    let shown = controller.results.rows.sorted { $0.id < $1.id }
    let truth = expected.values.sorted { $0.id < $1.id }
    guard shown == truth else {
      throw ConformanceFailure(
        rule: rule, difference: "\(occasion): the list shows \(shown) in place of \(truth)")
    }
  }
}

extension ItemWrite {
  /// Writes a row that follows from its key.
  static func numbered(_ id: Int64) -> ItemWrite {
    .put(ConformanceItem(id: id, name: "item \(id)", team: id % 2 == 0 ? "even" : nil))
  }
}

extension StoreConformance {
  @MainActor func checkRollback(_ subject: Subject) async throws {
    let list = try await ConformanceList(
      subject, checking: .hidesRolledBackRows, ItemTransaction(.numbered(1), .numbered(2)))
    try await list.perform(
      ItemTransaction([.write(.numbered(3)), .write(.delete(id: 1))], isRolledBack: true))
    try await list.refresh(after: "after a transaction that was rolled back")
    try await list.perform(ItemTransaction(.numbered(4)))
    try await list.refresh(after: "after a commit that followed one")
    list.controller.stop()
  }

  @MainActor func checkSavepoints(_ subject: Subject) async throws {
    let list = try await ConformanceList(
      subject, checking: .namesRowsOfSavepoints, ItemTransaction(.numbered(1)))
    try await list.perform(
      ItemTransaction([
        .write(.numbered(2)), .savepoint([.numbered(3)], isRolledBack: false),
        .savepoint([.numbered(4)], isRolledBack: true), .write(.numbered(5)),
      ]))
    try await list.refresh(after: "after a transaction with savepoints")
    list.controller.stop()
  }

  @MainActor func checkKeys(_ subject: Subject) async throws {
    let list = try await ConformanceList(
      subject, checking: .namesBothKeys, ItemTransaction(.numbered(1), .numbered(2)))
    try await list.perform(
      ItemTransaction(.numbered(5), .update(id: 1, to: ConformanceItem(id: 3, name: "item 1"))))
    try await list.refresh(after: "after a row got another key")
    list.controller.stop()
  }

  @MainActor func checkErrors(_ subject: Subject) async throws {
    let list = try await ConformanceList(
      subject, checking: .reportsErrors, ItemTransaction(.numbered(1)))
    try await list.perform(ItemTransaction(.numbered(2)))
    try await list.refresh(after: "after a commit")
    try await subject.fail(true)
    let failed = await failure { try await list.controller.refresh() }
    guard failed else {
      throw ConformanceFailure(
        rule: .reportsErrors, difference: "a store that can't be read throws no error")
    }
    try list.check("while the store can't be read")
    guard list.controller.status.error != nil else {
      throw ConformanceFailure(
        rule: .reportsErrors, difference: "the list's status is \(list.controller.status)")
    }
    try await subject.fail(false)
    try await list.refresh(after: "after the store could be read again")
    list.controller.stop()
  }

  private func failure(of body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch {
      return true
    }
  }
}
