import Sectional

/// A regular expression that matches every text that a search finds, and hardly any other.
///
/// The server folds text by its own data, so the pattern names every character that folds to one of those that are looked
/// for. The list checks each row again.
struct SearchPattern {
  /// The expression, in PostgreSQL's syntax, for a comparison in the collation "C".
  let text: String

  /// Creates the pattern for a folded text, or returns `nil` if it would be too long.
  init?(_ match: RowExpression.TextMatch, folded: [UInt8]) {
    guard let part = String(validating: folded, as: UTF8.self), !part.isEmpty,
      part.unicodeScalars.count <= 64, !folded.contains(0),
      !part.unicodeScalars.contains(where: { FoldedScalars.shared.canBeOutOfOrder($0.value) })
    else { return nil }
    let letters = Set(part.unicodeScalars)
    let sources = FoldedSources.shared
    // More than the accents, in a few bytes: whatever comes after the letters of European languages.
    let marks = "[\\U00000300-\\U0010ffff]*"
    let chain = part.unicodeScalars.map { sources.all(of: $0) }.joined(separator: marks)
    let whole =
      switch match {
      case .contains: chain
      case .hasPrefix: "^\(marks)\(chain)"
      case .equals: "^\(marks)\(chain)\(marks)$"
      }
    // A character that folds to several can match only a part of them, so a text with one is always read.
    let expanding = sources.expanding(to: letters)
    text = expanding.isEmpty ? whole : "\(whole)|\(expanding)"
    guard text.utf8.count <= 16_384 else { return nil }
  }
}

/// The characters that fold to others, by what they fold to.
private struct FoldedSources: Sendable {
  static let shared = FoldedSources()

  /// What folds to a single character, besides that character itself.
  private var sources: [Unicode.Scalar: [UInt32]] = [:]
  /// What folds to several characters.
  private var expansions: [(scalar: UInt32, folded: [Unicode.Scalar])] = []

  private init() {
    for (scalar, replacement) in FoldedScalars.shared.all {
      let folded = Array(String(decoding: replacement, as: UTF8.self).unicodeScalars)
      switch folded.count {
      case 0: break
      case 1: sources[folded[0], default: []].append(scalar)
      default: expansions.append((scalar, folded))
      }
    }
    for letter in UInt32(UInt8(ascii: "A"))...UInt32(UInt8(ascii: "Z")) {
      if let lower = Unicode.Scalar(letter + 32) { sources[lower, default: []].append(letter) }
    }
  }

  /// Returns a bracket expression of everything that folds to a character.
  func all(of letter: Unicode.Scalar) -> String {
    FoldedSources.bracket([letter.value] + (sources[letter] ?? []))
  }

  /// Returns a bracket expression of the characters that fold to several, among them one of some letters; empty if there are
  /// none.
  func expanding(to letters: Set<Unicode.Scalar>) -> String {
    let scalars = expansions.filter { $0.folded.contains(where: letters.contains) }.map(\.scalar)
    // Every Hangul syllable folds to its letters.
    let hasJamo = letters.contains { (0x1100...0x11FF).contains($0.value) }
    let syllables = hasJamo ? [UInt32](0xAC00..<0xD7A4) : []
    let all = scalars + syllables
    return all.isEmpty ? "" : FoldedSources.bracket(all)
  }

  /// Returns a bracket expression of some scalars, as escapes and ranges of these.
  private static func bracket(_ scalars: [UInt32]) -> String {
    var ranges: [ClosedRange<UInt32>] = []
    for scalar in scalars.sorted() {
      if let last = ranges.last, last.upperBound + 1 == scalar {
        ranges[ranges.count - 1] = last.lowerBound...scalar
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return "["
      + ranges.map { range in
        let first = escape(range.lowerBound)
        return range.count == 1 ? first : "\(first)-\(escape(range.upperBound))"
      }.joined() + "]"
  }

  private static func escape(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16)
    return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
