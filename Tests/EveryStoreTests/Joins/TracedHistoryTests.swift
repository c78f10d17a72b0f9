import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists of several tables that are followed by the rows that changed, over random histories.
@MainActor @Suite struct TracedHistoryTests {
  /// Follows a history, and compares each state with the query's rows as another program reads them.
  ///
  /// - Returns: The first difference, or what a check finds to be untrue at the end; `nil` if there is neither.
  private func difference(
    _ kind: StoreKind, _ query: TracedQuery, seed: UInt64, isLogged: Bool, steps: Int,
    checks: Bool = true
  ) async throws -> String? {
    var shop = try await TracedShop(kind, query, seed: seed)
    for _ in 0..<12 { try await shop.store.run(shop.transaction(), elsewhere: false) }
    if isLogged { try await shop.installLogs() }
    let list = try await shop.store.replayedRows(query.request)
    for step in 1...steps {
      let transaction = shop.transaction()
      try await shop.store.run(transaction, elsewhere: isLogged && step % 3 == 0)
      try await list.controller.refresh()
      let expected = try await shop.lines(query.oracle)
      guard list.lines == expected, list.violation == nil else {
        return """
          \(query.name), seed \(seed), step \(step): \(list.lines) in place of \(expected); \
          \(list.violation.map { "\($0)" } ?? "no violation")
          \(transaction.joined(separator: ";\n"))
          """
      }
    }
    if checks {
      let findings = try await shop.store.store.check(query.request)
      if let wrong = findings.first(where: { $0.kind == .wrongFollows }) { return wrong.message }
    }
    let diagnostics = list.controller.diagnostics
    guard diagnostics.fullFetches == 1 || query.limit > 0 else {
      return "\(query.name), seed \(seed): \(diagnostics.fullFetchReason ?? "")"
    }
    return nil
  }

  @Test(arguments: TracedQuery.all)
  func `a file's own writes are followed without a log`(query: TracedQuery) async throws {
    for seed in 1...2 as ClosedRange<UInt64> {
      let difference = try await difference(
        .sqlite, query, seed: seed, isLogged: false, steps: HistoryLength.steps(40))
      #expect(difference == nil)
    }
  }

  @Test(arguments: TracedQuery.all)
  func `a file's logged writes are followed`(query: TracedQuery) async throws {
    let difference = try await difference(
      .sqlite, query, seed: 3, isLogged: true, steps: HistoryLength.steps(40))
    #expect(difference == nil)
  }

  @Test(arguments: TracedQuery.all)
  func `a server's logged writes are followed`(query: TracedQuery) async throws {
    let difference = try await difference(
      .postgres, query, seed: 4, isLogged: true, steps: HistoryLength.steps(15))
    #expect(difference == nil)
  }

  @Test(arguments: FollowsCheckTests.wrong.indices)
  func `a statement that isn't true is seen in the list`(index: Int) async throws {
    let (name, follows) = FollowsCheckTests.wrong[index]
    var query = try #require(TracedQuery.all.first { $0.name == name })
    query.follows =
      follows
      + query.follows.filter { known in
        !follows.contains { $0.table == known.table }
      }
    var differences: [String] = []
    for seed in 1...4 as ClosedRange<UInt64> {
      let difference = try await difference(
        .sqlite, query, seed: seed, isLogged: false, steps: 60, checks: false)
      if let difference { differences.append(difference) }
    }
    #expect(!differences.isEmpty)
  }
}
