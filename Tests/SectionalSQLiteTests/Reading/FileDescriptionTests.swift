import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

/// What a file says of the columns of a request.
@Suite struct FileDescriptionTests {
  private func columns(of request: ResultsRequest<StoredRow>) async throws -> [ColumnDescription] {
    let file = try ScratchDatabase(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, plain TEXT, folded TEXT COLLATE nocase,
        trimmed COLLATE RTRIM);
      CREATE VIEW shown AS SELECT * FROM item;
      """)
    let description = try await SQLiteStore(path: file.path).description(
      of: request, sectionBy: nil)
    #expect(description.product.wholeMatch(of: /SQLite [0-9.]+/) != nil)
    return description.columns
  }

  @Test func `each column of a table has a collation`() async throws {
    let columns = try await columns(of: ResultsRequest(table: "item"))
    #expect(columns.map(\.name) == ["id", "plain", "folded", "trimmed"])
    #expect(columns.map(\.type) == ["INTEGER", "TEXT", "TEXT", ""])
    #expect(columns.map(\.collation) == ["BINARY", "BINARY", "nocase", "RTRIM"])
    #expect(columns.map(\.isDeterministic) == [true, true, false, false])
    #expect(columns.map(\.ignoresCase) == [false, false, true, false])
    #expect(columns.map(\.kind) == [.text, .text, .text, .text])
  }

  @Test func `nothing is known of a statement's columns but their names`() async throws {
    let columns = try await columns(
      of: ResultsRequest(sql: "SELECT id, folded FROM item", key: ["id"]))
    #expect(columns.map(\.name) == ["id", "folded"])
    #expect(columns.map(\.summary) == ["no type", "no type"])
    #expect(columns.map(\.kind) == [.other, .other])
  }
}
