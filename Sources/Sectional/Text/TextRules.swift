import Foundation

/// The rules by which Swift splits text into characters, uppercases and composes them.
enum TextRules {
  /// Returns a text in normalization form C, in which canonically equal texts have the same bytes.
  static func composed(_ text: some StringProtocol) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? String(text) : text.precomposedStringWithCanonicalMapping
  }

  /// Returns a text in normalization form D, in which canonically equal texts have the same scalars.
  static func decomposed(_ text: String) -> String { text.decomposedStringWithCanonicalMapping }

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
  var isAccent: Bool {
    guard [.nonspacingMark, .enclosingMark].contains(generalCategory), isDiacritic else {
      return false
    }
    // Nuktas, kana voicing marks and viramas.
    return !(7...9).contains(canonicalCombiningClass.rawValue)
  }
}
