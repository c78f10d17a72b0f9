import Foundation

/// Texts in groups, each of which Unicode calls canonically equal.
enum CanonicalForms {
  /// The forms of each scalar that Unicode decomposes.
  static let all =
    (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }.compactMap(forms(of:))
    + (0..<11_172).map(forms(ofSyllable:))

  /// The same forms, before marks in either order; of the Hangul syllables, a few will do.
  static let marked = all.enumerated().flatMap { number, forms -> [[String]] in
    let first = forms[0].unicodeScalars.first?.value ?? 0
    if (0xAC00..<0xD7A4).contains(first), number % 11 > 0 { return [] }
    let isMark = forms[0].unicodeScalars.first?.properties.generalCategory == .nonspacingMark
    return (isMark ? marks : [marks[number % marks.count]]).map { marks in
      let orders = [marks, text(marks.unicodeScalars.reversed())]
      return forms.flatMap { form in orders.map { form + $0 } }
    }
  }

  /// Two marks of different classes, which can stand in either order.
  private static let marks = [
    "\u{301}\u{323}", "\u{F74}\u{F71}", "\u{345}\u{316}", "\u{94D}\u{93C}", "\u{3099}\u{302A}",
  ]

  /// Returns a scalar, what Foundation decomposes it to, and what is between both, or `nil` if there is nothing to decompose.
  private static func forms(of scalar: Unicode.Scalar) -> [String]? {
    let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
    guard parts != [scalar], !(0xAC00..<0xD7A4).contains(scalar.value) else { return nil }
    return [String(scalar)]
      + parts.indices.map { count in
        text(parts.prefix(count)).precomposedStringWithCanonicalMapping
          + text(parts.dropFirst(count))
      }
  }

  /// Returns the forms of a Hangul syllable, by Unicode's arithmetic.
  private static func forms(ofSyllable number: Int) -> [String] {
    func text(_ values: Int...) -> String {
      Self.text(values.compactMap { Unicode.Scalar($0) })
    }
    let last = number % 28 > 0 ? text(0x11A7 + number % 28) : ""
    return [
      text(0xAC00 + number), text(0xAC00 + number / 28 * 28) + last,
      text(0x1100 + number / 588, 0x1161 + number % 588 / 28) + last,
    ]
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
