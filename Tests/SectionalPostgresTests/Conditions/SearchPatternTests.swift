import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

@testable import SectionalPostgres

/// The expressions by which a server reads few rows for a search.
struct SearchPatternTests {
  private static let texts = [
    "Emile", "émile", "ÉMILE Zola", "e\u{301}mile", "smile", "Straße", "STRASSE", "strasse 1", "ﬁn",
    "fin", "Fini", "a.b", "aXb", "[a-b]", "", "가나", "\u{1100}\u{1161}", "100%", "back\\slash",
  ]

  @Test(arguments: [
    ("emile", [0, 1, 2, 3]), ("mile", [0, 1, 2, 3, 4]), ("strasse", [5, 6, 7]),
    ("fin", [8, 9, 10]),
    ("a.b", [11]), ("[a-b]", [13]), ("%", [17]), ("\\s", [18]),
  ])
  func `the server finds what the list finds, and little else`(part: String, found: [Int])
    async throws
  {
    let values = SearchPatternTests.texts.enumerated().map { place, text in
      "(\(place), '\(text)')"
    }
    let server = try await ScratchServerDatabase(
      "CREATE TABLE word(id int, text text COLLATE \"C\"); INSERT INTO word VALUES \(values.joined(separator: ", "))"
    )
    for (match, start) in [
      (RowExpression.TextMatch.contains, ""), (.hasPrefix, "^"), (.equals, "^"),
    ] {
      let pattern = try #require(SearchPattern(match, folded: TextFolding.folded(part)))
      #expect(pattern.text.hasPrefix(start))
      let read = try await server.write(
        "SELECT id FROM word WHERE text ~ $x$\(pattern.text)$x$ ORDER BY id")
      let ids = Set(read.split(separator: "\n").compactMap { Int($0) })
      let texts = SearchPatternTests.texts
      let wanted = found.filter { place in
        let folded = TextFolding.folded(texts[place])
        return switch match {
        case .contains: true
        case .hasPrefix: folded.starts(with: TextFolding.folded(part))
        case .equals: folded == TextFolding.folded(part)
        }
      }
      #expect(ids.isSuperset(of: wanted), "\(match) \(part)")
      // A character that folds to several is read in any case.
      let others = ids.subtracting(wanted).filter { !texts[$0].contains(where: "ßﬁ가".contains) }
      #expect(others.isEmpty, "\(match) \(part)")
    }
  }

  @Test func `texts that make no short pattern make none`() {
    func pattern(_ text: String) -> SearchPattern? {
      SearchPattern(.contains, folded: TextFolding.folded(text))
    }
    #expect(pattern("") == nil)
    #expect(pattern("a\u{0}b") == nil)
    #expect(pattern(String(repeating: "x", count: 64)) != nil)
    #expect(pattern(String(repeating: "x", count: 65)) == nil)
    #expect(SearchPattern(.contains, folded: [0x61, 0xFF]) == nil)
  }
}
