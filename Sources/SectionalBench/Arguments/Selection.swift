import Foundation

/// The cases to measure, each at its sizes.
struct Selection {
  /// A benchmark, and the cases of it that are reported.
  struct Part {
    let benchmark: Benchmark
    let sizes: [Int]
    let cases: Set<String>
  }

  let parts: [Part]

  /// Determines what to measure.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - hasServer: Whether a server is available.
  /// - Throws: ``UsageError`` if a requested case has none of the sizes.
  init(
    _ options: Options,
    hasServer: Bool = ProcessInfo.processInfo.environment["DATABASE_URL"] != nil
  ) throws(UsageError) {
    let requested = options.rows.isEmpty ? Options.defaultRows : Set(options.rows).sorted()
    var parts: [Part] = []
    for benchmark in Benchmark.all {
      let isNamed = options.cases.contains(benchmark.name)
      let named = isNamed ? benchmark.cases : benchmark.cases.filter(options.cases.contains)
      let cases = options.cases.isEmpty ? benchmark.cases : named
      let sizes = benchmark.sizes(among: requested)
      guard !cases.isEmpty else { continue }
      // Without a server, omit the benchmark unless it was requested.
      if benchmark.needsServer, options.cases.isEmpty, !hasServer { continue }
      if sizes.isEmpty, !options.cases.isEmpty, case .any(let least) = benchmark.sizes {
        throw UsageError("\(benchmark.name) needs more rows: --rows \(least)")
      }
      parts.append(Part(benchmark: benchmark, sizes: sizes, cases: Set(cases)))
    }
    self.parts = parts
  }
}
