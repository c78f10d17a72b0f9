import Sectional
import SectionalSQLite

extension Benchmark {
  /// A list that is longer than memory: its first page, the pass that counts its rows, and the heap that it takes then.
  ///
  /// The first page is compared with a query for the same rows in C, and the pass with a walk of the index in C. The heap is
  /// that of an open list, less that of one over an empty table.
  static let windowPass = Benchmark(
    "window-pass", cases: ["window-open", "window-pass", "window-memory"], sizes: .any(from: 10_000)
  ) { session, rows in
    let list = try CountedList(EntryTable(rows: rows), in: session.files.folder)
    let times = try await list.measure(session)
    var open = Measurement("window-open", rows: rows, times.open)
    open.compare(with: "the same rows in C", times.page.median)
    open.reach = Reach(text: "10 ms", isReached: open.median <= 10e-3)
    open.counts = times.counts
    var pass = Measurement("window-pass", rows: rows, times.pass)
    pass.compare(with: "walk of the index in C", times.walk.median, reaching: 1.5)
    var memory = Measurement("window-memory", rows: rows, times.heap, unit: .bytes)
    let megabytes = rows > 10_000_000 ? 96 : 32
    let most = Double(megabytes * 1_000_000 + 50 * EntryTable(rows: rows).teams)
    memory.reach = Reach(
      text: "\(megabytes) MB + 50 B × sections", isReached: memory.median <= most)
    return [open, pass, memory]
  }
}

/// A list with a window that is opened repeatedly, and loops over the same table.
@ListOwner private final class CountedList {
  struct Times {
    var open = Sample()
    var page = Sample()
    var counts: [Count] = []
    var pass = Sample()
    var walk = Sample()
    var heap = Sample()
  }

  private struct Counted {
    let time: Duration
    let heap: Int
  }

  private var times = Times()
  private var heapOfEmptyList = 0
  private let rows: Int
  private let store: SQLiteStore
  private let emptyStore: SQLiteStore
  private let loop: Baseline

  init(_ table: EntryTable, in folder: TemporaryFolder) throws {
    let path = try table.path(in: folder)
    try table.checkWalk(of: path)
    rows = table.rows
    store = try SQLiteStore(path: path)
    emptyStore = try SQLiteStore(path: try EntryTable(rows: 0).path(in: folder))
    loop = try Baseline(path: path)
  }

  func measure(_ session: Session) async throws -> Times {
    // After it has been opened once, a store holds everything that it caches.
    for _ in 0..<2 { heapOfEmptyList = try await count(0, of: emptyStore).heap }
    try await measureCounting(session.rounds(.reading(rows)))
    try await measureOpening(session.rounds(RoundPlan(least: 5, most: 41)))
    return times
  }

  private func measureCounting(_ plan: RoundPlan) async throws {
    for round in 0...min(plan.most, 3) {
      let counted = try await count(rows, of: store)
      let walk = try loop.walk(EntryTable.walk, expecting: rows)
      // The first round fills caches.
      guard round > 0 else { continue }
      times.pass.add(counted.time)
      times.heap.add(Double(counted.heap - heapOfEmptyList))
      times.walk.add(walk)
    }
  }

  private func measureOpening(_ plan: RoundPlan) async throws {
    for _ in 0..<max(plan.least, 1) { try await open() }
  }

  /// Opens a list, and waits until its rows are counted.
  private func count(
    _ rows: Int, of store: SQLiteStore
  ) async throws -> Counted {
    let before = try await Heap.bytesInUseAtRest()
    let start = ContinuousClock.now
    let list = try await FollowedList(ofEntriesIn: store)
    try await list.controller.finishCounting(expecting: rows)
    let time = start.duration(to: .now)
    let after = try await Heap.bytesInUseAtRest()
    list.controller.stop()
    return Counted(time: time, heap: after - before)
  }

  /// Opens a list, and reads its first page in C.
  private func open() async throws {
    let start = ContinuousClock.now
    let list = try await FollowedList(ofEntriesIn: store)
    times.open.add(start.duration(to: .now))
    times.counts = Counters.rowCounts(to: list.controller.diagnostics)
    list.controller.stop()
    // The look that was counting must not overlap the next measurement.
    try await Task.sleep(for: .milliseconds(100))
    times.page.add(try loop.readAll(EntryTable.firstPage, expecting: EntryTable.firstPageRows))
  }
}
