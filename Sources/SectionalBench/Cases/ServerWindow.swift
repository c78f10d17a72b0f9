import Sectional
import SectionalPostgres

extension Benchmark {
  /// A list that is longer than memory, over a server: the pass that counts its rows.
  static let serverWindow = Benchmark(
    "postgres-window-pass", sizes: .any(from: 10_000), needsServer: true
  ) { session, rows in
    let table = try await ServerTable(rows: rows, rowsOfTeam: 1000)
    try table.createIndex()
    var (pass, walk) = (Sample(), Sample())
    let plan = session.rounds(.reading(rows))
    try await plan.run { round in
      let counted = try await timeOfPass(table, rows)
      let walked = try table.walk(expecting: rows)
      // The first round prepares caches for the others.
      guard round > 0 || plan.most == 1 else { return }
      pass.add(counted)
      walk.add(walked)
    }
    try await table.remove()
    var measurement = Measurement("postgres-window-pass", rows: rows, pass)
    measurement.compare(with: "C, fetching from the index", walk.median)
    return [measurement]
  }

  /// Opens a list, waits until its rows are counted, and returns how long that took.
  @ListOwner private static func timeOfPass(
    _ table: ServerTable, _ rows: Int
  ) async throws -> Duration {
    var request = Item.byName
    request.fetchWindowSize = 500
    let controller = ResultsController(
      fetchRequest: request, store: table.store, sectionBy: SectionKey(\.team))
    let start = ContinuousClock.now
    try await controller.performFetch()
    try await controller.finishCounting(expecting: rows)
    let time = start.duration(to: .now)
    controller.stop()
    // What the list leaves to do belongs to no measurement.
    try await Task.sleep(for: .milliseconds(100))
    return time
  }
}
