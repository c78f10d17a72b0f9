import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  /// A list that counts and sums up its rows: opening it, and one changed row.
  ///
  /// It is compared with the same list without aggregates.
  static let aggregates = Benchmark(
    "aggregates", cases: ["aggregates-open", "aggregates-change"], sizes: .any(from: 1000)
  ) { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    return try await session.files.folder.withCopy(of: path) { copy in
      try await measurements(SQLiteStore(path: copy), rows, session)
    }
  }

  private struct Times {
    var opening = Sample()
    var change = Sample()
    var counts: [Count] = []
  }

  private static var summedUp: ResultsRequest<Item> {
    var request = Item.byName
    request.compute(
      Aggregate.count(where: #Predicate<Item> { $0.rank > 50 }), Aggregate.sum(\Item.rank),
      Aggregate.sum(\Item.score))
    return request
  }

  @ListOwner private static func measurements(
    _ store: SQLiteStore, _ rows: Int, _ session: Session
  ) async throws -> [Measurement] {
    var (plain, computed) = (Times(), Times())
    try await session.rounds(RoundPlan(least: 5, most: 20, limit: .seconds(20))).run { _ in
      try await measure(Item.byName, store, rows, &plain)
      try await measure(summedUp, store, rows, &computed)
    }
    var opening = Measurement("aggregates-open", rows: rows, computed.opening)
    opening.compare(with: "without", plain.opening.median, reaching: 1.05)
    var change = Measurement("aggregates-change", rows: rows, computed.change)
    change.compare(with: "without", plain.change.median, reaching: 1.1)
    change.counts = computed.counts
    return [opening, change]
  }

  /// Opens the list and changes rows one after another; the counts are those of one whole cycle.
  @ListOwner private static func measure(
    _ request: ResultsRequest<Item>, _ store: SQLiteStore, _ rows: Int, _ times: inout Times
  ) async throws {
    let start = ContinuousClock.now
    let list = try await FollowedList(request, of: store, sectionBy: SectionKey(\.team))
    times.opening.add(start.duration(to: .now))
    try await list.settle()
    var cycle = ItemCycle(rows: rows)
    for _ in 0..<ItemCycle.length { _ = try await list.change(cycle.next()) }
    let before = list.controller.diagnostics
    for _ in 0..<ItemCycle.length {
      times.change.add(try await list.change(cycle.next()).afterCommit)
    }
    times.counts = Counters.counts(from: before, to: list.controller.diagnostics)
    for _ in 0..<40 { times.change.add(try await list.change(cycle.next()).afterCommit) }
    list.controller.stop()
  }
}
