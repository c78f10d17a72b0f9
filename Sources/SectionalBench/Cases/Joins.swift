import Sectional
import SectionalSQLite

extension Benchmark {
  /// Lists of several tables: a changed order, a renamed customer with ten orders, and a new message of a conversation.
  ///
  /// They are compared with one changed row of a list of one table with as many rows.
  static let joins = Benchmark(
    "joins", cases: ["join-order", "join-customer", "group-message"], sizes: .any(from: 1000)
  ) { session, rows in
    let store = try SQLiteStore(path: try ShopTables(rows: rows).path(in: session.files.folder))
    let orders = try await changes(of: ShopTables.orders, store, session) { round in
      ["UPDATE orders SET total = total + 1 WHERE id = \(round * 7919 % rows + 1)"]
    }
    let customers = try await changes(of: ShopTables.orders, store, session) { round in
      [
        "UPDATE customer SET name = name || '.' WHERE id = \(round * 7919 % ShopTables(rows: rows).customers + 1)"
      ]
    }
    let messages = try await changes(of: ShopTables.conversations, store, session) { round in
      let conversation = round * 7919 % ShopTables(rows: rows).conversations + 1
      return ["INSERT INTO message(conversation, unread) VALUES (\(conversation), 1)"]
    }
    var measurements: [Measurement] = []
    for (name, step, goal) in [
      ("join-order", orders, 5.0), ("join-customer", customers, 10), ("group-message", messages, 5),
    ] {
      var measurement = Measurement(name, rows: rows, step.times)
      measurement.counts = step.counts
      if session.purpose == .figures {
        let one = try await session.median(of: "change-one", in: .changeOne, rows: rows)
        measurement.compare(with: "change-one", one, reaching: goal)
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
    of request: ResultsRequest<StoredRow>, _ store: SQLiteStore, _ session: Session,
    _ statements: @escaping @Sendable (Int) -> [String]
  ) async throws -> Step {
    let list = try await FollowedList(request, of: store, sectionBy: nil)
    try await list.settle()
    var step = Step()
    var round = 0
    func change() async throws -> Duration {
      round += 1
      let sql = statements(round)
      return try await list.change { db in for sql in sql { _ = try db.execute(sql) } }.afterCommit
    }
    // The first changes fill caches.
    for _ in 0..<3 { _ = try await change() }
    try await session.rounds(RoundPlan(least: 5, most: 200, limit: .seconds(10))).run { _ in
      let before = list.controller.diagnostics
      step.times.add(try await change())
      if step.counts.isEmpty {
        step.counts = Counters.counts(from: before, to: list.controller.diagnostics)
      }
    }
    list.controller.stop()
    return step
  }
}
