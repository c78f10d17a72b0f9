import Foundation

/// Does what the command line asks for.
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
  /// - Returns: The status with which the process ends.
  func run() async throws -> Int32 {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let interruption = Interruption { folder.remove() }
    defer { interruption.end() }
    let session = Session(in: folder, for: .figures, progress)
    let measurements = try await measurements(session)
    Output.write(options.isJSON ? JSONReport.text(measurements) : TextReport.text(measurements))
    return 0
  }

  private func measurements(_ session: Session) async throws -> [Measurement] {
    defer { progress.finish() }
    var measurements: [Measurement] = []
    for part in selection.parts {
      for rows in part.sizes {
        measurements += try await session.measurements(of: part.benchmark, rows: rows)
          .filter { part.cases.contains($0.name) }
      }
    }
    return measurements.sorted { left, right in
      // Cases that are measured together are reported one after the other.
      left.name != right.name && place(left) < place(right)
    }
  }

  private func place(_ measurement: Measurement) -> Int {
    selection.parts.flatMap(\.benchmark.cases).firstIndex(of: measurement.name) ?? 0
  }
}
