import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Another program's writes are seen no matter what its statements do, with the file's change log and without it.
@MainActor @Suite
struct ForeignHistoryTests {
  struct Plan: CustomTestStringConvertible {
    let table: WrittenTable
    let isLogged: Bool
    let journalMode: String
    let seed: UInt64
    var testDescription: String {
      "\(table.rawValue) \(isLogged ? "logged" : "unlogged") \(journalMode) \(seed)"
    }
  }

  nonisolated static let plans = WrittenTable.allCases.enumerated().flatMap { place, table in
    [true, false].flatMap { isLogged in
      (0..<(isLogged ? 3 : 1)).map { seed in
        Plan(
          table: table, isLogged: isLogged,
          journalMode: (place + seed).isMultiple(of: 3) ? "DELETE" : "WAL", seed: UInt64(seed))
      }
    }
  }

  nonisolated static let steps = HistoryLength.steps(30)

  @Test(arguments: plans)
  func `a list of what another program writes is never wrong`(plan: Plan) async throws {
    let file = try ScratchDatabase(
      "PRAGMA journal_mode = \(plan.journalMode); \(plan.table.declaration)")
    if plan.isLogged { try await SQLiteStore(path: file.path).installChangeLog(for: ["item"]) }
    let store = try SQLiteStore(path: file.path, access: .readOnly)
    let shell = try SQLiteShell(path: file.path)
    try await shell.execute("PRAGMA synchronous = OFF")
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store, sectionBy: .column("team"))
    try await controller.performFetch()
    var writes = RandomWrites(plan.table, seed: plan.seed)
    for step in 0..<ForeignHistoryTests.steps {
      let script = ForeignHistoryTests.script(&writes)
      try? await shell.execute(script)
      let truth = try await shell.rows(
        ["team", "name", "code", "parent"],
        from: """
          item ORDER BY team COLLATE BINARY NULLS FIRST, name COLLATE BINARY NULLS FIRST, \
          \(plan.table.identity) COLLATE BINARY
          """)
      try? await wait { controller.shown == truth }
      try #require(controller.shown == truth, "\(plan.testDescription), step \(step): \(script)")
    }
    // Reading everything again would be correct as well, but wouldn't test the log.
    if plan.isLogged, plan.table.isAlwaysKnown {
      #expect(controller.diagnostics.fullFetches == 1, "\(controller.diagnostics)")
    }
  }

  /// Returns the next statements of the other program, some of which fail.
  ///
  /// Each statement is on a separate line, because the program skips the rest of a line that fails.
  private static func script(_ writes: inout RandomWrites) -> String {
    var lines = [
      "PRAGMA foreign_keys = \(writes.happens(onceIn: 2) ? 1 : 0)",
      "PRAGMA recursive_triggers = \(writes.happens(onceIn: 2) ? 1 : 0)",
    ]
    let isTransaction = !writes.happens(onceIn: 3)
    if isTransaction { lines.append("BEGIN") }
    lines += writes.statements()
    if isTransaction {
      if writes.happens(onceIn: 3) {
        lines += ["SAVEPOINT part"] + writes.statements() + ["ROLLBACK TO part", "RELEASE part"]
        lines += writes.statements()
      }
      lines.append(writes.happens(onceIn: 5) ? "ROLLBACK" : "COMMIT")
    }
    if writes.happens(onceIn: 20) { lines.append("PRAGMA wal_checkpoint(TRUNCATE)") }
    return lines.map { $0 + ";" }.joined(separator: "\n")
  }
}

extension ResultsController<StoredRow> {
  /// The cells of the rows that the list shows, as a program that reads them would print them.
  var shown: [[OracleValue]] {
    results.rows.map { row in
      ["team", "name", "code", "parent"].map { OracleValue(row[$0] ?? .null) }
    }
  }
}
