public import Sectional

/// A memory store under test.
///
/// SQLite executes the same statements on a separate table to provide the true rows.
public struct MemoryLawSubject: LawSubject {
  /// Rolls a transaction back.
  private struct Rollback: Error {}

  /// Whether the source fails at times.
  public var expectsErrors = false
  private let store: MemoryStore
  /// The source that the list listens to; `nil` for the store's own.
  private let source: (any ChangeSource<MemoryStore>)?
  private let shell: SQLiteShell

  /// Creates an empty table in memory, and one in SQLite for the true rows.
  ///
  /// - Parameters:
  ///   - shape: How the table is declared; its rows always have a key.
  ///   - changes: Makes the source that the list listens to, by default the store's own.
  /// - Throws: An error if the `sqlite3` program can't be started.
  public init(
    _ shape: TableShape,
    changes: ((MemoryStore) -> any ChangeSource<MemoryStore>)? = nil
  ) async throws {
    store = MemoryStore(
      try MemoryTable("item", columns: shape.columns, primaryKey: shape.keyColumns))
    source = changes?(store)
    shell = try SQLiteShell()
    try await shell.execute(shape.declaration)
  }

  /// Creates a list over the store.
  public func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow> {
    ResultsController(
      fetchRequest: request, store: store, sectionBy: section, changes: source)
  }

  /// Performs a transaction in memory and in SQLite.
  public func apply(_ transaction: ScriptedTransaction) async throws {
    try await shell.execute(transaction.script)
    do {
      try store.write { tables in
        try transaction.apply(to: &tables, table: "item")
        if transaction.isRolledBack { throw Rollback() }
      }
    } catch is Rollback {
      return
    }
  }

  /// Returns whether the list listens to the store's own source.
  public func knowsOldRows(after transaction: ScriptedTransaction) -> Bool { source == nil }

  /// Returns what SQLite reads, in the order of the plan.
  public func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.source)
  }

  /// Returns the number of commits.
  public func version() async throws -> String? { try await version(of: store) }

  /// Does nothing: the store rings by itself.
  public func ring() {}
}
