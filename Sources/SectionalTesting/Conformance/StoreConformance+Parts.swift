import Foundation
import Sectional

/// Lists that show a slice of the rows, or that hold only some of them.
extension StoreConformance {
  @MainActor func checkPages(_ first: Subject) async throws {
    for (order, slice) in [
      (Order.byName, 3..<11), (.byTeam, 0..<5), (.even, 15..<22), (.byTeamDescending, 20..<31),
      (.byTeamNullsLast, 18..<40),
    ] {
      var request = order.request
      (request.fetchOffset, request.fetchLimit) = (slice.lowerBound, slice.count)
      let subject = try await subject(of: order, first)
      let name = "rows \(slice) \(order)"
      try await follow(request, order, subject, .readsPages, name) { items in
        Array(items.dropFirst(slice.lowerBound).prefix(slice.count))
      }
      try await checkSlices(in: order, subject)
      try await checkEarlierRows(in: order, subject)
    }
  }

  /// Loads the rows of a list that begins at its end, a few at a time, and compares them with the last rows of all.
  @MainActor private func checkEarlierRows(in order: Order, _ subject: Subject) async throws {
    var request = order.request
    request.fetchLast = 4
    let sorted = order.rows(of: try await items(of: subject))
    let controller = ResultsController(
      fetchRequest: request, store: subject.store, changes: subject.source)
    defer { controller.stop() }
    try await controller.performFetch()
    var (count, isOver) = (4, false)
    while !isOver {
      let shown = controller.results.rows.map(Optional.some)
      let expected = Array(sorted.suffix(count))
      guard shown == expected else {
        throw ConformanceFailure(
          rule: .readsPages,
          difference:
            "a list \(order) that begins at its end, with \(count) rows: "
            + ConformanceItem.difference(shown, expected))
      }
      isOver = !controller.results.hasEarlierRows
      if !isOver { try await controller.loadEarlier(6) }
      count += 6
    }
    guard controller.results.numberOfObjects == sorted.count else {
      throw ConformanceFailure(
        rule: .readsPages,
        difference: "a list \(order) that begins at its end has no rows before "
          + "\(controller.results.numberOfObjects) of \(sorted.count)")
    }
  }

  @MainActor func checkBatches(_ first: Subject) async throws {
    for order in [Order.byName, .byTeam, .even] {
      var request = order.request
      request.fetchBatchSize = 4
      let subject = try await subject(of: order, first)
      try await follow(request, order, subject, .readsBatches, "batches of 4 \(order)") { $0 }
    }
  }

  @MainActor func checkWindows(_ first: Subject) async throws {
    for order in [Order.byName, .byTeam, .even] {
      var request = order.request
      request.fetchWindowSize = 10
      let subject = try await subject(of: order, first)
      try await follow(request, order, subject, .readsWindows, "a window of 10 \(order)") { $0 }
      try await checkJumps(request, order, subject)
    }
  }

  /// Jumps to rows by their keys, to which nothing that was read before leads, from the last to the first.
  @MainActor private func checkJumps(
    _ request: ResultsRequest<ConformanceItem>, _ order: Order, _ subject: Subject
  ) async throws {
    guard subject.readsWindows else { return }
    let sorted = order.rows(of: try await items(of: subject))
    for index in sorted.indices.reversed() where index % 5 == 0 {
      let controller = ResultsController(
        fetchRequest: request, store: subject.store, changes: subject.source)
      defer { controller.stop() }
      try await controller.performFetch()
      let path = try await controller.loadRow(forKey: RowKey([.integer(sorted[index].id)]))
      let row = path.flatMap { controller.results.row(ifLoaded: $0) }
      guard path?.last == index, row == sorted[index] else {
        throw ConformanceFailure(
          rule: .readsWindows,
          difference:
            "a window of 10 \(order): the row \(sorted[index].id) is at \(index), but the list "
            + (path.map { "finds \(row?.id.description ?? "no row") at \($0[1])" }
              ?? "doesn't find it"))
      }
    }
  }

  /// Returns the subject for an order; each order has its own, so that no list sees what an earlier one followed.
  private func subject(of order: Order, _ first: Subject) async throws -> Subject {
    order == .byName ? first : try await makeSubject()
  }

  /// Reads slices of the rows that are there, and compares them with the same slices of all rows.
  private func checkSlices(in order: Order, _ subject: Subject) async throws {
    var request = order.request
    let sorted = order.rows(of: try await items(of: subject))
    for (offset, limit) in [
      (0, 1), (1, 5), (7, 9), (15, 0), (20, 50), (sorted.count - 1, 3), (500, 5),
    ] {
      (request.fetchOffset, request.fetchLimit) = (offset, limit)
      try await check(
        request, "\(limit) rows from \(offset) on, \(order)", subject,
        against: sorted.dropFirst(offset).prefix(limit > 0 ? limit : sorted.count))
    }
    (request.fetchOffset, request.fetchLimit) = (0, 0)
    for last in [1, 7, 500] {
      request.fetchLast = last
      try await check(
        request, "the last \(last) rows, \(order)", subject, against: sorted.suffix(last))
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
        difference: "\(name): \(ConformanceItem.difference(read, Array(expected)))")
    }
  }

  /// Which rows a list shows, and in which order.
  private enum Order: Sendable, CustomStringConvertible {
    /// All rows by name; some names are equal.
    case byName
    /// All rows by team, which may be null, then by name in descending order.
    case byTeam
    /// The rows of one team by name.
    case even
    /// All rows by team in descending order, in which null comes last, then by key.
    case byTeamDescending
    /// All rows by team, after which those come whose team is null, then by key.
    case byTeamNullsLast

    var description: String {
      switch self {
      case .byName: "by name"
      case .byTeam: "by team, then by name in descending order"
      case .even: "of the team \"even\" by name"
      case .byTeamDescending: "by team in descending order"
      case .byTeamNullsLast: "by team, null last"
      }
    }

    var request: ResultsRequest<ConformanceItem> {
      switch self {
      case .byName: ResultsRequest(sortBy: [SortKey(\.name)])
      case .byTeam: ResultsRequest(sortBy: [SortKey(\.team), SortKey(\.name, order: .reverse)])
      case .even:
        ResultsRequest(predicate: #Predicate { $0.team == "even" }, sortBy: [SortKey(\.name)])
      case .byTeamDescending: ResultsRequest(sortBy: [SortKey(\.team, order: .reverse)])
      case .byTeamNullsLast: ResultsRequest(sortBy: [SortKey(\.team, nulls: .last)])
      }
    }

    /// Returns the rows in this order.
    func rows(of items: some Sequence<ConformanceItem>) -> [ConformanceItem] {
      switch self {
      case .byName: items.sorted { isBefore($0.name, $1.name) ?? ($0.id < $1.id) }
      case .byTeam:
        items.sorted { one, other in
          teamIsBefore(one, other) ?? isBefore(other.name, one.name) ?? (one.id < other.id)
        }
      case .byTeamDescending: items.sorted { teamIsBefore($1, $0) ?? ($0.id < $1.id) }
      case .byTeamNullsLast:
        items.sorted { one, other in
          if (one.team == nil) != (other.team == nil) { return other.team == nil }
          return teamIsBefore(one, other) ?? (one.id < other.id)
        }
      case .even: Self.byName.rows(of: items.filter { $0.team == "even" })
      }
    }

    /// Returns whether a text comes before another one by its bytes, or `nil` if both are the same.
    private func isBefore(_ one: String, _ other: String) -> Bool? {
      one.utf8.elementsEqual(other.utf8) ? nil : one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    private func teamIsBefore(_ one: ConformanceItem, _ other: ConformanceItem) -> Bool? {
      switch (one.team, other.team) {
      case (nil, nil): nil
      case (nil, _): true
      case (_, nil): false
      case (let team?, let another?): isBefore(team, another)
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
          + (50...54).map { .write(.put(ConformanceItem(id: $0, name: "item 20", team: "even"))) }
          + [
            // Languages sort these differently, and ignore case.
            ConformanceItem(id: 70, name: "Item 15", team: ""),
            ConformanceItem(id: 71, name: "\u{E4}tem", team: "Odd"),
            ConformanceItem(id: 72, name: "item-2", team: "odd"),
          ].map { .write(.put($0)) }),
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
    _ rule: ConformanceRule, _ name: String, part: ([ConformanceItem]) -> [ConformanceItem]
  ) async throws {
    let controller = ResultsController(
      fetchRequest: request, store: subject.store, changes: subject.source)
    defer { controller.stop() }
    var items: [Int64: ConformanceItem] = [:]
    for (number, transaction) in Self.transactions.enumerated() {
      try await subject.perform(transaction)
      items = transaction.applied(to: items)
      let sorted = order.rows(of: items.values)
      guard try await look(controller, isFirst: number == 0, subject) else { return }
      let shown = try await rows(of: controller)
      guard shown == part(sorted) else {
        let fresh = ResultsController(
          fetchRequest: request, store: subject.store, changes: subject.source)
        defer { fresh.stop() }
        try await fresh.performFetch()
        let isRight = try await rows(of: fresh) == part(sorted)
        throw ConformanceFailure(
          rule: isRight ? .namesChangedRows : rule,
          difference: "\(name), after \(Self.transactions[number].effects.count) writes "
            + "(transaction \(number)): \(ConformanceItem.difference(shown, part(sorted)))"
            + (isRight
              ? "; a list that is fetched anew is right, so the source or the version missed the change"
              : ""))
      }
    }
  }

  /// Lets a list look, and returns whether the store can read such a list: it may say that it can't, instead of reading it
  /// slowly.
  @MainActor private func look(
    _ controller: ResultsController<ConformanceItem>, isFirst: Bool, _ subject: Subject
  ) async throws -> Bool {
    guard isFirst else {
      try await controller.refresh()
      return true
    }
    do {
      try await controller.performFetch()
      return true
    } catch {
      guard error.part == .fetchWindowSize else { throw error }
      guard subject.readsWindows else { return false }
      throw ConformanceFailure(
        rule: .readsWindows,
        difference: "the store refuses a window (\(error.message)); let it have an index for the "
          + "order, or let the subject say that it reads none")
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
      // The list may have looked, and have fewer rows.
      let count = controller.results.numberOfObjects
      rows += places.map { $0[1] < count ? controller.results.row(ifLoaded: $0) : nil }
    }
    return rows
  }
}
