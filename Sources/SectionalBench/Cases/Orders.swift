import Sectional
import SectionalSQLite

#if canImport(SectionalICU)
  import SectionalICU
#endif

extension Benchmark {
  /// Lists in folded and in localized order, beside the same list in binary order; no index has any of them.
  static let orders = Benchmark("orders", cases: orderCases) { session, rows in
    let path = try session.files.path(rows: rows, index: .none)
    var times: [OrderedLists.Times] = []
    for order in OrderedLists.orders {
      times.append(
        try await session.files.folder.withCopy(of: path) {
          try await OrderedLists.measure(order.collation, path: $0, rows: rows, session)
        })
    }
    return zip(OrderedLists.orders, times).dropFirst().flatMap { order, time in
      var opening = Measurement("open-\(order.name)", rows: rows, time.opening)
      opening.compare(with: "binary", times[0].opening.median, reaching: 2.5)
      var change = Measurement("change-one-\(order.name)", rows: rows, time.change)
      change.compare(with: "binary", times[0].change.median, reaching: 2)
      return [opening, change]
    }
  }

  private static var orderCases: [String] {
    OrderedLists.orders.dropFirst().flatMap { ["open-\($0.name)", "change-one-\($0.name)"] }
  }
}

/// A list of all items by name, without sections, in one of several orders.
@ListOwner private enum OrderedLists {
  struct Times: Sendable {
    var opening = Sample()
    var change = Sample()
  }

  nonisolated static var orders: [(name: String, collation: TextCollation)] {
    var orders: [(name: String, collation: TextCollation)] = [
      ("binary", .binary), ("folded", .folded),
    ]
    #if canImport(SectionalICU)
      orders.append(("localized", .localized("sv")))
    #endif
    return orders
  }

  static func measure(
    _ collation: TextCollation, path: String, rows: Int, _ session: Session
  ) async throws -> Times {
    var times = Times()
    let request = ResultsRequest<Item>(sortBy: [SortKey(\.name, collation: collation)])
    let store = try SQLiteStore(path: path)
    try await session.rounds(.reading(rows)).run { _ in
      let list = ResultsController(fetchRequest: request, store: store)
      let start = ContinuousClock.now
      try await list.performFetch()
      times.opening.add(start.duration(to: .now))
      list.stop()
    }
    let list = try await FollowedList(request, of: store, sectionBy: nil)
    var cycle = ItemCycle(rows: rows)
    try await list.settle()
    for _ in 0..<ItemCycle.length { _ = try await list.change(cycle.next()) }
    let plan = RoundPlan(least: 5, most: 100, limit: .seconds(6))
    try await session.rounds(plan).run { _ in
      for _ in 0..<ItemCycle.length {
        times.change.add(try await list.change(cycle.next()).afterCommit)
      }
    }
    list.controller.stop()
    return times
  }
}
