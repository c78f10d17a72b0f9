import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport

/// A server whose lists are opened repeatedly.
///
/// A `psql` program writes to it.
struct PostgresCacheSubject: CacheSubject {
  private let url: String
  private let shell: PostgresShell
  let folder: SectionCacheFolder

  init(_ plan: HistoryPlan, on server: LawServer, hasLog: Bool) async throws {
    url = server.url
    shell = try PostgresShell(url: server.url)
    folder = SectionCacheFolder(
      path: FileManager.default.temporaryDirectory.appending(
        path: "sectional-caches-\(UUID().uuidString)"
      ).path)
    try await shell.execute("SET client_min_messages = error; DROP TABLE IF EXISTS item, other")
    try await shell.execute(plan.shape.postgresDeclaration(plan.cells))
    try await shell.execute("CREATE TABLE other(n int)")
    // Of two logs one keeps old values.
    if hasLog {
      try await PostgresStore(url).installChangeLog(
        for: ["item"],
        oldValuesOf: plan.seed.isMultiple(of: 2) ? ["team", "position", "note"] : [])
    }
  }

  func removeFolder() { try? FileManager.default.removeItem(atPath: folder.path) }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) throws -> sending ResultsController<StoredRow> {
    ResultsController(
      fetchRequest: request, store: try PostgresStore(url), sectionBy: section, cacheName: "items")
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    // After manipulation, the history's rows can differ from those in the table.
    try? await shell.execute(transaction.script(in: .postgres))
    try? await shell.execute("ROLLBACK")
  }

  func meddle(_ transaction: ScriptedTransaction, choosing number: Int) async throws {
    switch number % 6 {
    case 0: try await shell.execute("BEGIN; DELETE FROM item; ROLLBACK")
    case 1:
      try await shell.execute("UPDATE item SET note = note || 'x'; UPDATE item SET note = 'same'")
    case 2: try await shell.execute("INSERT INTO other VALUES (1)")
    case 3: try await shell.execute("VACUUM item; ANALYZE item; CHECKPOINT")
    case 4: try await shell.execute("DO $$ BEGIN PERFORM pg_switch_wal(); END $$")
    default: try await apply(transaction)
    }
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    let rows = try await shell.rows(plan.expressions, from: plan.postgresSource)
    try await waitForDisk()
    return rows
  }

  /// Waits until what the server has logged is on its disk, because a list isn't cached before.
  ///
  /// Reading can log something too, and a busy machine writes it late.
  private func waitForDisk() async throws {
    // Other tests on the server never stop logging. The next record can begin after the header of a page, which has 40
    // bytes at most.
    let logged = try await shell.rows(
      ["position"],
      from: "(SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint - 40) AS logged(position)")
    guard case .integer(let position)? = logged.first?.first else {
      throw LawViolation(.oracle, "the server doesn't say how far it has logged")
    }
    var polls = 0
    try await wait(for: "the server to write its log to disk") {
      polls += 1
      // Nobody writes what a read has logged as long as nothing is committed.
      if polls == 100 {
        try await shell.execute("DO $$ BEGIN PERFORM pg_catalog.txid_current(); END $$")
      }
      return try await shell.rows(
        ["number"],
        from: """
          (VALUES (1)) AS written(number)
          WHERE (pg_current_wal_flush_lsn() - '0/0')::bigint >= \(position)
          """
      ).count == 1
    }
  }
}
