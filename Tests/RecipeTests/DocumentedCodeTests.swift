import Foundation
import Testing

/// The code that the documentation shows is compiled here, or in the package for Apple's platforms.
struct DocumentedCodeTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let pages: [String] = {
    let catalogs = ["Sectional", "SectionalSQLite", "SectionalPostgres"].map {
      "Sources/\($0)/\($0).docc"
    }
    return ["README.md"]
      + catalogs.flatMap { catalog in
        let articles = try? FileManager.default.contentsOfDirectory(
          atPath: package.appending(path: catalog).path)
        return (articles ?? []).filter { $0.hasSuffix(".md") }.sorted()
          .map { "\(catalog)/\($0)" }
      }
  }()

  @Test(arguments: pages)
  func `every line of Swift on a page is in a recipe`(page: String) throws {
    let known = try DocumentedCodeTests.compiledLines()
    for block in try DocumentedCodeTests.blocks(of: page) {
      for line in block where !known.contains(line) {
        Issue.record("\(page) shows a line that no recipe has: \(line)")
      }
    }
  }

  @Test(arguments: pages.filter { $0.contains("ComingFrom") })
  func `our side of a table is code of a recipe`(page: String) throws {
    // The lines of recipes are broken where the formatter breaks them.
    let compiled = try DocumentedCodeTests.recipeTexts().joined().filter { !$0.isWhitespace }
    let text = try String(
      contentsOf: DocumentedCodeTests.package.appending(path: page), encoding: .utf8)
    var count = 0
    for row in text.split(separator: "\n") where row.hasPrefix("| ") {
      guard let cell = row.split(separator: " | ").last else { continue }
      // Links to symbols stand between two backticks each.
      let spans = cell.replacing(/``[^`]*``/, with: "").matches(of: /`([^`]*)`/).map(\.1)
      for span in spans where span.contains(/[(:]/) && !span.contains(/…|[a-z]:[a-z)]/) {
        count += 1
        let isCompiled = compiled.contains(span.filter { !$0.isWhitespace })
        #expect(isCompiled, "\(page): no recipe has \(span)")
      }
    }
    #expect(count > 5)
  }

  @Test
  func `some pages contain code`() throws {
    let blocks = try DocumentedCodeTests.pages.flatMap(DocumentedCodeTests.blocks)
    #expect(blocks.count > 5)
  }

  /// Returns the lines of a page's Swift blocks, without surrounding whitespace.
  private static func blocks(of page: String) throws -> [[Substring]] {
    let text = try String(contentsOf: package.appending(path: page), encoding: .utf8)
    return text.split(separator: "```swift\n").dropFirst().map { block in
      lines(of: block.split(separator: "```", omittingEmptySubsequences: false)[0])
    }
  }

  private static let recipes = [
    "Tests/RecipeTests/Recipes", "Tests/ApplePlatforms/Sources/Recipes",
  ]

  private static func compiledLines() throws -> Set<Substring> {
    Set(try recipeTexts().flatMap { lines(of: $0[...]) })
  }

  private static func recipeTexts() throws -> [String] {
    try recipes.flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: package.appending(path: folder), includingPropertiesForKeys: nil
      ).map { try String(contentsOf: $0, encoding: .utf8) }
    }
  }

  private static func lines(of text: Substring) -> [Substring] {
    text.split(separator: "\n").compactMap { line in
      let trimmed = line.drop { $0 == " " }
      return trimmed.isEmpty ? nil : trimmed
    }
  }
}
