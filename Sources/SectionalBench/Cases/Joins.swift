import Sectional
import SectionalSQLite

extension Benchmark {
  /// Lists of several tables: a changed order, a renamed customer with ten orders, and a new message of a conversation.
  ///
  /// They are compared with one changed row of a list of one table with as many rows.
  static let joins = Benchmark(
    "joins", cases: JoinChange.all.map(\.name), sizes: .any(from: 1000)
  ) { session, rows in
    let store = try SQLiteStore(path: try ShopTables(rows: rows).path(in: session.files.folder))
    let shop = ShopTables(rows: rows)
    var measurements: [Measurement] = []
    for change in JoinChange.all {
      let step = try await changes(change, of: shop, store, session)
      var measurement = Measurement(change.name, rows: rows, step.times)
      measurement.counts = step.counts
      if session.purpose == .figures {
        let one = try await session.median(of: "change-one", in: .changeOne, rows: rows)
        measurement.compare(with: "change-one", one, reaching: change.goal)
      }
      measurements.append(measurement)
    }
    return measurements
  }

  private struct Step {
    var times = Sample()
    /// The counts of one change.
    var counts: [Count] = []
  }

  /// Makes changes one after another, each of which a list reports.
  @ListOwner private static func changes(
    _ change: JoinChange, of shop: ShopTables, _ store: SQLiteStore, _ session: Session
  ) async throws -> Step {
    let list = try await FollowedList(change.request, of: store, sectionBy: nil)
    try await list.settle()
    var step = Step()
    var round = 0
    func next() async throws -> Duration {
      round += 1
      let statement = change.statement(round, shop)
      return try await list.change { db in _ = try db.execute(statement) }.afterCommit
    }
    // The first changes fill caches.
    for _ in 0..<3 { _ = try await next() }
    try await session.rounds(RoundPlan(least: 5, most: 200, limit: .seconds(10))).run { _ in
      let before = list.controller.diagnostics
      step.times.add(try await next())
      if step.counts.isEmpty {
        step.counts = Counters.counts(from: before, to: list.controller.diagnostics)
      }
    }
    list.controller.stop()
    return step
  }
}
