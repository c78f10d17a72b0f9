import Foundation
import Sectional
import SectionalICU
import SectionalTesting

/// A request for letters with everything in it that people expect of an order: languages, searches, days, declared
/// sections.
struct RandomLetterRequest {
  private var random: SeededGenerator
  private let words: [String]
  private let clock: any WallClock

  /// Draws requests from a seed.
  init(seed: UInt64, words: [String], clock: any WallClock) {
    (random, self.words, self.clock) = (SeededGenerator(seed: seed), words, clock)
  }

  private mutating func locale() -> String {
    random.element(of: ["sv", "de-u-co-phonebk", "da", "tr", "cs", "ja", "ko", "ru", "th"]) ?? "und"
  }

  private mutating func collation() -> TextCollation {
    switch random.below(4) {
    case 0: .binary
    case 1: .caseInsensitive
    case 2: .folded
    default: .localized(locale())
    }
  }

  private mutating func order() -> SortOrder { random.happens(onceIn: 2) ? .forward : .reverse }

  private mutating func word() -> String { random.element(of: words) ?? "" }

  private mutating func search() -> TextSearch<Letter>? {
    let text = String(word().unicodeScalars.prefix(1 + random.below(2)))
    return switch random.below(6) {
    case 0: .contains(text, in: \.name)
    case 1: .hasPrefix(text, in: \.name)
    case 2: .any([.contains(text, in: \.name), .equals(word(), in: \.team)])
    default: nil
    }
  }

  /// Returns a request.
  mutating func request() -> ResultsRequest<Letter> {
    var sort: [SortKey<Letter>] = []
    for _ in 0..<random.below(3) {
      let nulls: NullPlacement? = random.happens(onceIn: 3) ? .last : nil
      sort.append(
        random.happens(onceIn: 2)
          ? SortKey(\.name, order: order(), collation: collation())
          : SortKey(\.team, order: order(), collation: collation(), nulls: nulls))
    }
    return ResultsRequest(search: search(), sortBy: sort)
  }

  /// Returns what the sections are made from.
  mutating func section() -> SectionKey<Letter>? {
    let section: SectionKey<Letter>
    switch random.below(7) {
    case 0: return nil
    case 1: section = SectionKey(\.team)
    case 2: section = .firstLetter(of: \.name)
    case 3: section = .prefix(of: \.name, length: 2)
    case 4: section = .indexBucket(of: \.name, locale: locale())
    case 5: section = .relativeDay(of: \.sent, clock: clock)
    default:
      let keys = (0..<3).map { _ in word() }
      return random.happens(onceIn: 2)
        ? SectionKey(\.team).ordered(as: keys, showsEmpty: true)
        : SectionKey(\.team).declaring(keys)
    }
    return random.happens(onceIn: 3) ? section.ordered(order()) : section
  }

  /// Returns the titles of the section index.
  mutating func indexTitle() -> SectionIndexTitle {
    random.happens(onceIn: 2) ? .localized(locale()) : .firstLetter
  }
}
