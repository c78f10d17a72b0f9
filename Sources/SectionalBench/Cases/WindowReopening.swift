import Sectional
import SectionalSQLite

extension Benchmark {
  /// A list that is longer than memory and is opened again, with the counts of its section cache.
  ///
  /// It is compared with opening the list without them and waiting until its rows are counted.
  static let windowReopening = Benchmark("window-reopen", sizes: .any(from: 10_000)) {
    session, rows in
    let folder = session.files.folder
    let list = ReopenedList(
      rows: rows, store: try SQLiteStore(path: try EntryTable(rows: rows).path(in: folder)),
      caches: SectionCacheFolder(path: folder.path(of: "window-caches-\(rows)")))
    let first = try await list.open(expecting: .miss)
    var hits = Sample()
    var counts: [Count] = []
    try await session.rounds(RoundPlan(least: 5, most: 21)).run { _ in
      let opened = try await list.open(expecting: .hit)
      hits.add(opened.first)
      counts = opened.counts
    }
    var measurement = Measurement("window-reopen", rows: rows, hits)
    measurement.compare(with: "counting all rows", first.counted / .seconds(1))
    measurement.reach = Reach(text: "20 ms", isReached: measurement.median <= 20e-3)
    measurement.counts = counts
    return [measurement]
  }
}

/// A list with a window that is opened repeatedly, with a section cache.
@ListOwner private struct ReopenedList {
  struct Opening {
    /// The time until the first rows can be read.
    let first: Duration
    /// The time until all rows are counted.
    let counted: Duration
    let counts: [Count]
  }

  let rows: Int
  let store: SQLiteStore
  let caches: SectionCacheFolder

  /// Opens the list, waits until its rows are counted, and closes it.
  ///
  /// - Parameter outcome: The outcome of the section cache; if it is a hit, all rows are counted at once.
  /// - Returns: The times and the counts of opening it.
  /// - Throws: ``BenchmarkError`` if the outcome is another one.
  func open(expecting outcome: SectionCacheReport.Outcome) async throws -> Opening {
    // Releasing the previous list takes time, which must not overlap the reading of this one.
    try await Task.sleep(for: .milliseconds(100))
    let start = ContinuousClock.now
    let list = try await FollowedList(ofEntriesIn: store, keptIn: caches)
    let first = start.duration(to: .now)
    let controller = list.controller
    let diagnostics = controller.diagnostics
    guard diagnostics.cache?.outcome == outcome else {
      throw BenchmarkError(
        "the list was not opened as expected: \(diagnostics.cache?.reason ?? "no cache")")
    }
    if outcome == .hit { try controller.checkCounts(expecting: rows) }
    try await controller.finishCounting(expecting: rows)
    let counted = start.duration(to: .now)
    // What follows isn't part of the measurement.
    await controller.close()
    return Opening(first: first, counted: counted, counts: Counters.rowCounts(to: diagnostics))
  }
}
