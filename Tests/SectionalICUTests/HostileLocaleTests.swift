import Sectional
import SectionalICU
import TestSupport
import Testing

/// Locales that nobody expects are problems, not crashes or delays.
@MainActor @Suite struct HostileLocaleTests {
  nonisolated private static let hostile = [
    "", " ", "\u{0}", "sv\u{0}", "../../etc", "/etc/passwd", "🙂", "sv-🙂", "%s%n%s%n", "sv;drop",
    "sv@collation=phonebook", "de_DE.UTF-8", "C", "POSIX", "-", "--", "sv-", "-sv", "x-sv", "sv\n",
    String(repeating: "a", count: 100_000), String(repeating: "é", count: 300),
    "sv-" + String(repeating: "abcdefgh-", count: 40) + "x",
    "de-u-co-" + String(repeating: "z", count: 500),
    "sv-u-co", "sv-u-co-co-co", "en-u-kr-nonsense", "sv-x-true", "zh-cmn",
  ]

  @Test(arguments: hostile) func `a hostile locale is a problem or an order`(locale: String) {
    let collator = LocalizedCollator(locale)
    if let problem = collator.problem {
      #expect(problem.code == .unsupported)
      #expect(problem.message.utf8.count < 512)
      #expect(!problem.message.unicodeScalars.contains { $0.value == 0 })
      #expect(collator.icuLocale == nil && collator.version.isEmpty)
      #expect(collator.sortKey(of: "a").isEmpty)
    } else {
      #expect(!collator.version.isEmpty && collator.icuLocale != nil)
      #expect(collator.sortKey(of: "a").lexicographicallyPrecedes(collator.sortKey(of: "b")))
    }
    _ = SectionIndexTitle.localized(locale, including: [locale, "sv"])("Ada")
    _ = SectionKey<Item>.indexBucket(of: \.name, locale: locale, including: ["sv", locale])
  }

  @Test(arguments: ["../../etc", "🙂", "sv\u{0}", "", "de_DE.UTF-8", "sv-", "sv\n"])
  func `what isn't an identifier is a problem`(locale: String) {
    #expect(LocalizedCollator(locale).problem != nil)
  }

  @Test func `more languages than there are is a problem, not a delay`() async throws {
    let store = try await TestStore(.memory, of: Item.self, [Item(1, "a")])
    let list = store.list(
      ResultsRequest<Item>(),
      indexTitle: .localized("sv", including: Array(repeating: "en", count: 10_000)))
    #expect(await storeError { try await list.performFetch() }?.code == .unsupported)
  }
}
