import SectionalSQLite
import SectionalTesting

@testable import Sectional

/// The same records in a memory store and in a file, to see that both make the same list of them.
struct RecordStores<Record: TableRecord> {
  let memory: MemoryStore
  let file: ScratchDatabase
  let sqlite: SQLiteStore

  /// Makes both stores, the file's table by SQL.
  init(_ sql: String, _ records: [Record] = []) async throws {
    memory = MemoryStore(try MemoryTable(for: Record.self))
    file = try ScratchDatabase(sql)
    sqlite = try file.store()
    try await insert(records)
  }

  func insert(_ records: [Record]) async throws {
    try memory.write { transaction in
      for record in records { try transaction.insert(record) }
    }
    try await sqlite.write { transaction in
      for record in records { try transaction.insert(record) }
    }
  }

  /// Fetches a request from both stores.
  @MainActor func lists(
    _ request: FetchRequest<Record>, sectionBy section: SectionKey<Record>? = nil
  ) async throws -> [(name: String, list: ResultsController<Record>)] {
    let inMemory = ResultsController(
      fetchRequest: request, store: memory, sectionBy: section, tracksChanges: false)
    let inFile = ResultsController(
      fetchRequest: request, store: sqlite, sectionBy: section, tracksChanges: false)
    try await inMemory.performFetch()
    try await inFile.performFetch()
    return [("memory", inMemory), ("SQLite", inFile)]
  }

  /// Returns the error of the first fetch, which must be the same from both stores.
  @MainActor func error(
    _ request: FetchRequest<Record>, sectionBy section: SectionKey<Record>? = nil
  ) async -> [StoreError?] {
    let inMemory = ResultsController(
      fetchRequest: request, store: memory, sectionBy: section, tracksChanges: false)
    let inFile = ResultsController(
      fetchRequest: request, store: sqlite, sectionBy: section, tracksChanges: false)
    return [await failure(of: inMemory), await failure(of: inFile)]
  }

  @MainActor private func failure(of list: ResultsController<Record>) async -> StoreError? {
    do throws(StoreError) {
      try await list.performFetch()
      return nil
    } catch { return error }
  }
}
