package import Sectional
package import SectionalPostgres
package import SectionalSQLite
package import SectionalTesting

/// The same records in memory, in a file and, if there is a schema for it, on a server, to check that all stores make
/// the same list from them.
package struct RecordStores<Record: StoredRecord>: Sendable {
  package let memory: MemoryStore
  package let file: ScratchDatabase
  package let sqlite: SQLiteStore
  private let onServer: (database: ScratchServerDatabase, store: PostgresStore)?

  /// Creates the stores; SQL creates the tables of databases.
  package init(
    sqlite sql: String, postgres serverSQL: String? = nil, _ records: [Record] = []
  ) async throws {
    memory = MemoryStore(try MemoryTable(for: Record.self))
    file = try ScratchDatabase(sql)
    sqlite = try file.store()
    if let serverSQL {
      let database = try await ScratchServerDatabase(serverSQL)
      onServer = (database, try database.store())
    } else {
      onServer = nil
    }
    try await insert(records)
  }

  /// Creates the stores of a type that declares its tables.
  package init(_ records: [Record] = []) async throws where Record: SchemaRecord {
    try await self.init(sqlite: Record.sqlite, postgres: Record.postgres, records)
  }

  /// The database on the server.
  package var server: ScratchServerDatabase {
    get throws { try part(of: onServer?.database) }
  }

  /// The store on the server.
  package var postgres: PostgresStore {
    get throws { try part(of: onServer?.store) }
  }

  private func part<Part>(of part: Part?) throws -> Part {
    guard let part else { throw LawViolation(.oracle, "these stores have none on a server") }
    return part
  }

  /// Inserts records into every store.
  package func insert(_ records: [Record]) async throws {
    try await write { batch in for record in records { batch.insert(record) } }
  }

  /// Writes in one transaction to every store.
  package func write(_ body: (inout RecordBatch) throws -> Void) async throws {
    var batch = RecordBatch()
    try body(&batch)
    try batch.run(on: memory)
    try await batch.run(on: sqlite)
    if let onServer { try await batch.run(on: onServer.store) }
  }

  /// Creates a list over every store.
  @MainActor package func controllers(
    _ request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil,
    tracksChanges: Bool = false
  ) -> [(name: String, list: ResultsController<Record>)] {
    func list(_ store: some ResultsStore) -> ResultsController<Record> {
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, tracksChanges: tracksChanges)
    }
    var lists = [("memory", list(memory)), ("SQLite", list(sqlite))]
    if let onServer { lists.append(("Postgres", list(onServer.store))) }
    return lists.map { (name: $0.0, list: $0.1) }
  }

  /// Fetches a request from every store.
  @MainActor package func lists(
    _ request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil
  ) async throws -> [(name: String, list: ResultsController<Record>)] {
    let lists = controllers(request, sectionBy: section)
    for (_, list) in lists { try await list.performFetch() }
    return lists
  }

  /// Returns the error of the first fetch from every store.
  @MainActor package func errors(
    _ request: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil
  ) async -> [StoreError?] {
    var errors: [StoreError?] = []
    for (_, list) in controllers(request, sectionBy: section) {
      errors.append(await storeError { try await list.performFetch() })
    }
    return errors
  }
}
