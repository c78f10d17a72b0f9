import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists over random queries of random tables, over random histories.
@MainActor @Suite struct RandomJoinTests {
  /// Follows a history, and compares each state with the query's rows as another program reads them.
  ///
  /// - Returns: The first difference, or what a check finds to be untrue; `nil` if there is neither.
  private func difference(
    _ kind: StoreKind, seed: UInt64, isLogged: Bool, steps: Int, forgetting table: String? = nil
  ) async throws -> String? {
    var join = RandomJoin(seed: seed)
    let store = try await TestStore(kind, sqlite: join.schema, postgres: join.schema)
    for _ in 0..<15 { try await store.run(join.transaction(), elsewhere: false) }
    if isLogged { try await install(join, on: store) }
    let list = try await store.replayedRows(join.request(forgetting: table))
    for step in 1...steps {
      let transaction = join.transaction()
      try await store.run(transaction, elsewhere: isLogged && step % 2 == 0)
      try await list.controller.refresh()
      let expected = try await store.writeElsewhere(join.oracle(on: kind.rawValue))
        .split(separator: "\n").map(String.init)
      guard list.lines == expected, list.violation == nil else {
        return """
          seed \(seed), step \(step): \(list.lines) in place of \(expected); \
          \(list.violation.map { "\($0)" } ?? "no violation")
          \(join.sql)
          \(join.request.follows)
          \(transaction.joined(separator: ";\n"))
          """
      }
    }
    guard table == nil else { return nil }
    let findings = try await store.store.check(join.request)
    if let wrong = findings.first(where: { $0.kind == .wrongFollows }) {
      return "seed \(seed): \(wrong.message)"
    }
    let diagnostics = list.controller.diagnostics
    guard diagnostics.fullFetches == 1 || !join.isFollowed else {
      return "seed \(seed): \(diagnostics.fullFetchReason ?? "")\n\(join.sql)"
    }
    return nil
  }

  private func install(_ join: RandomJoin, on store: TestStore) async throws {
    switch store.base {
    case .memory: break
    case .sqlite(let store, _):
      try await store.installChangeLog(for: join.tableNames, oldValuesOf: ["r", "s"])
    case .postgres(let store, _):
      try await store.installChangeLog(for: join.tableNames, oldValuesOf: ["r", "s"])
    }
  }

  nonisolated private static func seeds(_ first: UInt64, _ count: Int) -> ClosedRange<UInt64> {
    first...(first + UInt64(HistoryLength.steps(count)) - 1)
  }

  @Test func `a file's own writes are followed without a log`() async throws {
    for seed in Self.seeds(1, 30) {
      let difference = try await difference(.sqlite, seed: seed, isLogged: false, steps: 25)
      #expect(difference == nil)
    }
  }

  @Test func `a file's logged writes are followed`() async throws {
    for seed in Self.seeds(1001, 10) {
      let difference = try await difference(.sqlite, seed: seed, isLogged: true, steps: 25)
      #expect(difference == nil)
    }
  }

  @Test func `a server's logged writes are followed`() async throws {
    for seed in Self.seeds(2001, 6) {
      let difference = try await difference(.postgres, seed: seed, isLogged: true, steps: 12)
      #expect(difference == nil)
    }
  }

  @Test func `an occurrence of a table that is forgotten is seen in the list`() async throws {
    var (seen, tried) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      guard let table = RandomJoin(seed: seed).tableThatOccursTwice else { continue }
      tried += 1
      let difference = try await difference(
        .sqlite, seed: seed, isLogged: false, steps: 25, forgetting: table)
      if difference != nil { seen += 1 }
    }
    // Where a condition leaves few rows, a forgotten change may concern none.
    #expect(tried > 10)
    #expect(seen > tried / 2)
  }

  @Test func `the queries have joins, groups, subqueries and tables that occur twice`() {
    let all = (1...100 as ClosedRange<UInt64>).map(RandomJoin.init(seed:))
    for word in ["LEFT JOIN", "\nJOIN", "GROUP BY", " EXISTS", "NOT EXISTS", "WHERE"] {
      #expect(all.contains { $0.sql.contains(word) })
    }
    #expect(all.contains { Set($0.request.follows.map(\.table)).count < $0.request.follows.count })
    #expect(all.contains { $0.isFollowed })
    #expect(all.contains { !$0.isFollowed })
  }
}
