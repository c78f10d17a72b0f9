import Sectional
import SectionalSQLite

extension Benchmark {
  private static let listCount = 1000

  /// One change that affects many lists: the time that each list adds until all have been notified.
  static let sameTable = Benchmark("controllers-same-table", sizes: .only(1000)) { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    return try await session.files.folder.withCopy(of: path) { copy throws -> [Measurement] in
      let store = try SQLiteStore(path: copy)
      let probe = ListProbe<Item>()
      var lists: [FollowedList<Item>] = []
      for _ in 0..<listCount {
        lists.append(
          try await FollowedList(
            Item.byName, of: store, sectionBy: SectionKey(\.team), telling: probe))
      }
      try await lists[listCount - 1].settle()
      var (times, cycle) = (Sample(), ItemCycle(rows: rows))
      let plan = session.rounds(RoundPlan(least: 5, most: 20))
      try await plan.run { round in
        let change = try await lists[0].change(deliveries: listCount, cycle.next())
        if round > 0 || plan.most == 1 { times.add(change.afterCommit / listCount) }
      }
      for list in lists { list.controller.stop() }
      return [Measurement("controllers-same-table", rows: rows, times)]
    }
  }
}
