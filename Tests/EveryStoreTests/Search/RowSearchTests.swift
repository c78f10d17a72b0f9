import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Searches in rows without a type, whose columns can hold anything.
@MainActor @Suite struct RowSearchTests {
  private static let words = """
    CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT, number INTEGER);
    INSERT INTO word VALUES (1, 'Ålesund', 5), (2, 'alpha', 50), (3, NULL, NULL), (4, '5', 5);
    """

  private func ids(
    _ store: some ResultsStore, _ request: ResultsRequest<StoredRow>
  ) async throws -> [StoredValue] {
    let list = ResultsController(fetchRequest: request, store: store, tracksChanges: false)
    try await list.performFetch()
    return list.results.rows.keys.flatMap(\.values)
  }

  private func request(_ search: TextSearch<StoredRow>?) -> ResultsRequest<StoredRow> {
    ResultsRequest(source: .table("word"), search: search)
  }

  @Test(arguments: StoreKind.databases)
  func `numbers and nulls are never found`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, sqlite: Self.words, postgres: Self.words)
    #expect(try await ids(store.store, request(.contains("al", in: "text"))) == [1, 2])
    #expect(try await ids(store.store, request(.contains("5", in: "text", "number"))) == [4])
    #expect(try await ids(store.store, request(.equals("5", in: "number"))) == [])
    #expect(try await ids(store.store, request(.hasPrefix("a", in: "TEXT"))) == [1, 2])
    #expect(try await ids(store.store, request(.contains("", in: "number"))) == [1, 2, 3, 4])
    #expect(try await ids(store.store, request(.equals("", in: "text"))) == [])
  }

  @Test(arguments: StoreKind.databases)
  func `a search narrows a condition in SQL`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, sqlite: Self.words, postgres: Self.words)
    let request = ResultsRequest<StoredRow>(
      source: .table("word"), predicate: StoreText("number = 5"),
      search: .any([.contains("LES", in: "text"), .equals("alpha", in: "text")]))
    #expect(try await ids(store.store, request) == [1])
  }

  @Test(arguments: StoreKind.databases)
  func `a search needs no particular encoding or type`(kind: StoreKind) async throws {
    let create =
      "CREATE TABLE word(id INTEGER PRIMARY KEY, text \(kind == .sqlite ? "" : "bytea"));"
    let store = try await TestStore(kind, sqlite: create, postgres: create)
    let bytes = kind == .sqlite ? "x'616C'" : "'\\x616c'"
    try await store.execute("INSERT INTO word VALUES (1, \(bytes))")
    #expect(try await ids(store.store, request(.contains("al", in: "text"))) == [])
    #expect(try await ids(store.store, request(.contains("", in: "text"))) == [1])
  }

  @Test func `text that isn't UTF-8 is searched by its bytes`() async throws {
    let store = try await TestStore(
      .sqlite, sqlite: "CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT)")
    try await store.execute("INSERT INTO word VALUES (1, CAST(x'C3C9FF41C389' AS TEXT))")
    #expect(try await ids(store.store, request(.contains("ae", in: "text"))) == [1])
    #expect(try await ids(store.store, request(.contains("AÉ", in: "text"))) == [1])
    #expect(try await ids(store.store, request(.hasPrefix("a", in: "text"))) == [])
    #expect(try await ids(store.store, request(.contains("", in: "text"))) == [1])
  }

  @Test(arguments: StoreKind.databases)
  func `an unknown column is an error that concerns the search`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, sqlite: Self.words, postgres: Self.words)
    let error = await storeError {
      _ = try await self.ids(store.store, self.request(.contains("a", in: "txt")))
    }
    #expect(error?.code == .noSuchColumn)
    #expect(error?.part == .search)
    #expect(error?.message.contains("text") == true)
  }
}
