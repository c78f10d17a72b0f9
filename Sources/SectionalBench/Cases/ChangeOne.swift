import Sectional

extension Benchmark {
  /// One row that changes.
  static let changeOne = Benchmark("change-one", cases: ["change-one", "change-one-total"]) {
    session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    let times = try await session.files.folder.withCopy(of: path) { copy throws -> Times in
      try await measure(try await FollowedList(path: copy), rows: rows, session)
    }
    var afterCommit = Measurement("change-one", rows: rows, times.afterCommit)
    var total = Measurement("change-one-total", rows: rows, times.total)
    afterCommit.counts = times.counts
    try await compareWithFew(&afterCommit, session)
    try await compareWithFew(&total, session)
    afterCommit.reach = afterCommit.reachOfOneChange
    return [afterCommit, total]
  }

  private struct Times {
    var afterCommit = Sample()
    var total = Sample()
    var counts: [Count] = []
  }

  /// Changes rows one after another; the counts are those of one whole cycle.
  @ListOwner private static func measure(
    _ list: FollowedList<Item>, rows: Int, _ session: Session
  ) async throws -> Times {
    var times = Times()
    var cycle = ItemCycle(rows: rows)
    try await list.settle()
    for _ in 0..<ItemCycle.length { _ = try await list.change(cycle.next()) }
    let (before, deliveries) = (list.controller.diagnostics, list.probe.deliveries)
    let plan = RoundPlan(least: 5, most: rows <= 100_000 ? 400 : 200, limit: .seconds(10))
    try await session.rounds(plan).run { _ in
      for _ in 0..<ItemCycle.length {
        let change = try await list.change(cycle.next())
        times.afterCommit.add(change.afterCommit)
        times.total.add(change.total)
      }
      guard times.counts.isEmpty else { return }
      times.counts = Counters.counts(from: before, to: list.controller.diagnostics)
      times.counts.append(Count(name: "deliveries", value: list.probe.deliveries - deliveries))
    }
    list.controller.stop()
    return times
  }

  /// Compares the list with one that has few rows.
  @ListOwner private static func compareWithFew(
    _ measurement: inout Measurement, _ session: Session
  ) async throws {
    guard measurement.rows != 1000, session.purpose == .figures else { return }
    let few = try await session.median(of: measurement.name, in: .changeOne, rows: 1000)
    measurement.compare(with: "1,000 rows", few)
  }
}

extension Measurement {
  /// The goal: at most three times a short list, and a limit in microseconds for a million rows.
  fileprivate var reachOfOneChange: Reach? {
    guard let ratio else { return nil }
    guard rows == 1_000_000 else { return Reach(text: "3 ×", isReached: ratio <= 3) }
    return Reach(text: "3 ×, 150 µs", isReached: ratio <= 3 && median <= 150e-6)
  }
}
