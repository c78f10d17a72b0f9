import Sectional
import SectionalSQLite
import SectionalTesting

/// An SQLite file that is written through the store itself.
///
/// A `sqlite3` program reads the true rows, and occasionally writes in between.
struct SQLiteOwnLawSubject: LawSubject {
  /// Rolls back a transaction, or a savepoint in it.
  private struct Rollback: Error {}

  let store: SQLiteStore
  private let database: ScratchDatabase
  private let shell: SQLiteShell
  /// The number of transactions from one of the program's to the next, or `nil` if it never writes.
  private let strangerEvery: Int?
  private let count = Counter()

  /// Creates a file with an empty table.
  init(_ shape: TableShape, hook: SQLiteHook, strangerEvery: Int? = nil) async throws {
    database = try ScratchDatabase()
    shell = try SQLiteShell(path: database.path)
    try await shell.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
    try await shell.execute("\(shape.declaration);")
    self.strangerEvery = strangerEvery
    store = try SQLiteStore(path: database.path, hook: hook)
  }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow> {
    ResultsController(fetchRequest: request, store: store, sectionBy: section)
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    let number = await count.next()
    if let strangerEvery, number % strangerEvery == 0 {
      return try await shell.execute(transaction.script)
    }
    do {
      try await store.write { db in
        for statement in transaction.statements {
          try SQLiteOwnLawSubject.run(statement.sql, in: db)
        }
        if transaction.isRolledBack { throw Rollback() }
      }
    } catch is Rollback {
      return
    }
  }

  /// Runs a statement; a statement that sets a savepoint and returns to it is run as a savepoint that is rolled back.
  private static func run(_ statement: String, in db: SQLiteTransaction) throws {
    guard statement.hasPrefix("SAVEPOINT") else {
      try db.execute(statement)
      return
    }
    let inner = statement.replacing(/(SAVEPOINT|ROLLBACK TO|RELEASE) attempt;? ?/, with: "")
    try? db.savepoint { db in
      if !inner.isEmpty { try db.execute(inner) }
      throw Rollback()
    }
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.source)
  }

  func version() async throws -> String? { try await version(of: store) }

  func ring() {}

  private actor Counter {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }
}
