import Sectional

/// The counters of a list's diagnostics, each with the name under which it is reported.
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

  /// Returns the counts between two moments, summed over several lists.
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

  /// Returns the counts of a list between two moments, or from its start.
  static func counts(from before: ResultsDiagnostics? = nil, to after: ResultsDiagnostics)
    -> [Count]
  {
    counts(from: before.map { [$0] } ?? [], to: [after])
  }

  /// Returns the counts of a list that don't depend on how it counted its rows.
  ///
  /// The number of rows that a look counts depends on how long that takes.
  static func rowCounts(
    from before: ResultsDiagnostics? = nil, to after: ResultsDiagnostics
  ) -> [Count] {
    counts(from: before, to: after).filter { ["rowsRead", "fullFetches"].contains($0.name) }
  }
}
