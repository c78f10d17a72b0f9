import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting

/// A file whose lists are opened repeatedly.
///
/// `sqlite3` programs write to it and to its copies.
struct SQLiteCacheSubject: CacheSubject {
  /// How the file is written.
  struct Manner: Sendable, CustomStringConvertible {
    let journal: String
    let log: SQLiteLawSubject.Log
    /// Whether the writing program keeps running, so that its writes stay in the write-ahead log.
    let isWriterStaying: Bool
    /// Whether the list's own store may write, and so checkpoints the write-ahead log when it is closed.
    let isOwner: Bool

    /// Creates a manner from a number; consecutive numbers cycle through all of them.
    init(number: UInt64) {
      let number = Int(number)
      journal = ["WAL", "DELETE", "WAL", "TRUNCATE", "WAL", "PERSIST"][number % 6]
      log = SQLiteLawSubject.Log.allCases[number / 6 % 3]
      isWriterStaying = number / 2 % 2 == 0
      isOwner = number / 3 % 2 == 0
    }

    var description: String {
      "\(journal), log of \(log)\(isWriterStaying ? ", writer stays" : "")"
        + (isOwner ? ", owner" : "")
    }
  }

  private let database: ScratchDatabase
  private let manner: Manner
  private let staying: SQLiteShell?

  init(_ shape: TableShape, _ manner: Manner) async throws {
    self.manner = manner
    database = try ScratchDatabase("PRAGMA journal_mode = \(manner.journal); \(shape.declaration);")
    if manner.log != .none {
      try await SQLiteStore(path: database.path).installChangeLog(
        for: ["item"], oldValuesOf: manner.log == .values ? shape.columns : [])
    }
    staying = manner.isWriterStaying ? try SQLiteShell(path: database.path) : nil
  }

  var folder: SectionCacheFolder { SectionCacheFolder(path: database.folder.path + "/cache") }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) throws -> sending ResultsController<StoredRow> {
    ResultsController(
      fetchRequest: request,
      store: try SQLiteStore(
        path: database.path, access: manner.isOwner ? .readWrite : .readOnly),
      sectionBy: section, cacheName: "items")
  }

  func apply(_ transaction: ScriptedTransaction) async throws { try await run(transaction.script) }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    let shell = try shell()
    return try await shell.rows(plan.expressions, from: plan.source)
  }

  private func shell() throws -> SQLiteShell {
    if let staying { return staying }
    return try SQLiteShell(path: database.path)
  }

  private func run(_ sql: String) async throws {
    let shell = try shell()
    // The list that was left open may still be working. In a restored copy, the rows can differ from those of the
    // history, so its writes may fail.
    try await shell.execute("PRAGMA synchronous = OFF")
    try? await shell.execute(sql)
    try? await shell.execute("ROLLBACK")
  }

  func meddle(_ transaction: ScriptedTransaction, choosing number: Int) async throws {
    switch number % (staying == nil ? 8 : 5) {
    case 0: try await run("BEGIN; DELETE FROM item; ROLLBACK")
    case 1:
      try await run("CREATE TABLE before_it AS SELECT rowid AS number, note FROM item")
      try await run("UPDATE item SET note = note || 'x'; DROP TABLE before_it")
    case 2: try await run("UPDATE item SET note = note || 'x'; UPDATE item SET note = 'same'")
    case 3: try await run("\(transaction.script); VACUUM; PRAGMA user_version = \(number % 9)")
    case 4: try await withTimesSetBack { try await run(transaction.script) }
    case 5: try await copied(transaction, back: "cp -p \"$1.copy\" \"$1\"")
    case 6: try await copied(transaction, back: "mv \"$1.copy\" \"$1\"")
    default:
      try await copied(transaction, back: "cat \"$1.copy\" > \"$1\"; touch -r \"$1.copy\" \"$1\"")
    }
  }

  /// Restores the file's earlier modification times after a body.
  private func withTimesSetBack(_ body: () async throws -> Void) async throws {
    try shell("touch -r \"$1\" \"$1.times\"")
    try await body()
    try shell("touch -r \"$1.times\" \"$1\"")
  }

  /// Writes to the file, and replaces it with a copy that was made before.
  private func copied(_ transaction: ScriptedTransaction, back: String) async throws {
    try await run("PRAGMA wal_checkpoint(TRUNCATE)")
    try shell("cp -p \"$1\" \"$1.copy\"")
    try await run(transaction.script)
    try await run("PRAGMA wal_checkpoint(TRUNCATE)")
    try shell("rm -f \"$1-wal\" \"$1-shm\" \"$1-journal\"; \(back)")
  }

  private func shell(_ script: String) throws {
    let (_, status) = try ChildProgram(["sh", "-c", script, "sh", database.path]).finish()
    guard status == 0 else { throw LawViolation(.oracle, "sh failed: \(script)") }
  }
}
