import Sectional

/// The counters of a list's diagnostics, each under the name it is reported by.
enum Counters {
  private static let all:
    [(name: String, counter: any KeyPath<ResultsDiagnostics, Int> & Sendable)] = [
      ("rowsRead", \.rowsRead),
      ("versionChecks", \.versionChecks),
      ("fullFetches", \.fullFetches),
      ("nodesVisited", \.work.nodesVisited),
      ("keyComparisons", \.work.keyComparisons),
      ("rowsCopied", \.work.rowsCopied),
    ]

  /// Returns what was counted from one moment to another, summed over several lists.
  static func counts(
    from before: [ResultsDiagnostics], to after: [ResultsDiagnostics]
  ) -> [Count] {
    all.map { name, counter in
      Count(
        name: name,
        value: after.reduce(0) { $0 + $1[keyPath: counter] }
          - before.reduce(0) { $0 + $1[keyPath: counter] })
    }
  }

  /// Returns what a list counted from one moment to another, or from its beginning.
  static func counts(from before: ResultsDiagnostics? = nil, to after: ResultsDiagnostics)
    -> [Count]
  {
    counts(from: before.map { [$0] } ?? [], to: [after])
  }
}
