import Sectional
import SectionalSQLite

extension Benchmark {
  /// A section of all rows that is collapsed and expanded, and rows that change in it while nobody sees them.
  static let sectionDisplays = Benchmark(
    "display", cases: ["display-collapse", "display-expand", "display-change-hidden"],
    sizes: .largest(upTo: 100_000)
  ) { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    return try await session.files.folder.withCopy(of: path) { copy in
      let list = try await FollowedList(
        ResultsRequest<Item>(sortBy: [SortKey(\.id)]), of: try SQLiteStore(path: copy),
        sectionBy: .buckets(of: \.id, from: [0]))
      let measurements = try await measure(list, rows: rows, session)
      list.controller.stop()
      return measurements
    }
  }

  @ListOwner private static func measure(
    _ list: FollowedList<Item>, rows: Int, _ session: Session
  ) async throws -> [Measurement] {
    var (collapsing, expanding) = (Sample(), Sample())
    try await list.settle()
    let before = list.controller.diagnostics
    try await session.rounds(RoundPlan(least: 5, most: 100)).run { _ in
      collapsing.add(try list.display { $0.collapseAll() })
      expanding.add(try list.display { $0.expandAll() })
    }
    var measurements = [
      Measurement("display-collapse", rows: rows, collapsing),
      Measurement("display-expand", rows: rows, expanding),
    ]
    let counts = Counters.counts(from: before, to: list.controller.diagnostics)
    for index in measurements.indices {
      measurements[index].counts = counts
      measurements[index].reach = Reach(
        text: "5 ms", isReached: measurements[index].median <= 5e-3)
    }
    return measurements + [try await changeHiddenRows(of: list, rows: rows, session)]
  }

  /// Times looks that find changes of hidden rows, which nobody is told of unless the number of rows changes.
  @ListOwner private static func changeHiddenRows(
    of list: FollowedList<Item>, rows: Int, _ session: Session
  ) async throws -> Measurement {
    _ = try list.display { $0.collapseAll() }
    var (times, cycle) = (Sample(), ItemCycle(rows: rows))
    let (before, told) = (list.controller.diagnostics, list.probe.deliveries)
    for _ in 0..<ItemCycle.length {
      try await list.store.write(cycle.next())
      let start = ContinuousClock.now
      try await list.controller.refresh()
      times.add(start.duration(to: .now))
    }
    var measurement = Measurement("display-change-hidden", rows: rows, times)
    measurement.counts = Counters.rowCounts(from: before, to: list.controller.diagnostics)
    measurement.counts.append(Count(name: "deliveries", value: list.probe.deliveries - told))
    return measurement
  }
}

extension FollowedList {
  /// Shows other rows of the sections, and returns how long it takes until the delegate has been told.
  fileprivate func display(_ change: (inout SectionDisplay) -> Void) throws -> Duration {
    let told = probe.deliveries
    let start = ContinuousClock.now
    change(&controller.sectionDisplay)
    let time = start.duration(to: .now)
    guard probe.deliveries == told + 1 else {
      throw BenchmarkError("the delegate wasn't told that other rows are shown")
    }
    return time
  }
}
