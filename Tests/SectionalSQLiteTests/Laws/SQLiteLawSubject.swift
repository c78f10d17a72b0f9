import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Synchronization

/// An SQLite file under test.
///
/// A `sqlite3` program writes to it like any other program, and reads the true rows.
struct SQLiteLawSubject: LawSubject {
  /// What is known of rows that another program writes.
  enum Log: CaseIterable {
    /// Nothing, so that everything is read.
    case none
    /// Their keys.
    case keys
    /// Their keys, and what they were before.
    case values
  }

  private let logsValues: Bool
  private let database: ScratchDatabase
  private let shell: SQLiteShell
  private let store: SQLiteStore
  private let keepsSections: Bool
  private let hasRowIDs: Bool
  /// Whether a row may have had the greatest rowid since before the last transaction.
  private let hadGreatestRowID = Flag()

  private final class Flag: Sendable {
    // State: guarded by the mutex.
    private let value = Mutex(false)

    var isSet: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  /// Creates a file with an empty table.
  init(_ shape: TableShape, log: Log = .none) async throws {
    logsValues = log == .values
    hasRowIDs = shape != .withoutRowID
    keepsSections = [.integerKey, .textKey, .nullableKey].contains(shape)
    database = try ScratchDatabase()
    shell = try SQLiteShell(path: database.path)
    try await shell.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
    try await shell.execute("\(shape.declaration);")
    store = try SQLiteStore(path: database.path)
    if log != .none {
      try await store.installChangeLog(
        for: ["item"], oldValuesOf: log == .values ? shape.columns : [])
    }
  }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow> {
    // Keeping a list's sections on disk changes nothing about what the list reports.
    let controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: section,
      cacheName: keepsSections ? "items" : nil)
    controller.options.cache?.folder = SectionCacheFolder(path: database.folder.path + "/cache")
    return controller
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    let before = try await hasGreatestRowID
    try await shell.execute(transaction.script)
    hadGreatestRowID.isSet = before || transaction.script.contains("\(Int64.max)")
  }

  private var hasGreatestRowID: Bool {
    get async throws {
      guard logsValues, hasRowIDs else { return false }
      let rows = try await shell.rows(
        ["count(*)"], from: "item WHERE rowid = \(Int64.max)")
      return rows != [[.integer(0)]]
    }
  }

  func knowsOldRows(after transaction: ScriptedTransaction) -> Bool {
    // Above the greatest rowid there is nothing, so that SQLite chooses a rowid that triggers can't tell.
    logsValues && !hadGreatestRowID.isSet
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.source)
  }

  func version() async throws -> String? { try await version(of: store) }

  /// Reads the rows of a list's own SQL, in the order in which SQLite returns them.
  func rows(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?,
    _ columns: [String]
  ) async throws -> [[OracleValue]] {
    let sql = try await request.sql(for: store, sectionBy: section)
    return try await shell.rows(columns, from: "(\(sql))")
  }

  func ring() { store.noteChanges(in: "item") }
}
