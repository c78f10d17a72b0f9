import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A store's own writes are known row by row, no matter what the statements do.
@MainActor @Suite
struct HookHistoryTests {
  struct Plan: CustomTestStringConvertible {
    let table: WrittenTable
    let hook: SQLiteHook
    let seed: UInt64
    var testDescription: String { "\(table.rawValue) \(hook) \(seed)" }
  }

  nonisolated static let plans = WrittenTable.allCases.flatMap { table in
    [SQLiteHook.preupdate, .update].flatMap { hook in
      (0..<4 as Range<UInt64>).map { Plan(table: table, hook: hook, seed: $0) }
    }
  }

  private struct Rollback: Error {}

  @Test(arguments: plans)
  func `a list that reads the touched rows only is never wrong`(plan: Plan) async throws {
    let file = try ScratchDatabase(plan.table.declaration)
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600), hook: plan.hook)
    let shell = try SQLiteShell(path: file.path)
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store, sectionBy: .column("team"))
    try await controller.performFetch()
    var writes = RandomWrites(plan.table, seed: plan.seed)
    for step in 0..<HistoryLength.steps(40) {
      let script = try await write(&writes, to: store)
      let truth = try await shell.rows(
        ["team", "name", "code", "parent"],
        from: """
          item ORDER BY team COLLATE BINARY NULLS FIRST, name COLLATE BINARY NULLS FIRST, \
          \(plan.table.identity) COLLATE BINARY
          """)
      // Don't wait for a particular version, because a commit to other tables doesn't wake the list.
      try? await wait { shown(controller) == truth }
      try #require(shown(controller) == truth, "\(plan.testDescription), step \(step): \(script)")
    }
    // Reading everything again would be correct as well, but would prove nothing.
    if plan.table.isAlwaysKnown || plan.hook == .preupdate {
      #expect(controller.diagnostics.fullFetches == 1)
    }
    #expect(controller.diagnostics.rowsRead > 0 || HistoryLength.isShort)
  }

  /// Writes a transaction, part of which may be rolled back.
  private func write(_ writes: inout RandomWrites, to store: SQLiteStore) async throws -> String {
    let (first, second, third) = (writes.statements(), writes.statements(), writes.statements())
    let takesBackPart = writes.happens(onceIn: 4)
    let takesBackAll = writes.happens(onceIn: 10)
    _ = try? await store.write { db in
      for statement in first { _ = try? db.execute(statement) }
      if takesBackPart {
        _ = try? db.savepoint { db in
          for statement in second { _ = try? db.execute(statement) }
          throw Rollback()
        }
        for statement in third { _ = try? db.execute(statement) }
      }
      if takesBackAll { throw Rollback() }
    }
    return "\(first)\(takesBackPart ? ", taken back \(second), \(third)" : "") \(takesBackAll)"
  }

  private func shown(_ controller: ResultsController<StoredRow>) -> [[OracleValue]] {
    controller.results.rows.map { row in
      ["team", "name", "code", "parent"].map { OracleValue(row[$0] ?? .null) }
    }
  }
}
