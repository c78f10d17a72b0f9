import Foundation
import Sectional

/// Values as the page shows them.
enum PageText {
  /// The most characters of a value; the rest is left out.
  static let longest = 300

  /// Returns the most characters of each value in a row of some columns.
  static func longest(ofColumns count: Int) -> Int { min(longest, max(40, 30_000 / max(count, 1))) }

  /// Returns the most characters of each value of some causes.
  static func longest(ofCauses count: Int) -> Int { min(longest, max(12, 12_000 / max(count, 1))) }

  /// Returns a value as text, or `nil` for null.
  static func text(_ value: StoredValue?, upTo most: Int = longest) -> String? {
    switch value {
    case nil, .null: nil
    case .integer(let integer): String(integer)
    case .real(let real): "\(real)"
    case .text(let text): shortened(text, to: most)
    case .malformedText(let bytes): shortened(String(decoding: bytes, as: UTF8.self), to: most)
    case .blob(let bytes):
      "x'" + bytes.prefix(24).hexadecimal
        + (bytes.count > 24 ? "…" : "") + "'"
    }
  }

  /// Returns a key as text.
  static func text(of key: RowKey) -> String {
    key.values.map { text($0) ?? "NULL" }.joined(separator: " / ")
  }

  /// Returns a section's name.
  static func name(of section: StoredValue?) -> String? {
    section.map { text($0) ?? "NULL" }
  }

  /// Returns two keys as text; those that would look alike have their texts in quotes.
  static func texts(of first: RowKey, _ second: RowKey) -> [String] {
    let texts = [text(of: first), text(of: second)]
    guard texts[0].utf8.elementsEqual(texts[1].utf8), first.values != second.values else {
      return texts
    }
    return [first, second].map { key in
      key.values.map { quoted($0, upTo: longest) ?? "NULL" }.joined(separator: " / ")
    }
  }

  /// Returns two values as text; a long one is cut to begin shortly before the first difference, and those that would look alike
  /// have their texts in quotes.
  static func texts(
    _ first: StoredValue?, _ second: StoredValue?, upTo most: Int = longest
  ) -> [String?] {
    let excerpts = [
      excerpt(first, comparedWith: second, upTo: most),
      excerpt(second, comparedWith: first, upTo: most),
    ]
    let texts = excerpts.map { text($0, upTo: most) }
    guard let one = texts[0], let other = texts[1], one.utf8.elementsEqual(other.utf8),
      first?.byValue != second?.byValue
    else { return texts }
    return excerpts.map { quoted($0, upTo: most) }
  }

  /// Returns a value as SQL writes it, so that a number and its digits as text don't look alike.
  private static func quoted(_ value: StoredValue?, upTo most: Int) -> String? {
    guard case .text = value, let text = text(value, upTo: most) else {
      return text(value, upTo: most)
    }
    return "'\(text)'"
  }

  /// Returns the number of scalars, or bytes, at the beginning of two values that an excerpt leaves out.
  static func omitted(
    _ first: StoredValue?, _ second: StoredValue?, upTo most: Int = longest
  ) -> Int {
    switch (first, second) {
    case (.text(let one), .text(let other)):
      omitted(common(one.unicodeScalars, other.unicodeScalars), of: most)
    case (.blob(let one), .blob(let other)): omitted(common(one, other), of: 24)
    default: 0
    }
  }

  private static func excerpt(
    _ value: StoredValue?, comparedWith other: StoredValue?, upTo most: Int
  ) -> StoredValue? {
    let count = omitted(value, other, upTo: most)
    guard count > 0 else { return value }
    return switch value {
    case .text(let text):
      .text("…" + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(count))))
    case .blob(let bytes): .text("… x'" + bytes.dropFirst(count).prefix(24).hexadecimal + "'")
    default: value
    }
  }

  private static func common<Elements: Sequence>(_ one: Elements, _ other: Elements) -> Int
  where Elements.Element: Equatable {
    zip(one, other).prefix { $0 == $1 }.count
  }

  private static func omitted(_ common: Int, of most: Int) -> Int {
    common < most * 2 / 3 ? 0 : common - most / 5
  }

  /// Returns the number of bytes of a text in the page.
  static func size(_ text: String) -> Int {
    text.utf8.reduce(0) { size, byte in
      switch byte {
      case ..<0x20: size + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
      default: size + self.size(byte)
      }
    }
  }

  /// Returns the number of bytes of a byte of JSON in the page.
  static func size(_ byte: UInt8) -> Int { byte == UInt8(ascii: "<") ? 6 : 1 }

  private static func shortened(_ text: String, to most: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > most else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(most))) + "…"
  }
}
