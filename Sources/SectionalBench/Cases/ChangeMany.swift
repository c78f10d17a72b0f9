import Sectional
import SectionalSQLite

extension Benchmark {
  private static let changedRows = 10_000

  /// Many rows that change in one transaction.
  static let changeMany = Benchmark("change-10000", sizes: .any(from: 100_000)) { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    return try await session.files.folder.withCopy(of: path) { copy in
      let list = try await FollowedList(path: copy)
      let loop = try Baseline(path: copy)
      var (times, baseline) = (Sample(), Sample())
      var counts: [Count] = []
      var generator = Generator(seed: 11)
      try await list.settle()
      // The first round is a warm-up.
      let plan = session.rounds(RoundPlan(least: 4, most: 21))
      try await plan.run { round in
        let changes = ItemChanges(changedRows, among: rows, &generator)
        let (before, deliveries) = (list.controller.diagnostics, list.probe.deliveries)
        let change = try await list.change { db in try changes.write(to: db) }
        let read = try loop.readEach("\(Item.query) WHERE id = ?", changes.identifiers)
        counts = Counters.counts(from: before, to: list.controller.diagnostics)
        counts.append(Count(name: "deliveries", value: list.probe.deliveries - deliveries))
        guard round > 0 || plan.most == 1 else { return }
        times.add(change.afterCommit)
        baseline.add(read)
      }
      list.controller.stop()
      var measurement = Measurement("change-10000", rows: rows, times)
      measurement.compare(with: "C loop by id", baseline.median, reaching: 3)
      measurement.counts = counts
      return [measurement]
    }
  }
}
