import Foundation
import SectionalTesting
import Testing

/// What `--search` finds.
@Suite struct SearchOptionTests {
  @Test(arguments: [
    (["--search", "name:oberg"], "1 6"), (["--search", "name:ÖBERG"], "1 6"),
    (["--search", "name:oberg", "--search", "name:a"], "6"),
    (["--search", "name:oberg:"], "6"), (["--search", "name:g: A"], "6"),
    (["--search", "name::"], "6"), (["--search", "name:"], "1 2 3 4 5 6 7 8 9"),
    (["--search", "name:oberg", "--where", "size < 6"], "1"),
    (["--where", "id > 1", "--search", "name:a", "--search", "name:p"], "5"),
    (["--search", "name:%"], ""), (["--search", "size:5"], ""),
  ]) func `a search ignores case and accents`(options: [String], expected: String) throws {
    let file = try ScratchDatabase.persons()
    let outcome = try SectionalProcess(
      ["list", file.path, "person", "--format", "json"] + options
    ).finish()
    #expect(outcome.status == 0 && outcome.objects.count == 1, "\(outcome.complaint)")
    let sections = try #require(outcome.objects.first?["sections"] as? [[String: Any]])
    withExtendedLifetime(file) {}
    let ids = sections.flatMap { $0["ids"] as? [Int] ?? [] }
    #expect(ids.map(String.init).joined(separator: " ") == expected)
  }
}
