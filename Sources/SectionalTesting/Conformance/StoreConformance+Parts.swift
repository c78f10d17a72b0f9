import Foundation
import Sectional

/// Lists that show a slice of the rows, or that hold only some of them.
extension StoreConformance {
  @MainActor func checkPages(_ first: Subject) async throws {
    for (order, slice) in [(Order.byName, 3..<11), (.byTeam, 0..<5), (.even, 15..<22)] {
      var request = order.request
      (request.fetchOffset, request.fetchLimit) = (slice.lowerBound, slice.count)
      let subject = try await subject(of: order, first)
      try await follow(request, order, subject, .readsPages) { items in
        Array(items.dropFirst(slice.lowerBound).prefix(slice.count))
      }
      try await checkSlices(in: order, subject)
    }
  }

  @MainActor func checkBatches(_ first: Subject) async throws {
    for order in Order.allCases {
      var request = order.request
      request.fetchBatchSize = 4
      try await follow(request, order, try await subject(of: order, first), .readsBatches) { $0 }
    }
  }

  @MainActor func checkWindows(_ first: Subject) async throws {
    for order in Order.allCases {
      var request = order.request
      request.fetchWindowSize = 10
      try await follow(request, order, try await subject(of: order, first), .readsWindows) { $0 }
    }
  }

  /// Returns the subject for an order; each order has its own, so that no list sees what an earlier one followed.
  private func subject(of order: Order, _ first: Subject) async throws -> Subject {
    order == .byName ? first : try await makeSubject()
  }

  /// Reads slices of the rows that are there, and compares them with the same slices of all rows.
  private func checkSlices(in order: Order, _ subject: Subject) async throws {
    var request = order.request
    let rows = try await subject.store.read {
      try await $0.fetch(ResultsRequest<ConformanceItem>())
    }
    let sorted = order.rows(of: rows)
    for (offset, limit) in [
      (0, 1), (1, 5), (7, 9), (15, 0), (20, 50), (sorted.count - 1, 3), (500, 5),
    ] {
      (request.fetchOffset, request.fetchLimit) = (offset, limit)
      try await check(
        request, "\(limit) rows from \(offset) on", subject,
        against: sorted.dropFirst(offset).prefix(limit > 0 ? limit : sorted.count))
    }
    (request.fetchOffset, request.fetchLimit) = (0, 0)
    for last in [1, 7, 500] {
      request.fetchLast = last
      try await check(request, "the last \(last) rows", subject, against: sorted.suffix(last))
    }
  }

  private func check(
    _ request: ResultsRequest<ConformanceItem>, _ name: String, _ subject: Subject,
    against expected: ArraySlice<ConformanceItem>
  ) async throws {
    let read = try await subject.store.read { try await $0.fetch(request) }
    guard read == Array(expected) else {
      throw ConformanceFailure(
        rule: .readsPages,
        difference: "\(name) are \(read.map(\.id)) in place of \(expected.map(\.id))")
    }
  }

  /// Which rows a list shows, and in which order.
  private enum Order: CaseIterable, Sendable {
    /// All rows by name; some names are equal.
    case byName
    /// All rows by team, which may be null, then by name in descending order.
    case byTeam
    /// The rows of one team by name.
    case even

    var request: ResultsRequest<ConformanceItem> {
      switch self {
      case .byName: ResultsRequest(sortBy: [SortKey(\.name)])
      case .byTeam: ResultsRequest(sortBy: [SortKey(\.team), SortKey(\.name, order: .reverse)])
      case .even:
        ResultsRequest(predicate: #Predicate { $0.team == "even" }, sortBy: [SortKey(\.name)])
      }
    }

    /// Returns the rows in this order.
    func rows(of items: some Sequence<ConformanceItem>) -> [ConformanceItem] {
      switch self {
      case .byName: items.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      case .byTeam:
        items.sorted { one, other in
          // Null comes first.
          let teams = (one.team ?? "", other.team ?? "")
          if teams.0 != teams.1 { return teams.0 < teams.1 }
          return one.name == other.name ? one.id < other.id : one.name > other.name
        }
      case .even: Self.byName.rows(of: items.filter { $0.team == "even" })
      }
    }
  }

  /// Transactions that change rows in front of others, among them, and behind them; the first one makes them.
  ///
  /// No two that follow each other leave as many rows, and none changes a key: these are other rules.
  private static var transactions: [ItemTransaction] {
    let (moved, last) = ("item 11 and more", "the last row")
    return [
      ItemTransaction(
        (10...49).map { .write(.numbered($0)) }
          + (50...54).map { .write(.put(ConformanceItem(id: $0, name: "item 20", team: "even"))) }),
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
    _ request: ResultsRequest<ConformanceItem>, _ order: Order, _ subject: Subject,
    _ rule: ConformanceRule, part: ([ConformanceItem]) -> [ConformanceItem]
  ) async throws {
    let controller = ResultsController(
      fetchRequest: request, store: subject.store, changes: subject.source)
    defer { controller.stop() }
    var items: [Int64: ConformanceItem] = [:]
    for (number, transaction) in Self.transactions.enumerated() {
      try await subject.perform(transaction)
      items = transaction.applied(to: items)
      let sorted = order.rows(of: items.values)
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
    while let counting = controller.results.counting, !counting.isComplete || counting.doubt != nil,
      ContinuousClock.now < end
    {
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
