import Foundation
import Sectional
import Testing

/// Text without its case and accents: what becomes equal, and what stays different.
@Suite struct FoldingTests {
  private static func text(_ text: String) -> String {
    String(decoding: TextFolding.folded(text), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("Öberg", "oberg"), ("ÖBERG", "O\u{308}berg"), ("Straße", "STRASSE"),
      ("STRA\u{1E9E}E", "straße"), ("ὈΔΥΣΣΕΎΣ", "οδυσσευς"), ("ς", "σ"), ("ς", "Σ"),
      ("\u{C9}", "E\u{301}"), ("\u{C9}", "e"), ("\u{130}", "i"), ("I", "\u{131}"),
      ("\u{1C4}", "\u{1C6}"), ("\u{1C5}", "\u{1C6}"), ("ﬁn", "FIN"), ("ﬃ", "ffi"),
      ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      ("مُحَمَّد", "محمد"), ("שָׁלוֹם", "שלום"), ("ΆΈΉΊΌΎΏΪΫΐΰάέήίόύώϊϋ", "αεηιουωιυιυαεηιουωιυ"),
      ("ᾳ", "Α"), ("Ἀθῆναι", "ΑΘΗΝΑΙ"), ("Ёлка", "елка"),
      ("Việt Nam", "viet nam"), ("\u{212B}", "å"), ("\u{212A}", "k"), ("\u{17F}", "S"),
      ("e\u{323}\u{302}", "e\u{302}\u{323}"), ("ĳ", "Ĳ"), ("ﬀ", "FF"), ("\u{1F0}", "J"),
    ]) func `texts that differ in case and accents fold alike`(pair: (String, String))
  {
    #expect(Self.text(pair.0).utf8.elementsEqual(Self.text(pair.1).utf8))
  }

  @Test(
    arguments: [
      ("が", "か"), ("ぱ", "は"), ("ぱ", "ば"), ("क़", "क"), ("क्", "क"), ("ø", "o"), ("Ø", "O"),
      ("ł", "l"), ("Ａ", "A"), ("ａ", "a"), ("æ", "ae"), ("œ", "oe"), ("þ", "th"), ("đ", "d"),
      ("²", "2"), ("①", "1"), ("アイ", "ァィ"), ("a", "а"), ("कि", "क"), ("한", "하"),
      ("", " "), ("o", "0"), ("ss", "s"),
    ]) func `letters of their own stay apart`(pair: (String, String))
  {
    #expect(!Self.text(pair.0).utf8.elementsEqual(Self.text(pair.1).utf8))
  }

  @Test func `only ASCII letters change in ASCII text`() {
    let ascii = (UInt8(0)..<128).map { $0 }
    let folded = TextFolding.folded(String(decoding: ascii, as: UTF8.self))
    #expect(folded == ascii.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 })
  }

  @Test func `accents alone fold to nothing`() {
    #expect(TextFolding.folded("") == [])
    #expect(TextFolding.folded("\u{301}\u{308}\u{345}") == [])
    #expect(Self.text("\u{301}a") == "a")
  }

  @Test(
    arguments: [
      [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98], [0xFF], [0xFE],
      [0x80], [0xBF, 0xBF], [0xC0, 0x80], [0xC1, 0x81], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `bytes that aren't UTF-8 stay, and the text around them is folded`(bytes: [UInt8]) {
    for (before, after) in [("", ""), ("É", ""), ("", "É"), ("A", "Z"), ("ß", "한")] {
      let text = Array(before.utf8) + bytes + Array(after.utf8)
      let expected =
        TextFolding.folded(before) + bytes.map(Self.lowered) + TextFolding.folded(after)
      #expect(Self.folded(text) == expected)
    }
  }

  @Test func `every sequence of up to three bytes can be folded`() {
    let edges: [UInt8] = [
      0, 0x41, 0x5A, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF,
      0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for first in edges {
      for second in edges {
        for third in edges {
          for bytes in [[first], [first, second], [first, second, third]] {
            // A search or an order may fold text twice, so what is folded must stay as it is.
            let once = Self.folded(bytes)
            if Self.folded(once) != once { Issue.record("\(bytes) folds to \(once)") }
          }
        }
      }
    }
  }

  /// Folds any bytes, by way of the collator, which is given them as they are stored.
  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    unsafe bytes.withUnsafeBytes {
      unsafe TextCollation.folded.collator?.appendSortKey(ofUTF8: $0, to: &key)
    }
    return key
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
