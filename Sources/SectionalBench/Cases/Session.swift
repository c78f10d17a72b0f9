/// One run of the program: the files, what was measured so far, and how thoroughly.
@ListOwner final class Session {
  /// What the measurements are for.
  enum Purpose {
    /// Figures: many rounds, and baselines.
    case figures
    /// Counts, which are the same in every round.
    case counts
  }

  var files: ItemFiles
  let purpose: Purpose
  private let progress: Progress
  private var finished: [String: [Measurement]] = [:]

  init(in folder: TemporaryFolder, for purpose: Purpose, _ progress: Progress) {
    files = ItemFiles(in: folder)
    self.purpose = purpose
    self.progress = progress
  }

  /// Returns what a benchmark finds at a size, which is measured once.
  func measurements(of benchmark: Benchmark, rows: Int) async throws -> [Measurement] {
    let name = "\(benchmark.name) \(rows)"
    if let measurements = finished[name] { return measurements }
    progress.report("\(benchmark.name), \(CountText.grouped(rows)) rows")
    let measurements = try await benchmark.measure(self, rows)
    finished[name] = measurements
    return measurements
  }

  /// Returns the median of a case, which is measured for it if it wasn't yet.
  func median(of name: String, in benchmark: Benchmark, rows: Int) async throws -> Double {
    let measurements = try await measurements(of: benchmark, rows: rows)
    guard let measurement = measurements.first(where: { $0.name == name }) else {
      throw BenchmarkError("\(benchmark.name) has no case \(name)")
    }
    return measurement.median
  }

  /// Returns how many rounds are worth it.
  func rounds(_ plan: RoundPlan) -> RoundPlan {
    purpose == .figures ? plan : RoundPlan(least: 1, most: 1)
  }
}
