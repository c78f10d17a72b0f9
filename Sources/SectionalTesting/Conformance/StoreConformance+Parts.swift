import Foundation
import Sectional

/// Lists that show a slice of the rows, or that hold only some of them.
extension StoreConformance {
  @MainActor func checkPages(_ subject: Subject) async throws {
    var request = Self.byName
    (request.fetchOffset, request.fetchLimit) = (3, 8)
    try await follow(request, subject, .readsPages) { Array($0.dropFirst(3).prefix(8)) }
  }

  @MainActor func checkBatches(_ subject: Subject) async throws {
    var request = Self.byName
    request.fetchBatchSize = 4
    try await follow(request, subject, .readsBatches) { $0 }
  }

  @MainActor func checkWindows(_ subject: Subject) async throws {
    var request = Self.byName
    request.fetchWindowSize = 10
    try await follow(request, subject, .readsWindows) { $0 }
  }

  private static var byName: ResultsRequest<ConformanceItem> {
    ResultsRequest<ConformanceItem>(sortBy: [SortKey(\.name)])
  }

  /// Transactions that change rows in front of others, among them, and behind them; the first one makes them.
  ///
  /// No two that follow each other leave as many rows, and none changes a key: these are other rules.
  private static var transactions: [ItemTransaction] {
    let (moved, last) = ("item 11 and more", "the last row")
    return [
      ItemTransaction((10...49).map { .write(.numbered($0)) }),
      ItemTransaction(.put(ConformanceItem(id: 1, name: "a first row"))),
      ItemTransaction(.delete(id: 12), .delete(id: 30)),
      ItemTransaction(
        .put(ConformanceItem(id: 11, name: last)),
        .put(ConformanceItem(id: 40, name: moved, team: "even")), .numbered(60)),
      ItemTransaction(.delete(id: 1), .delete(id: 40), .delete(id: 11)),
    ]
  }

  /// Lets a list follow the transactions, and checks after each that its rows, loaded a few at a time, are those that a part
  /// of the sorted rows says.
  @MainActor private func follow(
    _ request: ResultsRequest<ConformanceItem>, _ subject: Subject, _ rule: ConformanceRule,
    part: ([ConformanceItem]) -> [ConformanceItem]
  ) async throws {
    let controller = ResultsController(
      fetchRequest: request, store: subject.store, changes: subject.source)
    defer { controller.stop() }
    var items: [Int64: ConformanceItem] = [:]
    for (number, transaction) in Self.transactions.enumerated() {
      try await subject.perform(transaction)
      items = transaction.applied(to: items)
      let sorted = items.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      guard try await look(controller, isFirst: number == 0) else { return }
      let shown = try await rows(of: controller)
      guard shown == part(sorted) else {
        throw ConformanceFailure(
          rule: rule,
          difference: "after transaction \(number): the list shows \(shown.map { $0?.id ?? -1 }) "
            + "in place of \(part(sorted).map(\.id))")
      }
    }
  }

  /// Lets a list look, and returns whether the store can read such a list: it may say that it can't, instead of reading it
  /// slowly.
  @MainActor private func look(
    _ controller: ResultsController<ConformanceItem>, isFirst: Bool
  ) async throws -> Bool {
    guard isFirst else {
      try await controller.refresh()
      return true
    }
    do {
      try await controller.performFetch()
      return true
    } catch {
      guard error.part == .fetchWindow else { throw error }
      return false
    }
  }

  /// Loads a list's rows, and returns them; `nil` stands for a row that isn't there after it was loaded.
  @MainActor private func rows(
    of controller: ResultsController<ConformanceItem>
  ) async throws -> [ConformanceItem?] {
    let end = ContinuousClock.now + bound
    while controller.results.counting?.isComplete == false, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(2))
    }
    var rows: [ConformanceItem?] = []
    while rows.count < controller.results.numberOfObjects {
      let places = (rows.count..<min(rows.count + 7, controller.results.numberOfObjects)).map {
        IndexPath(indexes: [0, $0])
      }
      try await controller.loadRows(at: places)
      rows += places.map { controller.results.row(ifLoaded: $0) }
    }
    return rows
  }
}
