import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  /// The time to open a list from its section cache until the sections can be read, and the size of the file.
  static let cacheHit = Benchmark(
    "cache-hit", cases: ["cache-hit", "cache-catch-up", "cache-size"]
  ) {
    session, rows in
    let path = try session.files.path(rows: rows, index: .lookups)
    return try await session.files.folder.withCopy(of: path) { copy in
      try await CachedList(path: copy, rows: rows, in: session.files.folder).measure(session)
    }
  }
}

/// A list that is opened repeatedly from its section cache.
@ListOwner private struct CachedList {
  private let path: String
  private let rows: Int
  private let folder: SectionCacheFolder

  init(path: String, rows: Int, in folder: TemporaryFolder) {
    self.path = path
    self.rows = rows
    self.folder = SectionCacheFolder(path: folder.path(of: "caches-\(rows)"))
  }

  func measure(_ session: Session) async throws -> [Measurement] {
    let store = try SQLiteStore(path: path)
    try await store.installChangeLog(for: ["item"])
    let full = try await open(store, .contents, expecting: .miss)
    let plan = session.rounds(RoundPlan(least: 5, most: 15))
    var (opening, hit, catchUp) = (Sample(), Sample(), Sample())
    opening.add(full.duration)
    var counts: [Count] = []
    try await plan.run { _ in
      opening.add(try await open(store, .contents, cached: false).duration)
      let opened = try await open(store, .sections, expecting: .hit)
      hit.add(opened.duration)
      counts = opened.counts
    }
    let size = try fileSize()
    var catchUpCounts: [Count] = []
    for round in 0..<(session.purpose == .figures ? 5 : 1) {
      try await change(store, round: round)
      let opened = try await open(store, .sections, expecting: .caughtUp)
      catchUp.add(opened.duration)
      catchUpCounts = opened.counts
    }
    return measurements(opening, hit, counts, catchUp, catchUpCounts, size: size)
  }

  private func measurements(
    _ opening: Sample, _ hit: Sample, _ hitCounts: [Count], _ catchUp: Sample,
    _ catchUpCounts: [Count], size: Int
  ) -> [Measurement] {
    var hits = Measurement("cache-hit", rows: rows, hit)
    hits.compare(with: "opening", opening.median)
    if rows >= 1_000_000 {
      let isReached = (hits.ratio ?? 1) <= 0.02 && hits.median <= 5e-3
      hits.reach = Reach(text: "1/50, 5 ms", isReached: isReached)
    }
    hits.counts = hitCounts
    var catchUps = Measurement("cache-catch-up", rows: rows, catchUp)
    catchUps.compare(with: "opening", opening.median)
    catchUps.counts = catchUpCounts
    var sizes = Measurement(
      "cache-size", rows: rows, Sample([Double(size) / Double(rows)]), unit: .bytes)
    sizes.reach = Reach(text: "30 B + keys", isReached: sizes.median <= 30 + 8)
    sizes.counts = [Count(name: "bytes", value: size)]
    return [hits, catchUps, sizes]
  }

  /// Changes a few rows, spread over the table.
  private func change(_ store: SQLiteStore, round: Int) async throws {
    let rows = rows
    try await store.write { db in
      for number in 0..<10 {
        let id = Int64(number * (rows / 10) + round + 1)
        let item = Item(random: Int64(number * 7 + round * 13 + 3), among: rows)
        try db.execute(
          "UPDATE item SET name = ? WHERE id = ?", ["\(item.name) \(round)", id])
      }
    }
  }

  /// Opens the list and releases it.
  private func open(
    _ store: SQLiteStore, _ stage: FetchStage, cached: Bool = true,
    expecting outcome: SectionCacheReport.Outcome? = nil
  ) async throws -> (duration: Duration, counts: [Count]) {
    let controller = ResultsController(
      fetchRequest: Item.byName, store: store, sectionNameKeyPath: \.team,
      cacheName: cached ? "items" : nil)
    controller.options.cache?.folder = folder
    // Releasing the previous list takes time, which must not overlap the reading of this one.
    try await Task.sleep(for: .milliseconds(rows / 10_000 + 10))
    let start = ContinuousClock.now
    try await controller.performFetch(stage)
    let sections = controller.sections.count
    let duration = start.duration(to: .now)
    let diagnostics = controller.diagnostics
    guard controller.results.numberOfObjects == rows, sections > 0,
      diagnostics.cache?.outcome == outcome
    else {
      throw BenchmarkError(
        "the list was not opened as expected: \(diagnostics.cache?.reason ?? "no cache")")
    }
    // What follows isn't part of the measurement.
    await controller.close()
    return (duration, Counters.counts(to: diagnostics))
  }

  private func fileSize() throws -> Int {
    try folder.fileNames.reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
      return sum + ((attributes[.size] as? NSNumber)?.intValue ?? 0)
    }
  }
}
