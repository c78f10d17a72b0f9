import Testing

@testable import SectionalCommand

/// How many columns of a terminal text takes.
struct DisplayWidthTests {
  @Test(arguments: [
    "", "Berlin", "São Tomé", "Ελληνικά", "Москва", "שלום", "العربية", "─│…", "© ™", "①",
  ])
  func `letters of most scripts take one column each`(text: String) {
    #expect(DisplayWidth.columns(of: text) == text.count)
  }

  @Test(arguments: ["日本語", "中文（简体）", "한국어", "Ｆｕｌｌ", "𠮷野家", "〇㌔", "\u{3000}"])
  func `wide characters take two columns`(text: String) {
    #expect(DisplayWidth.columns(of: text) == 2 * text.count)
  }

  @Test
  func `halfwidth katakana take one column`() {
    #expect(DisplayWidth.columns(of: "ﾊﾝｶｸ") == 4)
  }

  @Test(arguments: [
    ("e\u{301}", 1), ("Z\u{351}\u{36B}\u{343}", 1), ("か\u{3099}", 2), ("שָׁלוֹם", 4),
    ("مُحَمَّد", 4), ("a\u{20DD}", 1),
  ])
  func `combining marks take no column`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: ["\u{200B}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{2068}", "\u{3164}", "\n"])
  func `invisible characters take no column`(text: String) {
    #expect(DisplayWidth.columns(of: text) == 0)
    #expect(DisplayWidth.columns(of: "a\(text)b") == 2)
  }

  @Test
  func `soft hyphens and Arabic number signs are drawn`() {
    #expect(DisplayWidth.columns(of: "\u{AD}") == 1)
    #expect(DisplayWidth.columns(of: "\u{600}") == 1)
  }

  @Test(arguments: [
    ("ไทย", 3), ("ที่นี่", 2), ("น้ำ", 2), ("กรุงเทพฯ", 7), ("ລາວ", 3),
  ])
  func `Thai and Lao vowels above and below take no column`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("नमस्ते", 4), ("हिन्दी", 5), ("स्त्री", 4), ("क्ष", 2), ("தமிழ்", 4),
  ])
  func `Indic clusters are as wide as their parts`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test
  func `Hangul built of jamo is as wide as a syllable`() {
    #expect(DisplayWidth.columns(of: "각") == 2)
    #expect(DisplayWidth.columns(of: "\u{1100}\u{1161}\u{11A8}") == 2)
  }

  @Test(arguments: [
    "😀", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "1️⃣", "☝🏽", "❤\u{200D}🔥", "©️", "👍🏿",
  ])
  func `an emoji is one picture of two columns`(text: String) {
    #expect(DisplayWidth.columns(of: text) == 2)
    #expect(DisplayWidth.columns(of: text + text) == 4)
  }

  @Test
  func `symbols without emoji presentation take one column`() {
    #expect(DisplayWidth.columns(of: "❤") == 1)
    #expect(DisplayWidth.columns(of: "☎") == 1)
  }

  @Test
  func `the width of text is the sum of its characters`() {
    let text = "a日e\u{301}🇩🇪نस्त्रीที่"
    #expect(DisplayWidth.columns(of: text) == text.reduce(0) { $0 + DisplayWidth.columns(of: $1) })
  }
}
