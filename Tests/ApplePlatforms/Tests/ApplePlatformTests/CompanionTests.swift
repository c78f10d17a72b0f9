import Foundation
import Testing

@testable import RecipesBesideCompanions

/// The README's code next to the names of everything else that our users import.
///
/// That it compiles is half of the test.
struct CompanionTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let repository = package.deletingLastPathComponent().deletingLastPathComponent()

  private func recipe(_ name: String) throws -> String {
    try String(
      contentsOf: CompanionTests.package.appending(
        path: "Sources/RecipesBesideCompanions/\(name).swift"), encoding: .utf8)
  }

  /// The blocks of Swift on a page.
  private func blocks(of page: String) throws -> [Substring] {
    let text = try String(
      contentsOf: CompanionTests.repository.appending(path: page), encoding: .utf8)
    return text.split(separator: "```swift\n").dropFirst()
      .map { $0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex) }
  }

  @Test
  func `the README's example compiles next to the companions`() throws {
    let recipe = unindented(try recipe("FirstList")[...])
    // Views need SwiftUI itself, not only its names.
    let blocks = try blocks(of: "README.md").filter { !$0.contains("@SectionedResults") }
    #expect(blocks.count > 1)
    for paragraph in blocks.flatMap({ unindented($0).split(separator: "\n\n") }) {
      // The recipe's imports stand among those of the companions.
      let parts =
        paragraph.hasPrefix("import ") ? paragraph.split(separator: "\n") : [paragraph]
      for part in parts {
        #expect(recipe.contains(part.trimmingCharacters(in: .newlines)), "\(part)")
      }
    }
  }

  /// The lines of a text without the spaces at their beginnings.
  private func unindented(_ text: Substring) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test
  func `the delegate on the page about table views compiles next to the companions`() throws {
    let blocks = try blocks(of: "Sources/Sectional/Sectional.docc/TableViews.md")
    let delegate = try #require(blocks.first { $0.contains("extension ContactsTable") })
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
