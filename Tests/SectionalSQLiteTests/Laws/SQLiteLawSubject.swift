import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting

/// An SQLite file under test; a `sqlite3` program is the stranger who writes to it, and tells the
/// truth.
final class SQLiteLawSubject: LawSubject {
  private let store: SQLiteStore
  private let shell: SQLiteShell
  private let folder: URL

  /// Makes a file with an empty table.
  init(_ shape: TableShape) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sectional-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "law.sqlite").path(percentEncoded: false)
    shell = try SQLiteShell(path: path)
    try await shell.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
    try await shell.execute("PRAGMA busy_timeout = 10000; \(shape.declaration);")
    store = try SQLiteStore(path: path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func makeController(
    _ request: FetchRequest<Row>, sectionBy section: ColumnReference<Row>?
  ) -> sending ResultsController<Row> {
    ResultsController(fetchRequest: request, store: store, sectionBy: section)
  }

  func apply(_ transaction: HistoryTransaction) async throws {
    try await shell.execute(transaction.script)
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.source)
  }

  func version() async throws -> String? { try await version(of: store) }

  func ring() { store.noteChanges(in: "item") }
}
