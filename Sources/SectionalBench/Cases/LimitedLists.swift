import Sectional
import SectionalSQLite

extension Benchmark {
  /// A list of a hundred rows from the middle of a table: opening it, and a row that comes and goes before its offset.
  ///
  /// The loop reads the same rows with LIMIT and OFFSET, as a controller does that pages through a query and reads its page
  /// again after a change.
  static let limitedLists = Benchmark(
    "limit-change", cases: ["limit-open", "limit-change"], sizes: .any(from: 1000)
  ) { session, rows in
    let path = try session.files.path(rows: rows, index: .lookups)
    let times = try await session.files.folder.withCopy(of: path) { copy in
      try await LimitedList(path: copy, rows: rows).measure(session)
    }
    var opening = Measurement("limit-open", rows: rows, times.opening)
    opening.compare(with: "LIMIT and OFFSET in C", times.page.median)
    opening.counts = times.openingCounts
    var change = Measurement("limit-change", rows: rows, times.change)
    change.compare(with: "LIMIT and OFFSET in C", times.page.median)
    change.counts = times.changeCounts
    return [opening, change]
  }
}

/// A list with an offset over a file whose change log keeps the old values that decide a row's place.
@ListOwner private struct LimitedList {
  struct Times {
    var opening = Sample()
    var change = Sample()
    var page = Sample()
    var openingCounts: [Count] = []
    var changeCounts: [Count] = []
  }

  private static let limit = 100
  private let store: SQLiteStore
  /// Where lists are opened; one over the same store as a list with an equal request would share that list.
  private let storeToOpen: SQLiteStore
  private let loop: Baseline
  private let rows: Int

  init(path: String, rows: Int) throws {
    store = try SQLiteStore(path: path)
    storeToOpen = try SQLiteStore(path: path)
    loop = try Baseline(path: path)
    self.rows = rows
  }

  private var request: ResultsRequest<Item> {
    var request = Item.byName
    request.fetchLimit = LimitedList.limit
    request.fetchOffset = rows / 2
    return request
  }

  private var pageQuery: String {
    "\(Item.orderedQuery) LIMIT \(LimitedList.limit) OFFSET \(rows / 2)"
  }

  func measure(_ session: Session) async throws -> Times {
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["team", "name"])
    var times = Times()
    let list = try await FollowedList(request, of: store, sectionBy: SectionKey(\.team))
    try await list.settle()
    // The first changes fill caches.
    for _ in 0..<2 { try await comeAndGo(list) { _ in } }
    try await session.rounds(RoundPlan(least: 5, most: 100, limit: .seconds(10))).run { _ in
      let before = list.controller.diagnostics
      try await comeAndGo(list) { times.change.add($0.afterCommit) }
      times.changeCounts = Counters.counts(from: before, to: list.controller.diagnostics)
      times.page.add(try loop.readAll(pageQuery, expecting: LimitedList.limit))
      let start = ContinuousClock.now
      let other = try await FollowedList(
        request, of: storeToOpen, sectionBy: SectionKey(\.team))
      times.opening.add(start.duration(to: .now))
      times.openingCounts = Counters.counts(to: other.controller.diagnostics)
      other.controller.stop()
    }
    list.controller.stop()
    return times
  }

  /// Inserts a row before all others, and deletes it.
  private func comeAndGo(
    _ list: FollowedList<Item>, _ note: (FollowedList<Item>.ChangeTimes) -> Void
  ) async throws {
    let item = Item(id: Int64(rows) + 1, team: "", name: "first", score: 1, rank: 1)
    note(try await list.change { db in try db.insert(item) })
    note(try await list.change { db in try db.delete(item) })
  }
}
