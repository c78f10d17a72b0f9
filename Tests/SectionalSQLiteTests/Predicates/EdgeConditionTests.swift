import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Conditions for which SQLite treats texts, dates or long expressions differently than the library.
@MainActor
struct EdgeConditionTests {
  struct Note: StoredRecord {
    var id: Int64
    var text: String
    var at: Date?
    static let table = RecordTable(
      "note", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
      RecordColumn("at", \.at),
      row: Note.init)
  }

  private func store(encoding: String) async throws -> (SQLiteStore, ScratchDatabase) {
    let file = try ScratchDatabase(
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL, at);
      """)
    return (try file.store(), file)
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func `texts are compared by their UTF-8 bytes in any encoding of the file`(encoding: String)
    async throws
  {
    let (store, file) = try await store(encoding: encoding)
    defer { withExtendedLifetime(file) {} }
    try await store.write { db in
      try db.insert(Note(id: 1, text: "\u{100}", at: nil))
      try db.insert(Note(id: 2, text: "\u{4100}\u{100}", at: nil))
      try db.insert(Note(id: 3, text: "A", at: nil))
    }
    let later = ResultsRequest<Note>(predicate: #Predicate { $0.text > "b" })
    let without = ResultsRequest<Note>(predicate: #Predicate { !$0.text.contains("A") })
    #expect(try await store.read { try await $0.fetch(later) }.map(\.id) == [1, 2])
    #expect(try await store.read { try await $0.fetch(without) }.map(\.id) == [1, 2])
    var selected = later
    selected.source = .query(StoreText("SELECT * FROM note"))
    let query = selected
    #expect(try await store.read { try await $0.fetch(query) }.map(\.id) == [1, 2])
  }

  @Test
  func `a statement with a zero byte, where SQLite would stop reading, is an error`() async throws {
    let (store, file) = try await store(encoding: "UTF-8")
    try await store.write { db in
      for id in 1...2 { try db.insert(Note(id: Int64(id), text: "", at: nil)) }
    }
    let error = await storeError {
      _ = try await store.write { try $0.execute("DELETE FROM note\0 WHERE id = 1") }
    }
    #expect(error?.code == .invalidQuery)
    #expect(error?.message.contains("zero byte") == true)
    #expect(try file.write("SELECT count(*) FROM note") == "2\n")
  }

  @Test
  func `an invalid date is stored as null`() async throws {
    let (store, file) = try await store(encoding: "UTF-8")
    let noDate = Date(timeIntervalSince1970: .nan)
    try await store.write { try $0.insert(Note(id: 1, text: "", at: noDate)) }
    #expect(try file.write("SELECT at IS NULL FROM note") == "1\n")
    #expect(noDate.cell(as: .iso8601) == .null)
    let strange = ResultsRequest<Note>(predicate: #Predicate { $0.at == noDate })
    let controller = ResultsController(fetchRequest: strange, store: store)
    #expect(await storeError { try await controller.performFetch() }?.code == .unsupported)
  }
}
