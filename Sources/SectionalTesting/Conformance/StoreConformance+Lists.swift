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
        rule: rule,
        difference: "\(occasion): \(ConformanceItem.difference(shown, truth)) (sorted by id)")
    }
  }
}

extension ConformanceItem {
  /// Says in which rows two sequences differ.
  static func difference(_ shown: [ConformanceItem?], _ expected: [ConformanceItem]) -> String {
    func text(_ item: ConformanceItem??) -> String {
      guard let item else { return "no row" }
      guard let item else { return "a row that isn't loaded" }
      return "(\(item.id), \"\(item.name)\", \(item.team.map { "\"\($0)\"" } ?? "nil"))"
    }
    let place = (0..<max(shown.count, expected.count)).first { place in
      place >= shown.count || place >= expected.count || shown[place] != expected[place]
    }
    guard let place else { return "the rows are the same" }
    let left = place < shown.count ? text(shown[place]) : text(.none)
    let right = place < expected.count ? text(expected[place]) : text(.none)
    return
      "the list has \(shown.count) rows of \(expected.count), and at \(place) \(left) in place of \(right)"
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
    guard await fails({ _ = try await items(of: subject) }) else {
      throw ConformanceFailure(
        rule: .reportsErrors, difference: "a store that can't be read throws no error")
    }
    // The list need not read anything as long as the store has the same version.
    _ = await fails { try await list.controller.refresh() }
    try list.check("while the store can't be read")
    let other = ResultsController(
      fetchRequest: ResultsRequest<ConformanceItem>(), store: subject.store,
      changes: subject.source)
    let isTold = await fails { try await other.performFetch() } && other.status.error != nil
    other.stop()
    guard isTold else {
      throw ConformanceFailure(
        rule: .reportsErrors,
        difference: "a new list's fetch doesn't fail; its status is \(other.status)")
    }
    try await subject.fail(false)
    try await list.refresh(after: "after the store could be read again")
    list.controller.stop()
  }

  @MainActor func checkRecovery(_ subject: Subject) async throws {
    let list = try await ConformanceList(
      subject, checking: .recoversFromErrors, ItemTransaction(.numbered(1)))
    try await subject.fail(true)
    _ = await fails { _ = try await items(of: subject) }
    try await subject.fail(false)
    try await list.perform(ItemTransaction(.numbered(2)))
    try await list.refresh(after: "after a read that failed, and a commit")
    _ = await fails {
      try await subject.store.read { reader in
        _ = try await reader.fetch(ResultsRequest<ConformanceItem>())
        throw CancellationError()
      }
    }
    try await list.perform(ItemTransaction(.numbered(3)))
    try await list.refresh(after: "after a read whose body threw, and a commit")
    let cancelled = Task { try await items(of: subject) }
    cancelled.cancel()
    _ = await fails { _ = try await cancelled.value }
    try await list.perform(ItemTransaction(.numbered(4)))
    try await list.refresh(after: "after a read that was cancelled, and a commit")
    guard list.controller.status.error == nil else {
      throw ConformanceFailure(
        rule: .recoversFromErrors, difference: "the list's status is \(list.controller.status)")
    }
    list.controller.stop()
  }

  func items(of subject: Subject) async throws -> [ConformanceItem] {
    try await subject.store.read { try await $0.fetch(ResultsRequest<ConformanceItem>()) }
  }

  private func fails(_ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch {
      return true
    }
  }
}
