import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Searches in the rows that a list already has.
@MainActor @Suite struct SearchBeginningTests {
  private struct Note: SchemaRecord {
    var id: Int64
    var text: String
    var at: Date

    static let table = RecordTable(
      "note", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
      RecordColumn("at", \.at), row: Note.init)

    static let sqlite =
      "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL, at REAL NOT NULL)"
    static let postgres = sqlite
  }

  private func search<Record>(
    _ list: ResultsController<Record>, _ search: TextSearch<Record>?
  ) async throws {
    var request = list.fetchRequest
    request.search = search
    try await list.setRequest(request)
  }

  private func picture<Record>(_ list: ResultsController<Record>) -> [String] {
    list.results.map { "\($0.name): \($0.rows.keys.map { "\($0.values)" }.joined(separator: " "))" }
  }

  @Test func `a search reads nothing if nothing has changed`() async throws {
    let items = ["anna", "bert", "hanna"].enumerated().map { Item(Int64($0), $1) }
    let store = try await TestStore(.memory, of: Item.self, items)
    let list = store.list(ResultsRequest<Item>(sortBy: [SortKey(\.name)]))
    try await list.performFetch()
    for (text, found) in [("A", 2), ("an", 2), ("HAN", 1), ("b", 1), ("x", 0)] {
      try await search(list, .contains(text, in: \.name))
      #expect(list.results.numberOfObjects == found)
      #expect(list.diagnostics.rowsRead == 0, "\(text)")
    }
    try await search(list, nil)
    #expect(list.results.numberOfObjects == 3 && list.diagnostics.rowsRead == 0)
    list.stop()
  }

  @Test func `a search in rows that have changed finds what they are now`() async throws {
    let items = ["anna", "bert", "hanna"].enumerated().map { Item(Int64($0), $1) }
    let store = try await TestStore(.memory, of: Item.self, items)
    let list = store.list(ResultsRequest<Item>(sortBy: [SortKey(\.name)]))
    try await list.performFetch()
    try await store.settle(list)
    // While it is paused, the list doesn't read what changes.
    list.pause()
    try await store.write { batch in
      for item in [Item(1, "Joanne"), Item(2, "bob"), Item(3, "Diana")] { batch.upsert(item) }
    }
    try await search(list, .contains("an", in: \.name))
    #expect(list.results.rows.map(\.name) == ["Diana", "Joanne", "anna"])
    #expect(list.diagnostics.fullFetches == 0)
    try await search(list, nil)
    #expect(list.results.numberOfObjects == 4)
    list.stop()
  }

  @Test(arguments: [false, true])
  func `a search after midnight is in the sections of the new day`(clears: Bool) async throws {
    let clock = ManualWallClock(
      now: try Date(utc: "2026-11-20T12:00:00Z"),
      timeZone: try #require(TimeZone(identifier: "Europe/Stockholm")))
    let notes = try ["anna", "bert", "hanna"].enumerated().map {
      Note(id: Int64($0), text: $1, at: try Date(utc: "2026-11-\(14 + 3 * $0)T12:00:00Z"))
    }
    let store = try await TestStore(.memory, of: Note.self, notes)
    let list = store.list(
      ResultsRequest<Note>(), sectionBy: .relativeDay(of: \.at, clock: clock))
    try await list.performFetch()
    try await search(list, .contains("an", in: \.text))
    clock.now += 86_400
    try await wait { list.results.first?.name == "November 2026" }
    try await search(list, clears ? nil : .contains("n", in: \.text))
    let fresh = store.list(list.fetchRequest, sectionBy: list.sectionBy, tracksChanges: false)
    try await fresh.performFetch()
    #expect(picture(list) == picture(fresh))
    list.stop()
  }

  @Test func `a condition that depends on more than the row is evaluated again`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT); INSERT INTO note VALUES (1, 'anna'), (2, 'hanna')"
    )
    let store = try SQLiteStore(path: file.path)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "note", predicate: "random() IS NOT NULL"), store: store)
    try await list.performFetch()
    try await search(list, .contains("ann", in: "text"))
    #expect(list.results.numberOfObjects == 2)
    #expect(list.diagnostics.fullFetches == 1)
    list.stop()
  }

  @Test func `a row that doesn't fit keeps nobody from finding others`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name, team TEXT); INSERT INTO item VALUES (1, 'anna', NULL)"
    )
    let store = try SQLiteStore(path: file.path)
    let list = ResultsController(fetchRequest: ResultsRequest<Item>(), store: store)
    try await list.performFetch()
    try await search(list, .contains("an", in: \.name))
    // The store's own log names the rows, so that these alone are read.
    try await store.write { db in
      try db.execute("INSERT INTO item VALUES (2, x'00', NULL), (3, 'hanna', NULL)")
    }
    try await search(list, .contains("ann", in: \.name))
    #expect(list.results.rows.map(\.id) == [1, 3])
    list.stop()
  }
}
