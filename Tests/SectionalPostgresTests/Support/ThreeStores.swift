import SectionalPostgres
import SectionalSQLite
import SectionalTesting

@testable import Sectional

/// The same records in memory, in a file and on a server, to see that all make the same list of them.
struct ThreeStores<Record: TableRecord> {
  let memory: MemoryStore
  let file: ScratchDatabase
  let sqlite: SQLiteStore
  let server: ScratchServerDatabase
  let postgres: PostgresStore

  /// Makes the stores, the tables by SQL.
  init(sqlite sql: String, postgres serverSQL: String, _ records: [Record] = []) async throws {
    memory = MemoryStore(try MemoryTable(for: Record.self))
    file = try ScratchDatabase(sql)
    sqlite = try SQLiteStore(path: file.path)
    server = try ScratchServerDatabase(serverSQL)
    postgres = try server.store()
    try await insert(records)
  }

  func insert(_ records: [Record]) async throws {
    try memory.write { db in for record in records { try db.insert(record) } }
    try await sqlite.write { db in for record in records { try db.insert(record) } }
    try await postgres.write { db in for record in records { try await db.insert(record) } }
  }

  /// Fetches a request from every store.
  @MainActor func lists(
    _ request: FetchRequest<Record>, sectionBy section: SectionKey<Record>? = nil
  ) async throws -> [(name: String, list: ResultsController<Record>)] {
    var lists: [(name: String, list: ResultsController<Record>)] = []
    for (name, list) in [
      ("memory", list(request, memory, section)), ("SQLite", list(request, sqlite, section)),
      ("Postgres", list(request, postgres, section)),
    ] {
      try await list.performFetch()
      lists.append((name, list))
    }
    return lists
  }

  @MainActor private func list(
    _ request: FetchRequest<Record>, _ store: some Store, _ section: SectionKey<Record>?
  ) -> ResultsController<Record> {
    ResultsController(fetchRequest: request, store: store, sectionBy: section, tracksChanges: false)
  }
}
