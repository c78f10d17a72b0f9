import Sectional

/// One run of the program: the files, the measurements so far, and how thorough the run is.
@ListOwner final class Session {
  /// The purpose of the measurements.
  enum Purpose {
    /// Times and sizes, with many rounds and baselines.
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

  /// Returns the measurements of a benchmark at a size, which is measured only once.
  func measurements(of benchmark: Benchmark, rows: Int) async throws -> [Measurement] {
    let name = "\(benchmark.name) \(rows)"
    if let measurements = finished[name] { return measurements }
    progress.report("\(benchmark.name), \(CountText.grouped(rows)) rows")
    let measurements = try await benchmark.measure(self, rows)
    finished[name] = measurements
    return measurements
  }

  /// Returns the median of a case, measuring it first if necessary.
  func median(of name: String, in benchmark: Benchmark, rows: Int) async throws -> Double {
    let measurements = try await measurements(of: benchmark, rows: rows)
    guard let measurement = measurements.first(where: { $0.name == name }) else {
      throw BenchmarkError("\(benchmark.name) has no case \(name)")
    }
    return measurement.median
  }

  /// Returns the number of rounds that the purpose requires.
  func rounds(_ plan: RoundPlan) -> RoundPlan {
    purpose == .figures ? plan : RoundPlan(least: 1, most: 1)
  }
}
