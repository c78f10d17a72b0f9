import Foundation

/// Carries out what the command line asks for.
@ListOwner struct BenchmarkRun {
  private let options: Options
  private let selection: Selection
  private let progress = Progress()

  nonisolated init(_ options: Options, _ selection: Selection) {
    self.options = options
    self.selection = selection
  }

  /// Measures and reports.
  ///
  /// - Returns: The exit status of the process.
  func run() async throws -> Int32 {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let interruption = Interruption { folder.remove() }
    defer { interruption.end() }
    if let path = options.check { return try await check(path, folder) }
    if let path = options.record { return try await record(path, folder) }
    let measurements = try await selected(Session(in: folder, for: .figures, progress))
    Output.write(options.isJSON ? JSONReport.text(measurements) : TextReport.text(measurements))
    return 0
  }

  private func check(_ path: String, _ folder: TemporaryFolder) async throws -> Int32 {
    guard let file = try CountsFile.read(from: path) else {
      throw BenchmarkError("\(path) doesn't exist; create it: sectional-bench --record \(path)")
    }
    let found = try await checked(folder)
    let complaints = file.complaints(about: found, path: path)
    for complaint in complaints { Output.complain(complaint) }
    guard complaints.isEmpty else { return 1 }
    Output.write("\(file.counts.count) counts exceed those of \(path) by at most a tenth\n")
    return 0
  }

  private func record(_ path: String, _ folder: TemporaryFolder) async throws -> Int32 {
    let old = try CountsFile.read(from: path) ?? CountsFile([])
    let found = try await checked(folder)
    try old.replaced(by: found, because: options.because, path: path).write(to: path)
    Output.write("\(found.count) counts written to \(path)\n")
    return 0
  }

  private func checked(_ folder: TemporaryFolder) async throws -> [(key: CountKey, value: Int)] {
    defer { progress.finish() }
    return try await CheckedCases.measure(Session(in: folder, for: .counts, progress)).counts
  }

  private func selected(_ session: Session) async throws -> [Measurement] {
    defer { progress.finish() }
    var measurements: [Measurement] = []
    for part in selection.parts {
      let cases = part.benchmark.cases.filter(part.cases.contains)
      var found: [Measurement] = []
      for rows in part.sizes {
        found += try await session.measurements(of: part.benchmark, rows: rows)
      }
      // Cases that are measured together are reported one after another.
      for name in cases { measurements += found.filter { $0.name == name } }
    }
    return measurements
  }
}
