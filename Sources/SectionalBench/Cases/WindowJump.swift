import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  /// Jumps in a list that is longer than memory, once its rows are counted: to index paths, and to keys.
  ///
  /// Each value is the median of two hundred jumps. They are compared with a page that is read in C as a controller does that
  /// knows some rows of its list: from the nearest of them, with OFFSET.
  static let windowJump = Benchmark(
    "window-jump", cases: ["window-jump", "window-jump-key"], sizes: .any(from: 10_000)
  ) { session, rows in
    let list = try await JumpedList(EntryTable(rows: rows), in: session.files.folder)
    let times = try await list.measure(session)
    return [
      times.path.measurement("window-jump", rows, times.page),
      times.key.measurement("window-jump-key", rows, times.page),
    ]
  }
}

extension JumpedList.Jumps {
  fileprivate func measurement(_ name: String, _ rows: Int, _ page: Sample) -> Measurement {
    var measurement = Measurement(name, rows: rows, times)
    measurement.compare(with: "keyset and OFFSET in C", page.median)
    measurement.reach = Reach(text: "2 ms", isReached: measurement.median <= 2e-3)
    measurement.counts = counts
    return measurement
  }
}

/// A list with a window whose rows are counted, and a loop that reads pages of the same table.
@ListOwner private struct JumpedList {
  struct Jumps {
    var times = Sample()
    /// The counts of the last jump.
    var counts: [Count] = []
  }

  struct Times {
    var path = Jumps()
    var key = Jumps()
    var page = Sample()
  }

  private static let jumpCount = 200
  private let table: EntryTable
  private let list: FollowedList<Entry>
  private let loop: Baseline

  init(_ table: EntryTable, in folder: TemporaryFolder) async throws {
    let path = try table.path(in: folder)
    self.table = table
    loop = try Baseline(path: path)
    list = try await FollowedList(ofEntriesIn: try SQLiteStore(path: path))
  }

  func measure(_ session: Session) async throws -> Times {
    var times = Times()
    var generator = Generator(seed: 17)
    try await list.controller.finishCounting(expecting: table.rows)
    try await list.settle()
    let plan = session.rounds(RoundPlan(least: 3, most: 11, limit: .seconds(15)))
    try await plan.run { round in
      var paths = Sample()
      var keys = Sample()
      for _ in 0..<JumpedList.jumpCount {
        let (path, counts) = try await timed { try await self.jumpToPath(&generator) }
        times.path.counts = counts
        paths.add(path)
        let (key, keyCounts) = try await timed { try await self.jumpToKey(&generator) }
        times.key.counts = keyCounts
        keys.add(key)
      }
      let page = try averagePage(&generator)
      // The first jumps fill caches.
      guard round > 0 || plan.most == 1 else { return }
      times.path.times.add(paths.median)
      times.key.times.add(keys.median)
      times.page.add(page)
    }
    list.controller.stop()
    return times
  }

  /// Runs a jump, and returns its time and what it read.
  private func timed(
    _ jump: () async throws -> Void
  ) async throws -> (time: Duration, counts: [Count]) {
    let (start, before) = (ContinuousClock.now, list.controller.diagnostics)
    try await jump()
    let time = start.duration(to: .now)
    return (time, Counters.rowCounts(from: before, to: list.controller.diagnostics))
  }

  /// Loads a random row by its index path.
  private func jumpToPath(_ generator: inout Generator) async throws {
    let results = list.controller.results
    let section = generator.below(results.count)
    let path = IndexPath(indexes: [section, generator.below(results[section].count)])
    try await list.controller.loadRows(at: [path])
    guard list.controller.results.row(ifLoaded: path) != nil else {
      throw BenchmarkError("a jump didn't load its row")
    }
  }

  /// Loads a random row by its key.
  private func jumpToKey(_ generator: inout Generator) async throws {
    let key = RowKey(Int64(generator.below(table.rows) + 1))
    guard let path = try await list.controller.loadRow(forKey: key),
      list.controller.results.row(ifLoaded: path) != nil
    else { throw BenchmarkError("a jump didn't load its row") }
  }

  /// Returns the average time of pages that are read in C.
  private func averagePage(_ generator: inout Generator) throws -> Duration {
    var time = Duration.zero
    for _ in 0..<JumpedList.jumpCount {
      time += try loop.readAll(table.page(&generator), expecting: 100)
    }
    return time / JumpedList.jumpCount
  }
}
