import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting

/// A server that is restored to earlier states, and whose lists are opened repeatedly.
final class PutBackSubject: CacheSubject {
  private let cluster: PostgresCluster
  private let database: ScratchServerDatabase
  let folder = SectionCacheFolder(
    path: FileManager.default.temporaryDirectory.appending(
      path: "sectional-caches-\(UUID().uuidString)"
    ).path)

  init(_ plan: HistoryPlan, hasLog: Bool) async throws {
    cluster = try await PostgresCluster()
    database = try await ScratchServerDatabase(
      plan.shape.postgresDeclaration(plan.cells), on: cluster.url)
    if hasLog {
      try await PostgresStore(database.url).installChangeLog(
        for: ["item"],
        oldValuesOf: plan.seed.isMultiple(of: 2) ? ["team", "position", "note"] : [])
    }
    try await cluster.perform("keep")
  }

  func removeFolder() { try? FileManager.default.removeItem(atPath: folder.path) }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) throws -> sending ResultsController<StoredRow> {
    ResultsController(
      fetchRequest: request, store: try PostgresStore(database.url), sectionBy: section,
      cacheName: "items")
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    // After the server was restored, the history's rows can differ from those in the table.
    _ = try? await database.write(transaction.script(in: .postgres))
  }

  func meddle(_ transaction: ScriptedTransaction, choosing number: Int) async throws {
    if number.isMultiple(of: 4) {
      try await cluster.perform("keep")
    } else {
      try await cluster.perform("putback")
      try await apply(transaction)
    }
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await PostgresShell(url: database.url).rows(plan.expressions, from: plan.postgresSource)
  }
}
