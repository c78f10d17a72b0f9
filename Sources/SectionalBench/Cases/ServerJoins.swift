import Sectional

extension Benchmark {
  /// Lists of several tables of a server: a changed order, a renamed customer with ten orders, and a new message of a conversation.
  ///
  /// They are compared with one changed row of a list of one table with as many rows.
  static let serverJoins = Benchmark(
    "postgres-joins", cases: JoinChange.all.map { "postgres-\($0.name)" },
    sizes: .any(from: 1000), needsServer: true
  ) { session, rows in
    let one: Double? =
      session.purpose == .figures
      ? try await session.median(of: "postgres-change", in: .serverChange, rows: rows) : nil
    let tables = ShopTables(rows: rows)
    let shop = try await ServerShop(tables)
    var measurements: [Measurement] = []
    for change in JoinChange.all {
      let step = try await changes(change, of: tables, on: shop, session)
      var measurement = Measurement("postgres-\(change.name)", rows: rows, step.times)
      measurement.counts = step.counts
      if let one { measurement.compare(with: "postgres-change", one, reaching: change.goal) }
      measurements.append(measurement)
    }
    try await shop.remove()
    return measurements
  }

  /// Makes changes one after another, and times from the acknowledgment of the commit to the call of the delegate.
  @ListOwner private static func changes(
    _ change: JoinChange, of tables: ShopTables, on shop: ServerShop, _ session: Session
  ) async throws -> (times: Sample, counts: [Count]) {
    let controller = ResultsController(fetchRequest: change.request, store: shop.store)
    let probe = ListProbe<StoredRow>()
    controller.changesetDelegate = probe
    try await controller.performFetch()
    // The connection that listens becomes ready a little later.
    try await controller.refresh()
    try await Task.sleep(for: .seconds(1))
    var times = Sample()
    var counts: [Count] = []
    let plan = session.rounds(RoundPlan(least: 20, most: 500, limit: .seconds(15)))
    try await plan.run { round in
      let before = controller.diagnostics
      let delivery = probe.deliveries + 1
      let statement = change.statement(round, tables)
      try shop.write(statement)
      let committed = ContinuousClock.now
      try await probe.wait(for: delivery)
      // The first changes prepare statements and caches for the others.
      if round > 2 || plan.most == 1 {
        times.add(max(.zero, committed.duration(to: probe.lastDelivery)))
      }
      // How often the version is read depends on the timing of the notifications.
      counts = Counters.counts(from: before, to: controller.diagnostics)
        .filter { $0.name != "versionChecks" }
      // The work that a server has left after a commit belongs to no measurement.
      try await Task.sleep(for: .milliseconds(2))
    }
    controller.stop()
    return (times, counts)
  }
}
