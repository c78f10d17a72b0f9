import Foundation

/// The rules by which Swift splits text into characters, uppercases and composes them.
package enum TextRules {
  /// Returns a text in normalization form C, in which canonically equal texts have the same bytes.
  package static func composed(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return String(text) }
    // A scalar without neighbors is composed or not. Foundation on Linux takes some texts of several for composed that aren't,
    // such as a Hangul syllable followed by its last consonant.
    if text.unicodeScalars.dropFirst().isEmpty { return text.precomposedStringWithCanonicalMapping }
    var (composed, part) = ("", String.UnicodeScalarView())
    for scalar in decomposed(String(text)).unicodeScalars {
      // The neighbors of the last consonants, which it composes as if they were some.
      if scalar == "\u{11A7}" || scalar == "\u{11C3}" {
        composed += String(part).precomposedStringWithCanonicalMapping
        part = String.UnicodeScalarView()
      }
      part.append(scalar)
    }
    return composed + String(part).precomposedStringWithCanonicalMapping
  }

  /// Returns a text in normalization form D, in which canonically equal texts have the same scalars.
  package static func decomposed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    // Swift doesn't order the marks into which a Tibetan vowel sign is decomposed, unless it finds them decomposed.
    return text.decomposedStringWithCanonicalMapping.decomposedStringWithCanonicalMapping
  }

  /// Returns a text, decomposed canonically, without its accents.
  ///
  /// Accents are the marks that Unicode lists as diacritics and that don't take up space of their own, except those that
  /// make another letter: nuktas, kana voicing marks and viramas. Vowel signs aren't accents.
  static func withoutAccents(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(
      String.UnicodeScalarView(scalars.filter { !$0.properties.isAccent }))
  }

  /// The version of the rules: the system's or, on other platforms, that of the Swift compiler.
  static var version: String {
    #if canImport(Darwin)
      return ProcessInfo.processInfo.operatingSystemVersionString
    #elseif compiler(>=6.4)
      return "Swift 6.4"
    #elseif compiler(>=6.3)
      return "Swift 6.3"
    #else
      return "Swift 6.2"
    #endif
  }
}

extension Unicode.Scalar.Properties {
  var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(generalCategory)
  }

  var isAccent: Bool {
    guard [.nonspacingMark, .enclosingMark].contains(generalCategory), isDiacritic else {
      return false
    }
    return !makesAnotherLetter
  }

  /// Whether the scalar is a mark that makes another letter of the one before it: a nukta, a kana voicing mark or a virama.
  var makesAnotherLetter: Bool { (7...9).contains(canonicalCombiningClass.rawValue) }
}
