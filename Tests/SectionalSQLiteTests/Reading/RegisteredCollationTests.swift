import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Orders of collators that SQL and indexes can name.
@MainActor @Suite struct RegisteredCollationTests {
  private let file: ScratchDatabase
  private let request = ResultsRequest<StoredRow>(
    table: "item", sortBy: [SortKey(.column("name"), collation: .folded)])

  init() throws { file = try ScratchDatabase(Item.sqlite) }

  private func store(_ collations: [TextCollation] = [.folded]) throws -> SQLiteStore {
    var configuration = SQLiteConfiguration()
    configuration.collations = collations
    return try SQLiteStore(path: file.path, configuration: configuration)
  }

  private func names(_ store: SQLiteStore) async throws -> [StoredValue?] {
    try await store.read { try await $0.fetch(request) }.map { $0["name"] }
  }

  private func fill(_ store: SQLiteStore) async throws {
    var random = SeededGenerator(seed: 24)
    let letters = [
      "a", "á", "A", "Á", "a\u{301}", "b", "B", "ß", "ss", "ı", "I", "\u{0}", " ", "é",
    ]
    var rows: [(Int64, String)] = []
    for id in 1...1200 {
      let count = Int.random(in: 0...4, using: &random)
      rows.append(
        (Int64(id), (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()))
    }
    let all = rows
    try await store.write { db in
      for (id, name) in all {
        try db.execute(
          "INSERT INTO item VALUES (?, ?, NULL)", [id, name])
      }
      try db.execute("INSERT INTO item VALUES (5001, CAST(x'61FF62' AS TEXT), NULL)")
    }
  }

  @Test func `the index that a check names has the list's order`() async throws {
    let indexed = try store()
    try await fill(indexed)
    let plain = try SQLiteStore(path: file.path)
    let expected = try await names(plain)
    #expect(try await plain.check(request).map(\.kind).contains(.orderUnknownToStore))

    var first = request
    first.fetchLimit = 20
    let finding = try await indexed.check(first).first { $0.kind == .orderWithoutIndex }
    let sql = try #require(finding?.sql)
    #expect(sql.contains("COLLATE \"folded\""))
    try await indexed.write { db in try db.execute(sql) }
    #expect(try await indexed.check(first).map(\.kind) == [.missingChangeLog])
    #expect(try await names(indexed) == expected)
    // A program that doesn't know the order can still read the list.
    #expect(try await names(SQLiteStore(path: file.path)) == expected)
  }

  @Test func `a list over such an index is followed`() async throws {
    let store = try store()
    try await store.write { db in
      try db.execute("CREATE INDEX by_name ON item(name COLLATE \"folded\" DESC, id, team)")
    }
    try await fill(store)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "item", sortBy: [SortKey(.column("name"), order: .reverse, collation: .folded)]),
      store: store)
    try await list.performFetch()
    try await store.write { db in
      try db.execute("UPDATE item SET name = 'Äb' WHERE id % 7 = 0")
      try db.execute("DELETE FROM item WHERE id % 11 = 0")
    }
    try await list.refresh()
    let fresh = ResultsController(fetchRequest: list.fetchRequest, store: try self.store([]))
    try await fresh.performFetch()
    #expect(list.results.rows.map(\.key) == fresh.results.rows.map(\.key))
    list.stop()
    fresh.stop()
  }

  @Test func `the order is the collation of any statement`() async throws {
    let store = try store()
    try await fill(store)
    let statement = ResultsRequest<StoredRow>(
      sql:
        "SELECT id, name FROM item WHERE name COLLATE \"folded\" >= 'B' ORDER BY name COLLATE \"folded\"",
      key: ["id"])
    let found = try await store.read { try await $0.fetch(statement) }
    let collator = try #require(TextCollation.folded.collator)
    let all = try await store.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "item")) }
    let expected = all.filter { row in
      guard case .text(let name)? = row["name"] else { return false }
      let (key, bound) = (collator.sortKey(of: name), collator.sortKey(of: "B"))
      // B is the first of the texts with its sort key.
      return key == bound || bound.lexicographicallyPrecedes(key)
    }
    #expect(found.count == expected.count && !found.isEmpty && found.count < all.count)
    let unknown = await storeError {
      _ = try await SQLiteStore(path: file.path).read { try await $0.fetch(statement) }
    }
    #expect(unknown?.code == .invalidQuery)
  }

  @Test func `a collator that can't be used is an error on opening`() throws {
    let problem = StoreError(.unsupported, "there is no such language")
    let error = #expect(throws: StoreError.self) {
      _ = try store([.collator(Unusable(problem: problem))])
    }
    #expect(error?.code == .unsupported)
  }

  private struct Unusable: TextCollator {
    let identifier = "unusable"
    let version = "1"
    let problem: StoreError?

    func sortKey(of text: String) -> [UInt8] { [] }
  }
}
