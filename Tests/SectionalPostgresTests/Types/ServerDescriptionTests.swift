import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// What a server says of the columns of a request.
@Suite(.serialized) struct ServerDescriptionTests {
  private func columns(_ sql: String) async throws -> [String: ColumnDescription] {
    let database = try await ScratchServerDatabase(sql)
    let description = try await database.store().description(
      of: ResultsRequest<StoredRow>(table: "item"), sectionBy: nil)
    #expect(description.product.wholeMatch(of: /PostgreSQL [0-9.]+/) != nil)
    return Dictionary(uniqueKeysWithValues: description.columns.map { ($0.name, $0) })
  }

  @Test func `texts have a collation, and other columns have none`() async throws {
    let columns = try await columns(
      """
      CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN word AS text; CREATE DOMAIN feeling AS mood;
      CREATE TABLE item(id int PRIMARY KEY, plain text COLLATE "C", domain word COLLATE "POSIX",
        padded char(3) COLLATE "C", mood mood, feeling feeling, day date, bare text);
      """)
    #expect(columns["id"]?.summary == "type integer")
    #expect(columns["day"]?.kind == .other && columns["day"]?.isDeterministic == nil)
    #expect(columns["mood"]?.kind == .enumeration && columns["feeling"]?.kind == .enumeration)
    #expect(columns["plain"]?.summary == "type text, collation C (libc), deterministic")
    #expect(columns["domain"]?.summary == "type word, collation POSIX (libc), deterministic")
    #expect(columns["domain"]?.kind == .text)
    #expect(columns["padded"]?.kind == .paddedText)
    #expect(columns["padded"]?.type == "character(3)")
    #expect(
      ["libc", "icu"].contains(columns["bare"]?.provider) && columns["bare"]?.collation != nil)
  }

  @Test func `collations that treat different texts as equal are told`() async throws {
    let columns = try await columns(
      """
      CREATE EXTENSION citext;
      CREATE COLLATION same (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
      CREATE COLLATION other (provider = icu, locale = 'sv');
      CREATE TABLE item(id int PRIMARY KEY, same text COLLATE same, other text COLLATE other, any_case citext);
      """)
    #expect(columns["same"]?.isDeterministic == false && columns["same"]?.provider == "icu")
    #expect(columns["same"]?.version?.isEmpty == false && columns["same"]?.ignoresCase == false)
    #expect(columns["other"]?.isDeterministic == true)
    #expect(
      columns["any_case"]?.ignoresCase == true && columns["any_case"]?.isDeterministic == false)
  }

  @Test func `a view's columns have their types`() async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id int PRIMARY KEY, name text, code char(2))")
    let description = try await database.store().description(
      of: ResultsRequest<StoredRow>(
        sql: "SELECT id, name, code FROM item", key: ["id"]), sectionBy: nil)
    #expect(description.columns.map(\.kind) == [.other, .text, .paddedText])
    #expect(description.columns.allSatisfy { $0.collation == nil })
  }
}
