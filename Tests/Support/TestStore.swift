package import Sectional
package import SectionalPostgres
package import SectionalSQLite
package import SectionalTesting

/// A store of some kind with the table that a test needs, and the objects that must live as long as the store.
package struct TestStore: Sendable {
  /// The store with its own type, and its database.
  package enum Base: Sendable {
    case memory(MemoryStore)
    case sqlite(SQLiteStore, ScratchDatabase)
    case postgres(PostgresStore, ScratchServerDatabase)

    fileprivate init(_ kind: StoreKind, sqlite: String, postgres: String) async throws {
      switch kind {
      case .memory: self = .memory(MemoryStore())
      case .sqlite:
        let file = try ScratchDatabase(sqlite)
        self = .sqlite(try file.store(), file)
      case .postgres:
        let database = try await ScratchServerDatabase(postgres)
        self = .postgres(try database.store(), database)
      }
    }
  }

  package let base: Base

  /// Creates a test store of a store that is open.
  package init(_ base: Base) { self.base = base }

  /// Creates a store with the table of a type of records.
  package init<Record: SchemaRecord>(
    _ kind: StoreKind, of type: Record.Type, _ records: [Record] = []
  ) async throws {
    base =
      if kind == .memory {
        .memory(MemoryStore(try MemoryTable(for: Record.self)))
      } else {
        try await Base(kind, sqlite: Record.sqlite, postgres: Record.postgres)
      }
    if !records.isEmpty {
      try await write { batch in for record in records { batch.insert(record) } }
    }
  }

  /// Creates a database with the tables that SQL creates; a store in memory has none.
  package init(_ kind: StoreKind, sqlite: String = "", postgres: String = "") async throws {
    base = try await Base(kind, sqlite: sqlite, postgres: postgres)
  }

  package var kind: StoreKind {
    switch base {
    case .memory: .memory
    case .sqlite: .sqlite
    case .postgres: .postgres
    }
  }

  /// The store as an existential.
  package var store: any ResultsStore {
    switch base {
    case .memory(let store): store
    case .sqlite(let store, _): store
    case .postgres(let store, _): store
    }
  }

  /// Writes in one transaction of the store.
  package func write(
    tag: WriteTag? = nil, _ body: (inout RecordBatch) throws -> Void
  ) async throws {
    var batch = RecordBatch()
    try body(&batch)
    switch base {
    case .memory(let store): try batch.run(on: store, tag: tag)
    case .sqlite(let store, _): try await batch.run(on: store, tag: tag)
    case .postgres(let store, _): try await batch.run(on: store, tag: tag)
    }
  }

  /// Runs SQL in one transaction of the store.
  package func execute(_ sql: String, _ arguments: [any ColumnValue] = []) async throws {
    switch base {
    case .memory: throw Self.withoutSQL
    case .sqlite(let store, _): try await store.write { _ = try $0.execute(sql, arguments) }
    case .postgres(let store, _): try await store.write { _ = try await $0.execute(sql, arguments) }
    }
  }

  /// Runs SQL in another program.
  @discardableResult package func writeElsewhere(_ sql: String) async throws -> String {
    switch base {
    case .memory: throw Self.withoutSQL
    case .sqlite(_, let file): try file.write(sql)
    case .postgres(_, let database): try await database.write(sql)
    }
  }

  private static let withoutSQL = LawViolation(.oracle, "a store in memory takes no SQL")

  /// Fetches the rows that the store holds.
  package func fetch<Record>(_ request: ResultsRequest<Record>) async throws -> [Record] {
    switch base {
    case .memory(let store): try await store.read { try await $0.fetch(request) }
    case .sqlite(let store, _): try await store.read { try await $0.fetch(request) }
    case .postgres(let store, _): try await store.read { try await $0.fetch(request) }
    }
  }
}

extension TestStore {
  /// Creates a list over the store; its reads are blocked at a gate if one is given.
  package func list<Record: Sendable>(
    _ request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: ResultsRequest<StoredRow>? = nil,
    tracksChanges: Bool = true, minimumInterval: Duration = .zero, through gate: ReadGate? = nil
  ) -> ResultsController<Record> {
    func make(_ store: some ResultsStore) -> ResultsController<Record> {
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, indexTitle: indexTitle,
        alongside: alongside, tracksChanges: tracksChanges, minimumInterval: minimumInterval)
    }
    func makeGated(_ store: some ResultsStore) -> ResultsController<Record> {
      if let gate { make(GatedStore(store, gate)) } else { make(store) }
    }
    return makeGated(store)
  }

  /// Creates a list over the store as a sequence.
  package func updates<Record: Sendable>(
    _ request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil,
    alongside: ResultsRequest<StoredRow>? = nil, through gate: ReadGate? = nil
  ) -> ResultsUpdates<Record> {
    func make(_ store: some ResultsStore) -> ResultsUpdates<Record> {
      ResultsUpdates(
        fetchRequest: request, store: store, sectionBy: section, alongside: alongside)
    }
    func makeGated(_ store: some ResultsStore) -> ResultsUpdates<Record> {
      if let gate { make(GatedStore(store, gate)) } else { make(store) }
    }
    return makeGated(store)
  }

  /// Waits until a list that follows the store shows what was committed, and knows that there is nothing newer.
  @MainActor package func settle<Record: Sendable>(
    _ list: ResultsController<Record>
  ) async throws {
    switch base {
    case .memory(let store): try await list.settle(on: store)
    case .sqlite(let store, _): try await list.settle(on: store)
    case .postgres:
      // Every transaction on the server creates a version, including those of tests that run at the same time.
      let fresh = self.list(list.fetchRequest, sectionBy: list.sectionBy, tracksChanges: false)
      fresh.sectionDisplay = list.sectionDisplay
      try await fresh.performFetch()
      let contents = TestStore.contents(fresh)
      try await wait(for: "what a fresh list shows") { TestStore.contents(list) == contents }
      try await list.refresh()
    }
  }

  /// The names of the sections, each with the cells of its rows.
  @MainActor private static func contents<Record: Sendable>(
    _ list: ResultsController<Record>
  ) -> [[String]] {
    let rows = list.results.rows
    var position = 0
    return list.results.map { section in
      defer { position += section.count }
      return [section.name] + (position..<position + section.count).map { "\(rows.row(at: $0))" }
    }
  }
}
