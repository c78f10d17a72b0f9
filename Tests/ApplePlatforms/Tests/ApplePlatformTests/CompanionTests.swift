import Foundation
import Testing

@testable import RecipesBesideCompanions

/// The README's code beside the names of everything that our users import as well; that it compiles is half of the test.
struct CompanionTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let repository = package.deletingLastPathComponent().deletingLastPathComponent()

  private func recipe(_ name: String) throws -> String {
    try String(
      contentsOf: CompanionTests.package.appending(
        path: "Sources/RecipesBesideCompanions/\(name).swift"), encoding: .utf8)
  }

  /// The README's block of Swift that has some text in it.
  private func block(with text: String) throws -> Substring {
    let page = try String(
      contentsOf: CompanionTests.repository.appending(path: "README.md"), encoding: .utf8)
    let blocks = page.split(separator: "```swift\n").dropFirst()
      .map { $0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex) }
    return try #require(blocks.first { $0.contains(text) })
  }

  @Test
  func `the README's first example is what compiles beside the companions`() throws {
    let lines = Set(try recipe("FirstList").split(separator: "\n"))
    for line in try block(with: "static let table").split(separator: "\n") {
      #expect(lines.contains(line))
    }
  }

  @Test
  func `the README's delegate is what compiles beside the companions`() throws {
    let delegate = try block(with: "extension ContactsTable")
    #expect(try recipe("ContactsTable").contains(delegate))
  }

  @Test
  func `the companions have the names of the list`() throws {
    let list = try String(
      contentsOf: CompanionTests.repository.appending(path: "Fixtures/names-of-others.txt"),
      encoding: .utf8)
    for (module, titles) in [
      "SwiftUICore": ["SwiftUI and SwiftUICore", "re-exported by SwiftUI:"],
      "SwiftData": ["SwiftData"], "CoreData": ["CoreData"], "GRDB": ["GRDB"],
      "RealmSwift": ["Realm"],
      "ComposableArchitecture": [
        "The Composable Architecture", "re-exported by the Composable Architecture",
      ], "StructuredQueries": ["StructuredQueries"],
    ] {
      let generated = try String(
        contentsOf: CompanionTests.package.appending(path: "Sources/Names/\(module)/Names.swift"),
        encoding: .utf8)
      let names = generated.split(separator: "\n").filter { !$0.hasPrefix("//") }
        .compactMap { $0.split(separator: "`").dropFirst().first }
      #expect(Set(names) == CompanionTests.names(in: list, titles), "run generate-names")
      #expect(names.count > 20)
    }
  }

  /// The names of the list's sections with one of some titles.
  private static func names(in list: String, _ titles: [String]) -> Set<Substring> {
    var names: Set<Substring> = []
    var isWanted = false
    for line in list.split(separator: "\n") {
      if line.hasPrefix("#") {
        isWanted = titles.contains { line.hasPrefix("# \($0)") }
      } else if isWanted {
        names.insert(line)
      }
    }
    return names
  }
}
