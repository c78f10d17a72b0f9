import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  private static let listCount = 1000
  private static let subscriberCount = 10_000

  /// One change that affects many lists of a table: the time that each list adds until all have been notified.
  static let sameTable = Benchmark("controllers-same-table", sizes: .only(1000)) { session, rows in
    let requests = (1...Int64(listCount)).map { number in
      ResultsRequest<Item>(predicate: #Predicate { $0.id > -number }, sortBy: [SortKey(\.name)])
    }
    let measured = try await measure(requests, rows: rows, session)
    return [Measurement("controllers-same-table", rows: rows, measured.times)]
  }

  /// One change of a list that many owners show: the time and the heap that each owner adds.
  static let subscribers = Benchmark(
    "subscribers", cases: ["subscribers-10000", "subscribers-10000-heap"], sizes: .only(100_000)
  ) { session, rows in
    let requests = [ResultsRequest](repeating: Item.byName, count: subscriberCount)
    let (times, heap, counts) = try await measure(requests, rows: rows, session)
    var time = Measurement("subscribers-10000", rows: rows, times)
    time.counts = counts
    time.reach = Reach(text: "10 µs", isReached: time.median <= 0.000_01)
    var memory = Measurement("subscribers-10000-heap", rows: rows, Sample([heap]), unit: .bytes)
    memory.reach = Reach(text: "2 kB", isReached: memory.median <= 2048)
    return [time, memory]
  }

  /// Opens lists over a table of one store, and times changes of one row each until all lists have been notified.
  ///
  /// - Returns: The times, and the heap of all lists but the first, each divided by the number of lists; and what was read for
  ///   the changes.
  @ListOwner private static func measure(
    _ requests: [ResultsRequest<Item>], rows: Int, _ session: Session
  ) async throws -> (times: Sample, heap: Double, counts: [Count]) {
    let path = try session.files.path(rows: rows, index: .covering)
    return try await session.files.folder.withCopy(of: path) { copy in
      let store = try SQLiteStore(path: copy)
      let probe = ListProbe<Item>()
      var lists: [FollowedList<Item>] = []
      var heap = 0
      for request in requests {
        if lists.count == 1 { heap = try await Heap.bytesInUseAtRest() }
        lists.append(
          try await FollowedList(request, of: store, sectionBy: SectionKey(\.team), telling: probe))
      }
      try await lists.last?.settle()
      heap = try await Heap.bytesInUseAtRest() - heap
      let before = lists[0].controller.diagnostics
      let (times, changes) = try await measure(lists, rows: rows, session)
      // How many rounds there are depends on the time.
      let counts = Counters.rowCounts(from: before, to: lists[0].controller.diagnostics).map {
        Count(name: $0.name, value: $0.value / changes)
      }
      for list in lists { list.controller.stop() }
      return (times, Double(heap) / Double(lists.count), counts)
    }
  }

  @ListOwner private static func measure(
    _ lists: [FollowedList<Item>], rows: Int, _ session: Session
  ) async throws -> (Sample, changes: Int) {
    var (times, changes, cycle) = (Sample(), 0, ItemCycle(rows: rows))
    let plan = session.rounds(RoundPlan(least: 5, most: 20))
    try await plan.run { round in
      let change = try await lists[0].change(deliveries: lists.count, cycle.next())
      changes += 1
      if round > 0 || plan.most == 1 { times.add(change.afterCommit / lists.count) }
    }
    return (times, changes)
  }
}
