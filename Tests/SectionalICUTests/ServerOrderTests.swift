import Foundation
import SectionalICU
import SectionalTesting
import Testing

/// The order of a language is the one of the server's own collation with the same version.
@Suite(.serialized) struct ServerOrderTests {
  private static let locales = [
    "sv", "de", "de-u-co-phonebk", "da", "es-u-co-trad", "tr", "cs", "ja", "zh", "zh-u-co-stroke",
    "ko", "ru", "ar", "th", "und-u-kn", "en-u-kf-upper",
  ]

  @Test func `a hundred thousand words are ordered as the server orders them`() async throws {
    let words = try WordGenerator.words(100_000, seed: 1)
    let database = try await ScratchServerDatabase(
      "CREATE TABLE word(place int, is_clear boolean, w text)")
    try await database.write(Self.copy(words))
    for locale in Self.locales {
      try await database.write(Self.collation(locale))
      let collator = LocalizedCollator(locale)
      #expect(collator.problem == nil && collator.icuLocale == locale)
      let condition = Self.ignoresPunctuation.contains(locale) ? "WHERE is_clear" : ""
      let answer = try await database.write(
        """
        SET work_mem = '64MB';
        SELECT place FROM word \(condition) ORDER BY w COLLATE "\(locale)", place
        """)
      let places: [Int] = answer.split(separator: "\n").compactMap { Int($0) }
      try #require(places.count == (condition.isEmpty ? words.count : Self.clear(words).count))
      #expect(Self.disorder(places.map { words[$0] }, by: collator) == nil, "\(locale)")
    }
  }

  @Test func `the version is the one that the server records`() async throws {
    let database = try await ScratchServerDatabase()
    for locale in Self.locales {
      try await database.write(Self.collation(locale))
      let version = try await database.write(
        "SELECT collversion FROM pg_collation WHERE collname = '\(locale)'")
      #expect(version == "\(LocalizedCollator(locale).version)\n", "\(locale)")
    }
  }

  @Test func `the server's predefined collations have the same versions`() async throws {
    let versions = try await ScratchServerDatabase().write(
      """
      SELECT replace(collname, '-x-icu', ''), collversion FROM pg_collation
      WHERE collname ~ '^[a-z]+-x-icu$' ORDER BY collname
      """
    ).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
    #expect(versions.count > 50)
    for version in versions {
      try #require(version.count == 2)
      #expect(LocalizedCollator(version[0]).version == version[1], "\(version)")
    }
  }

  /// The languages whose order ignores punctuation.
  ///
  /// If two texts begin alike and punctuation there is followed by an invisible character and then by a mark in only one of
  /// them, ICU compares them in another way than their sort keys. A server compares, except where it uses parts of keys.
  private static let ignoresPunctuation = ["th"]

  private static func clear(_ words: [String]) -> [String] {
    words.filter(WordGenerator.isClear)
  }

  private static func collation(_ locale: String) -> String {
    "CREATE COLLATION \"\(locale)\" (provider = icu, locale = '\(locale)')"
  }

  /// Returns the script that copies words into the table.
  private static func copy(_ words: [String]) -> String {
    var lines = "COPY word FROM STDIN;\n"
    for (place, word) in words.enumerated() {
      lines += "\(place)\t\(WordGenerator.isClear(word))\t"
      for scalar in word.unicodeScalars {
        switch scalar {
        case "\\": lines += "\\\\"
        case "\t": lines += "\\t"
        case "\n": lines += "\\n"
        case "\r": lines += "\\r"
        default: lines.unicodeScalars.append(scalar)
        }
      }
      lines += "\n"
    }
    return lines + "\\."
  }

  /// Returns the first two neighbors that aren't in order; equal words may follow each other.
  ///
  /// A sequence in which no two neighbors are out of order is the only one that sorting could lead to.
  private static func disorder(_ words: [String], by collator: LocalizedCollator) -> String? {
    var last: (key: [UInt8], word: String)?
    for word in words {
      let key = collator.sortKey(of: word)
      if let last, !isOrdered(last.key, Array(last.word.utf8), key, Array(word.utf8)) {
        return "\(last.word.debugDescription) before \(word.debugDescription)"
      }
      last = (key, word)
    }
    return nil
  }

  private static func isOrdered(
    _ key: [UInt8], _ text: [UInt8], _ nextKey: [UInt8], _ nextText: [UInt8]
  ) -> Bool {
    let order = compare(key, nextKey)
    return order < 0 || (order == 0 && compare(text, nextText) <= 0)
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let order = unsafe memcmp(left, right, min(left.count, right.count))
    return order == 0 ? left.count - right.count : Int(order)
  }
}
