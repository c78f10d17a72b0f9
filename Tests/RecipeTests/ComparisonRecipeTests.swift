import Foundation
import Sectional
import SectionalComparison
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

/// The recipes that compare stores, in action.
struct ComparisonRecipeTests {
  @Test
  func `a migration has no differences but the expected ones`() async throws {
    let old = try ScratchDatabase(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, born TEXT); INSERT INTO contact VALUES (1, 'Ada', '1815-12-10')"
    )
    let new = try ScratchDatabase(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, born TEXT); INSERT INTO contact VALUES (1, 'Ada', '1815-12-10T00:00:00')"
    )
    let stores = (try SQLiteStore(path: old.path), try SQLiteStore(path: new.path))
    #expect(try await unexpectedDifferences(from: stores.0, to: stores.1) == [])
    try new.write("UPDATE contact SET name = 'Ada '")
    #expect(
      try await unexpectedDifferences(from: stores.0, to: stores.1) == [.trailingBlanks])
  }

  @Test
  func `a table with other names is compared`() async throws {
    let old = try ScratchDatabase(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO contact VALUES (1, 'Ada')"
    )
    let new = try ScratchDatabase(
      "CREATE TABLE person(id INTEGER PRIMARY KEY, full_name TEXT); INSERT INTO person VALUES (1, 'Ada')"
    )
    let report = try await renamedComparison(
      from: try SQLiteStore(path: old.path), to: try SQLiteStore(path: new.path))
    #expect(report.isEqual)
  }

  @Test
  func `a page shows what nobody accepted`() async throws {
    let old = try ScratchDatabase(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, score REAL); INSERT INTO contact VALUES (1, 'Ada', 0.1)"
    )
    let new = try ScratchDatabase(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, score REAL); INSERT INTO contact VALUES (1, 'Ada ', 0.1)"
    )
    let request = ResultsRequest<StoredRow>(table: "contact", sortBy: [SortKey(.column("name"))])
    let report = try await StoreComparison(
      ComparedSource(try SQLiteStore(path: old.path), request),
      ComparedSource(try SQLiteStore(path: new.path), request)
    ).report()
    let page = old.folder.appending(path: "differences.html")
    #expect(try writePage(of: report, to: page.path))
    #expect(try String(contentsOf: page, encoding: .utf8).hasPrefix("<!doctype html"))
    try Data("my own".utf8).write(to: page)
    #expect(throws: StoreError.self) { try ComparisonPage.checkIsFree(page.path) }
  }
}
