import Sectional

/// Bytes that are read as choices; behind their end, every choice is the first one.
struct FuzzBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Returns a number below a bound of at most 256.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  mutating func happens() -> Bool { byte() & 1 == 1 }

  mutating func element<Element>(of choices: [Element]) -> Element { choices[below(choices.count)] }

  /// Takes a byte that gives a number of at most `most`, and returns so many of the bytes behind it.
  mutating func bytes(upTo most: Int) -> [UInt8] {
    let bytes = Array(rest.prefix(below(most + 1)))
    rest = rest.dropFirst(bytes.count)
    return bytes
  }

  mutating func longWord() -> UInt64 {
    (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
  }

  /// Returns a value of any type; extremes and numbers that are equal across types are frequent.
  mutating func value() -> StoredValue {
    switch below(12) {
    case 0: .null
    case 1, 2: .integer(Int64(Int8(bitPattern: byte())))
    case 3: .integer(element(of: [.min, .max, -1 << 53, 1 << 53, 253_402_300_800]))
    case 4: .real(Double(Int8(bitPattern: byte())) / 2)
    case 5: .real(element(of: [.infinity, -.infinity, 1e-308, 0x1p63, -0x1p63, 1e308]))
    case 6: real()
    case 7: .blob(bytes(upTo: 9))
    case 8: text(bytes(upTo: 40))
    case 9: text(Array(element(of: FuzzBytes.texts).utf8))
    default: text(bytes(upTo: 4))
    }
  }

  /// SQLite has no NaN: it stores null.
  private mutating func real() -> StoredValue {
    let real = Double(bitPattern: longWord())
    return real.isNaN ? .null : .real(real == 0 ? 0 : real)
  }

  private func text(_ bytes: [UInt8]) -> StoredValue {
    // SQLite's functions end a text at its first zero byte.
    let bytes = Array(bytes.prefix { $0 != 0 })
    return String(validating: bytes, as: UTF8.self).map(StoredValue.text) ?? .malformedText(bytes)
  }

  private static let texts = [
    "", "a", "A", "ä", "a\u{308}", "ß", "SS", "İ", "1", "1.0", "9999-12-31T23:59:59Z", "ﬁ",
    "e\u{301}",
    "2026-02-30", "0000-01-01T00:00:00Z", "\u{10FFFF}", "\u{FEFF}a", "\u{200D}", "👩‍👩‍👧", " a",
  ]
}
