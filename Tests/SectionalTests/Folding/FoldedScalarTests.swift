import Foundation
import Sectional
import SectionalTesting
import Testing

/// Folding of all scalars that Unicode has assigned letters to.
@Suite struct FoldedScalarTests {
  private static let scalars = (UInt32(0)...0x2FFFF).compactMap { Unicode.Scalar($0) }

  private static func name(of scalar: Unicode.Scalar) -> String {
    "U+" + String(scalar.value, radix: 16, uppercase: true)
  }

  @Test func `folding a folded scalar changes nothing`() {
    let wrong = Self.scalars.filter { scalar in
      let once = TextFolding.folded(String(scalar))
      return TextFolding.folded(String(decoding: once, as: UTF8.self)) != once
    }
    #expect(wrong.map(Self.name) == [])
  }

  @Test func `canonically equivalent scalars fold alike`() {
    let wrong = Self.scalars.filter { scalar in
      let text = String(scalar)
      let folded = TextFolding.folded(text)
      return TextFolding.folded(text.decomposedStringWithCanonicalMapping) != folded
        || TextFolding.folded(text.precomposedStringWithCanonicalMapping) != folded
    }
    #expect(wrong.map(Self.name) == [])
  }

  @Test func `a folded scalar is UTF-8, and has no letters of another case`() {
    let wrong = Self.scalars.filter { scalar in
      let folded = TextFolding.folded(String(scalar))
      guard let text = String(validating: folded, as: UTF8.self) else { return true }
      return text.unicodeScalars.contains { $0.properties.lowercaseMapping != String($0) }
    }
    #expect(wrong.map(Self.name) == [])
  }

  @Test func `lower and upper case of a scalar fold alike`() {
    let wrong = Self.scalars.filter { scalar in
      let folded = TextFolding.folded(String(scalar))
      guard TextFolding.folded(scalar.properties.lowercaseMapping) == folded else { return true }
      // An iota below a letter is an accent, but in upper case it is a letter.
      let hasIota = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
        .contains("\u{345}")
      return !hasIota && TextFolding.folded(scalar.properties.uppercaseMapping) != folded
    }
    #expect(wrong.map(Self.name) == [])
  }

  @Test func `what a table lists is what folding makes`() {
    for (scalar, replacement) in FoldedScalars.shared.all {
      let text = Unicode.Scalar(scalar).map { String($0) } ?? ""
      if TextFolding.folded(text) != replacement { Issue.record("\(text)") }
      if replacement == Array(text.utf8) { Issue.record("\(text) doesn't change") }
    }
    #expect(FoldedScalars.shared.all.count > 2000)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `accents can stand in any order, composed or not`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("aeiouAEIOUcCnNsSzZøßαωΩёЙ".unicodeScalars)
    let accents = Array(
      "\u{300}\u{301}\u{302}\u{303}\u{308}\u{30A}\u{323}\u{327}\u{328}\u{331}".unicodeScalars)
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0...random.below(3) {
        text.append(random.element(of: letters) ?? "a")
        for _ in 0..<random.below(4) { text.append(random.element(of: accents) ?? "a") }
      }
      let plain = String(text.filter { !accents.contains($0) })
      let folded = TextFolding.folded(plain)
      let whole = String(text)
      for form in [
        whole, whole.precomposedStringWithCanonicalMapping,
        whole.decomposedStringWithCanonicalMapping,
      ] where TextFolding.folded(form) != folded { Issue.record("\(Array(text))") }
    }
  }

  /// Marks that aren't accents stay; two texts that Unicode calls equal must still fold alike.
  @Test(
    arguments: [
      ["\u{915}\u{93C}\u{94D}", "\u{915}\u{94D}\u{93C}"],
      ["\u{F56}\u{F71}\u{F72}", "\u{F56}\u{F72}\u{F71}"],
      ["\u{647}\u{670}\u{654}", "\u{647}\u{654}\u{670}"],
    ])
  func `marks that stay can stand in any order`(texts: [String]) {
    #expect(texts[0] == texts[1])
    #expect(TextFolding.folded(texts[0]) == TextFolding.folded(texts[1]))
  }
}
