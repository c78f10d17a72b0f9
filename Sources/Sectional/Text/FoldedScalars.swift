import Foundation

/// The scalars that folding changes, with what it makes of them.
///
/// The table is made of Unicode's data when text is folded for the first time, which takes a few hundredths of a second.
package struct FoldedScalars: Sendable {
  package static let shared = FoldedScalars()

  private static let pageSize: UInt32 = 256
  private static let planes: UInt32 = 0x3_0000
  /// For each 256 scalars, the index of their page; the first page changes nothing.
  private var pages: [UInt16]
  /// For each scalar of a page, one more than the index of its replacement, or 0 if it has none.
  private var entries: [UInt16]
  private var replacements: [[UInt8]] = []
  /// The bit that is set in the entries of marks that folding keeps, and of those that begin with one if decomposed.
  ///
  /// Canonically equal texts can have such marks in different orders.
  private static let markBit: UInt16 = 0x8000

  private init() {
    pages = Array(repeating: 0, count: Int(FoldedScalars.planes / FoldedScalars.pageSize))
    entries = Array(repeating: 0, count: Int(FoldedScalars.pageSize))
    var indexes: [[UInt8]: UInt16] = [:]
    for number in FoldedScalars.candidates {
      guard let scalar = Unicode.Scalar(number) else { continue }
      if scalar.properties.isMark, FoldedScalars.beginsWithKeptMark(scalar) {
        entries[place(of: number)] = FoldedScalars.markBit
      }
      guard let replacement = FoldedScalars.replacement(of: scalar) else { continue }
      let index = indexes[replacement] ?? UInt16(replacements.count)
      if indexes.updateValue(index, forKey: replacement) == nil { replacements.append(replacement) }
      entries[place(of: number)] |= index + 1
    }
  }

  /// The replacement of a scalar as UTF-8 bytes, or `nil` if folding doesn't change the scalar.
  @inline(__always) subscript(_ scalar: UInt32) -> [UInt8]? {
    if 0xAC00 <= scalar, scalar < 0xD7A4 { return FoldedScalars.jamo(of: scalar) }
    let index = entry(of: scalar) & ~FoldedScalars.markBit
    return index == 0 ? nil : replacements[Int(index) - 1]
  }

  /// Returns whether a scalar is a mark that stays, or begins with one if decomposed.
  @inline(__always) package func canBeOutOfOrder(_ scalar: UInt32) -> Bool {
    entry(of: scalar) & FoldedScalars.markBit != 0
  }

  /// Returns whether a scalar of a folded text belongs to the letter before it: a mark that makes another letter, or a vowel or
  /// a last consonant of a Hangul syllable.
  func continuesLetter(_ scalar: UInt32) -> Bool {
    if 0x1160...0x11FF ~= scalar || 0xD7B0...0xD7FF ~= scalar { return true }
    guard canBeOutOfOrder(scalar), let mark = Unicode.Scalar(scalar) else { return false }
    return mark.properties.makesAnotherLetter
  }

  @inline(__always) private func entry(of scalar: UInt32) -> UInt16 {
    guard scalar < FoldedScalars.planes else { return 0 }
    let page = Int(pages[Int(scalar / FoldedScalars.pageSize)])
    return entries[page << 8 | Int(scalar % FoldedScalars.pageSize)]
  }

  /// The changed scalars other than Hangul syllables, in ascending order, with their replacements.
  package var all: [(scalar: UInt32, replacement: [UInt8])] {
    FoldedScalars.candidates.compactMap { number in self[number].map { (number, $0) } }
  }

  /// Returns whether a scalar's decomposition begins with a mark that stays.
  private static func beginsWithKeptMark(_ scalar: Unicode.Scalar) -> Bool {
    let first = TextRules.decomposed(String(scalar)).unicodeScalars.first ?? scalar
    let hasClass = first.properties.canonicalCombiningClass != .notReordered
    return hasClass && !first.properties.isAccent
  }

  /// Returns the place of a scalar's entry, on a new page if its page is still empty.
  private mutating func place(of scalar: UInt32) -> Int {
    let page = Int(scalar / FoldedScalars.pageSize)
    if pages[page] == 0 {
      pages[page] = UInt16(entries.count >> 8)
      entries += Array(repeating: 0, count: Int(FoldedScalars.pageSize))
    }
    return Int(pages[page]) << 8 | Int(scalar % FoldedScalars.pageSize)
  }

  /// The scalars that can change: all but ideographs, Hangul syllables, surrogates and private ones.
  private static let candidates = [
    0x80..<0x3400, 0xA000..<0xAC00, 0xF900..<0x1_7000, 0x1_9000..<0x2_0000, 0x2_F800..<0x2_FA20,
  ].joined().map { UInt32($0) }

  private static func replacement(of scalar: Unicode.Scalar) -> [UInt8]? {
    let text = String(scalar)
    let base = TextRules.withoutAccents(text)
    let lower = base.unicodeScalars.flatMap { scalar in
      scalar.properties.lowercaseMapping.unicodeScalars
        .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
        .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }
    let folded = Array(String(String.UnicodeScalarView(lower)).utf8)
    return folded == Array(text.utf8) ? nil : folded
  }

  /// Returns the canonical decomposition of a Hangul syllable, which Unicode defines by arithmetic.
  private static func jamo(of syllable: UInt32) -> [UInt8] {
    let index = syllable - 0xAC00
    let last = index % 28
    let jamo =
      [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (last > 0 ? [0x11A7 + last] : [])
    return jamo.flatMap { Array(String(Unicode.Scalar($0) ?? " ").utf8) }
  }
}
