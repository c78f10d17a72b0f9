import Foundation
import Sectional
import SectionalSQLite

extension Benchmark {
  /// The cost of keeping the sections of a constantly changing list on disk: the processor time of all threads of the
  /// process.
  static let cacheKeeping = Benchmark("cache-keeping") { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    var (kept, plain) = (Sample(), Sample())
    let seconds = session.purpose == .figures ? 4 : 1
    try await session.rounds(RoundPlan(least: 2, most: 3)).run { _ in
      for isKept in [true, false] {
        let cost = try await session.files.folder.withCopy(of: path) { copy throws -> Double in
          try await changeCost(of: copy, rows: rows, isKept, session, .seconds(seconds))
        }
        if isKept { kept.add(cost) } else { plain.add(cost) }
      }
    }
    var measurement = Measurement("cache-keeping", rows: rows, kept)
    measurement.compare(with: "without", plain.median, reaching: 1.1)
    return [measurement]
  }

  /// Returns the processor time of one change, averaged over as many as time allows.
  @ListOwner private static func changeCost(
    of path: String, rows: Int, _ isKept: Bool, _ session: Session, _ limit: Duration
  ) async throws -> Double {
    let folder = SectionCacheFolder(path: session.files.folder.path(of: "kept-\(rows)"))
    let list = try await FollowedList<Item>(path: path, keptIn: isKept ? folder : nil)
    var cycle = ItemCycle(rows: rows)
    try await list.settle()
    // The file that is written after opening belongs to the opening.
    try await Task.sleep(for: .milliseconds(500))
    var changes = 0
    let start = ContinuousClock.now
    let before = ProcessorTime.ofProcess
    while start.duration(to: .now) < limit {
      _ = try await list.change(cycle.next())
      changes += 1
    }
    let cost = (ProcessorTime.ofProcess - before) / Double(changes)
    list.controller.stop()
    return cost
  }
}

/// The processor time of all threads of this process.
private enum ProcessorTime {
  /// The time in seconds.
  static var ofProcess: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
