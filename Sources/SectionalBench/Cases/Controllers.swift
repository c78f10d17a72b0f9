import Sectional
import SectionalSQLite

extension Benchmark {
  /// One change that affects one of many lists.
  static let controllers = Benchmark(
    "controllers", cases: ["controllers-1", "controllers-1000"],
    sizes: .only(ManyTables.count * ManyTables.rowsOfEach)
  ) { session, rows in
    let path = session.files.folder.path(of: "tables.sqlite")
    try ManyTables.fill(path)
    let one = try await ManyLists(path: path, count: 1).measure(session)
    let many = try await ManyLists(path: path, count: ManyTables.count).measure(session)
    var alone = Measurement("controllers-1", rows: ManyTables.rowsOfEach, one.times)
    alone.counts = one.counts
    var among = Measurement("controllers-1000", rows: rows, many.times)
    among.compare(with: "controllers-1", alone.median, reaching: 2)
    among.counts = many.counts
    return [alone, among]
  }
}

/// Lists over different tables of one store.
@ListOwner private struct ManyLists {
  private let lists: [FollowedList<StoredRow>]

  init(path: String, count: Int) async throws {
    let store = try SQLiteStore(path: path)
    var lists: [FollowedList<StoredRow>] = []
    for table in 0..<count {
      lists.append(
        try await FollowedList(
          ManyTables.request(of: table), of: store, sectionBy: .column("team")))
    }
    self.lists = lists
  }

  /// Times changes of one row each; the counts are those of one change, summed over all lists.
  func measure(_ session: Session) async throws -> (times: Sample, counts: [Count]) {
    var times = Sample()
    var counts: [Count] = []
    var generator = Generator(seed: 3)
    try await lists.settle()
    // The first round is a warm-up.
    try await session.rounds(RoundPlan(least: 10, most: 40)).run { number in
      let table = generator.below(lists.count)
      let (before, deliveries) = (lists.diagnostics, lists.deliveries)
      let change = try await lists[table].change(ManyTables.change(table, number))
      try await lists.settle()
      counts = Counters.counts(from: before, to: lists.diagnostics)
      counts.append(Count(name: "deliveries", value: lists.deliveries - deliveries))
      if number > 0 || session.purpose == .counts { times.add(change.afterCommit) }
    }
    for list in lists { list.controller.stop() }
    return (times, counts)
  }
}

extension [FollowedList<StoredRow>] {
  @ListOwner fileprivate var diagnostics: [ResultsDiagnostics] { map(\.controller.diagnostics) }
  @ListOwner fileprivate var deliveries: Int { reduce(0) { $0 + $1.probe.deliveries } }

  /// Waits until no list is still looking at the store.
  @ListOwner fileprivate func settle() async throws {
    var quietLooks = 0
    var seen = -1
    while quietLooks < 3 {
      try await Task.sleep(for: .milliseconds(25))
      let now = diagnostics.reduce(0) { $0 + $1.versionChecks }
      quietLooks = now == seen ? quietLooks + 1 : 0
      seen = now
    }
  }
}
