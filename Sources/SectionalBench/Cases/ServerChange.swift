import Sectional
import SectionalPostgres

extension Benchmark {
  private static let names = ["postgres-change", "postgres-change-bare"]

  /// One row that another client changes on a server.
  static let serverChange = Benchmark(
    "postgres-change", cases: names, sizes: .any(from: 1000), needsServer: true
  ) { session, rows in
    let table = try await ServerTable(rows: rows)
    let plan = session.rounds(RoundPlan(least: 20, most: 500, limit: .seconds(15)))
    let (list, counts) = try await follow(table, rows, plan)
    let client = try await changes(of: table, rows, plan) { _ in try table.catchUp(expecting: 1) }
    let bare = try await changes(of: table, rows, plan) { id in try table.read(id) }
    try await table.remove()
    return zip(names, [("C, the same transaction", client, 1.5), ("C, one SELECT", bare, 4)]).map {
      name, baseline in
      var measurement = Measurement(name, rows: rows, list)
      if name == names[0] { measurement.counts = counts }
      measurement.compare(with: baseline.0, baseline.1.median, reaching: baseline.2)
      return measurement
    }
  }

  /// Changes rows one after another, and times from the acknowledgment of the commit to the call of the delegate.
  @ListOwner private static func follow(
    _ table: ServerTable, _ rows: Int, _ plan: RoundPlan
  ) async throws -> (Sample, [Count]) {
    let controller = ResultsController(
      fetchRequest: Item.byName, store: table.store, sectionBy: SectionKey(\.team))
    let probe = ListProbe<Item>()
    controller.changesetDelegate = probe
    try await controller.performFetch()
    // The connection that listens becomes ready a little later.
    try await controller.refresh()
    try await Task.sleep(for: .seconds(1))
    let before = controller.diagnostics
    var changes = 0
    let sample = try await Benchmark.changes(of: table, rows, plan) { _ in
      changes += 1
      try await probe.wait(for: changes)
    }
    let after = controller.diagnostics
    controller.stop()
    // How often the version is read depends on the timing of the notifications.
    let counts = Counters.counts(from: before, to: after).filter { $0.name != "versionChecks" }
    return (sample, counts + [Count(name: "deliveries", value: probe.deliveries)])
  }

  /// Changes rows one after another, and times how long a client takes to follow.
  @ListOwner private static func changes(
    of table: ServerTable, _ rows: Int, _ plan: RoundPlan, _ follow: (Int) async throws -> Void
  ) async throws -> Sample {
    var sample = Sample()
    try await plan.run { round in
      let id = round * 7919 % rows + 1
      try table.write("UPDATE item SET score = score + 1 WHERE id = \(id)")
      let committed = ContinuousClock.now
      try await follow(id)
      // The first changes prepare statements and caches for the others.
      if round > 2 || plan.most == 1 { sample.add(committed.duration(to: .now)) }
      // The work that a server has left after a commit belongs to no measurement.
      try await Task.sleep(for: .milliseconds(2))
    }
    return sample
  }
}
