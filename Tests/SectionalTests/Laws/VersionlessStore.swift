import Sectional
import SectionalTesting

/// A store in memory that doesn't know its versions.
struct VersionlessStore: ResultsStore {
  typealias Version = Int

  struct Reader: StoreReader {
    let base: MemoryReader

    func version() async throws -> Int? { nil }

    func layout(of request: RowRequest) async throws -> RowLayout { try base.layout(of: request) }

    func rows(of query: RowQuery) async throws -> FetchedRows { try base.rows(of: query) }

    func rows(of query: RowQuery, for keys: Set<RowKey>) async throws -> FetchedRows {
      try base.rows(of: query, for: keys)
    }
  }

  struct Source: ChangeSource {
    typealias Store = VersionlessStore

    let base: MemoryStore

    func run(_ doorbell: Doorbell) async throws { try await base.changeSource().run(doorbell) }

    func changes(
      in region: TableRegion, since cursor: Int?, _ reader: Reader
    ) async throws -> StoreChanges<Int> {
      try await base.changeSource().changes(in: region, since: cursor, reader.base)
    }
  }

  let base: MemoryStore

  var executor: any SerialExecutor { base.executor }

  func read<Output: Sendable>(_ body: (Reader) async throws -> Output) async throws -> Output {
    try await base.read { reader in try await body(Reader(base: reader)) }
  }

  func changeSource() -> Source { Source(base: base) }
}

/// Lists over such a store, in which some commits may be lost.
struct VersionlessSubject: LawSubject {
  private struct Rollback: Error {}

  let loses: @Sendable (ScriptedTransaction) -> Bool
  private let store: VersionlessStore
  private let shell: SQLiteShell

  init(
    _ shape: TableShape,
    losing loses: @escaping @Sendable (ScriptedTransaction) -> Bool = { _ in false }
  ) async throws {
    self.loses = loses
    store = VersionlessStore(
      base: MemoryStore(
        try MemoryTable("item", columns: shape.columns, primaryKey: shape.keyColumns)))
    shell = try SQLiteShell()
    try await shell.execute(shape.declaration)
  }

  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow> {
    ResultsController(fetchRequest: request, store: store, sectionBy: section)
  }

  func apply(_ transaction: ScriptedTransaction) async throws {
    try await shell.execute(transaction.script)
    if loses(transaction) { return }
    do {
      try store.base.write { tables in
        try transaction.apply(to: &tables, table: "item")
        if transaction.isRolledBack { throw Rollback() }
      }
    } catch is Rollback {
      return
    }
  }

  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
    try await shell.rows(plan.expressions, from: plan.source)
  }

  func version() async throws -> String? { try await version(of: store) }

  var hasVersions: Bool { false }

  func ring() {}
}
