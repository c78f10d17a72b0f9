import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Mappings that don't match the store, and requests that fail while the list works.
@MainActor @Suite struct MissingColumnTests {
  @Test func `a missing mapped column is named`() async throws {
    let file = try ScratchDatabase(
      Visit.sqlite + "ALTER TABLE visit RENAME COLUMN weight TO weigth;")
    let inFile = ResultsController(fetchRequest: ResultsRequest<Visit>(), store: try file.store())
    let store = MemoryStore(
      try MemoryTable("visit", columns: ["id", "name", "team"], primaryKey: ["id"]))
    let inMemory = ResultsController(fetchRequest: ResultsRequest<Visit>(), store: store)
    let errors = [
      await storeError { try await inFile.performFetch() },
      await storeError { try await inMemory.performFetch() },
    ]
    #expect(errors.map { $0?.code } == [.noSuchColumn, .noSuchColumn])
    #expect(errors[0]?.message.contains("did you mean \"weigth\"") == true)
  }

  @Test func `an invalid request leaves the list unchanged`() async throws {
    let stores = try await RecordStores([Memo(id: 1, note: "n", size: 1)])
    let list = ResultsController(fetchRequest: ResultsRequest<Memo>(), store: stores.memory)
    try await list.performFetch()
    let unsupported = ResultsRequest<Memo>(predicate: #Predicate { $0.draft == "x" })
    await #expect(throws: StoreError.self) { try await list.setRequest(unsupported) }
    #expect(list.results.rows.map(\.id) == [1])
    try await stores.insert([Memo(id: 2, note: "m", size: 1)])
    try? await wait { list.results.rows.count >= 2 }
    #expect(list.results.rows.map(\.id) == [1, 2])
    #expect(list.isCurrent)
  }

  @Test func `columns that are not mapped stay unchanged`() async throws {
    let sql =
      "CREATE TABLE memo(id INTEGER PRIMARY KEY, note TEXT, size REAL, extra TEXT,"
      + " bytes BLOB, made TEXT, read INTEGER, other TEXT DEFAULT 'kept');"
    let stores = try await RecordStores(sqlite: sql, [Memo(id: 1, note: "n", size: 1)])
    try await stores.sqlite.write {
      try $0.update(Memo(id: 1, note: "m", size: 2))
      try $0.upsert(Memo(id: 1, note: "o", size: 3))
    }
    #expect(try stores.file.write("SELECT note, size, other FROM memo") == "o|3.0|kept\n")
  }
}
