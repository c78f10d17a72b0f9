import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Conditions over texts: the smallest examples of what SQL can interpret differently.
@MainActor @Suite struct TextTests {
  private func names(
    _ names: [String], _ predicate: Predicate<Label>, as type: String = "TEXT",
    onServer: Bool = true
  ) async throws -> [[String]] {
    let stores = try await RecordStores(
      sqlite: "CREATE TABLE label(id INTEGER PRIMARY KEY, name \(type))",
      postgres: onServer ? "CREATE TABLE label(id bigint PRIMARY KEY, name text)" : nil,
      names.enumerated().map { Label(id: $0 + 1, name: $1) })
    let request = ResultsRequest(predicate: predicate, sortBy: [SortKey(\.id)])
    return try await stores.lists(request).map { $0.list.results.rows.map(\.name) }
  }

  @Test func `an empty text starts with an empty text and with no other`() async throws {
    for shown in try await names(["", "a"], #Predicate { $0.name.starts(with: "") }) {
      #expect(shown == ["", "a"])
    }
    for shown in try await names(["", "a", "b"], #Predicate { !$0.name.starts(with: "a") }) {
      #expect(shown == ["", "b"])
    }
  }

  @Test func `an empty text is found in every text`() async throws {
    for shown in try await names(["", "a"], #Predicate { $0.name.contains("") }) {
      #expect(shown == ["", "a"])
    }
  }

  @Test func `a text with a nul byte is found`() async throws {
    let texts = ["a\0b", "a", "\0", "b"]
    for shown in try await names(texts, #Predicate { $0.name.contains("\0") }, onServer: false) {
      #expect(shown == ["a\0b", "\0"])
    }
    for shown in try await names(
      texts, #Predicate { $0.name == "a\0b" || $0.name > "a\0b" }, onServer: false)
    {
      #expect(shown == ["a\0b", "b"])
    }
  }

  @Test func `texts are compared by their bytes`() async throws {
    let texts = ["\u{E9}", "e\u{301}", "E", "e"]
    for shown in try await names(texts, #Predicate { $0.name == "\u{E9}" }) {
      #expect(shown.map { Array($0.utf8) } == [Array("\u{E9}".utf8)])
    }
    for shown in try await names(texts, #Predicate { $0.name.starts(with: "e") }) {
      #expect(shown.count == 2)
    }
  }

  // If such a column is compared with a text that looks like a number, SQLite converts the text to a number.
  @Test(arguments: ["STRING", "NUMERIC", "DATETIME", "INTEGER"])
  func `texts in a column of numbers are compared as texts`(type: String) async throws {
    for shown in try await names(
      ["!a", "a", "z"], #Predicate { $0.name < "7" }, as: type, onServer: false)
    {
      #expect(shown == ["!a"])
    }
    for shown in try await names(
      ["!a", "a"], #Predicate { $0.name >= "7" }, as: type, onServer: false)
    {
      #expect(shown == ["a"])
    }
  }
}

/// A record with a text.
private struct Label: StoredRecord {
  var id: Int
  var name: String

  static let table = RecordTable(
    "label", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    row: Label.init)
}
