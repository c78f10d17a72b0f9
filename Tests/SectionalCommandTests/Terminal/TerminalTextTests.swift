import Testing

@testable import SectionalCommand

/// How data is prepared for display on one line of a terminal.
struct TerminalTextTests {
  @Test
  func `the end of a long text is shortened without measuring all of it`() {
    #expect(TerminalText.ending(of: "short", upTo: 5) == "short")
    #expect(TerminalText.ending(of: "shorter", upTo: 5) == "…rter")
    #expect(TerminalText.ending(of: "日本語", upTo: 4) == "…語")
    let long = String(repeating: "x", count: 1_000_000) + "y"
    #expect(TerminalText.ending(of: long, upTo: 3) == "…xy")
  }

  @Test(arguments: [
    ("a\tb", "a␉b"), ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"), ("\0", "␀"), ("\u{1F}", "␟"),
    ("\u{7F}", "\u{2421}"), ("a\u{2028}b\u{2029}", "a\u{2424}b\u{2424}"),
  ])
  func `control characters become pictures`(text: String, printable: String) {
    #expect(TerminalText.printable(text) == printable)
  }

  @Test
  func `escape sequences in data are harmless`() {
    #expect(TerminalText.printable("\u{1B}[2J\u{1B}]0;x\u{7}") == "␛[2J␛]0;x␇")
    #expect(TerminalText.printable("\u{9B}31m\u{85}") == "\u{FFFD}31m\u{FFFD}")
  }

  @Test(arguments: ["", "Ærøskøbing © 2024", "日本語 “quoted” …", "👨‍👩‍👧‍👦", "مُحَمَّد", "\u{A0}é"])
  func `printable text stays unchanged`(text: String) {
    #expect(TerminalText.printable(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test
  func `printable text has no control character at all`() {
    let everything = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
    let left = TerminalText.printable(everything).unicodeScalars.filter {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    #expect(left.isEmpty)
  }

  @Test(arguments: ["שלום", "مرحبا 12", "a ܐ", "ދިވެހި", "ߒߞߏ", "𐤀", "𞤀", "ﷺ"])
  func `right-to-left text is isolated`(text: String) {
    #expect(TerminalText.isolated(text) == "\u{2068}\(text)\u{2069}")
  }

  @Test(arguments: ["", "Berlin", "日本語", "हिन्दी", "😀", "Ελλάδα", "ไทย"])
  func `left-to-right text is not isolated`(text: String) {
    #expect(TerminalText.isolated(text) == text)
  }

  @Test(arguments: [
    ("a\u{2069}\u{202E}b", "a⟨U+2069⟩⟨U+202E⟩b"), ("\u{200F}a\u{61C}", "⟨U+200F⟩a⟨U+061C⟩"),
  ])
  func `marks of the text direction are shown and not sent`(text: String, shown: String) {
    #expect(TerminalText.printable(text) == shown)
  }

  @Test(arguments: [
    ("a\u{200B}b", "a⟨U+200B⟩b"), ("\u{FEFF}a", "⟨U+FEFF⟩a"), ("a\u{AD}b", "a⟨U+00AD⟩b"),
    ("a\u{180E}b", "a⟨U+180E⟩b"), ("👩‍👩‍👧 می‌خواهم क्‍ष ❤️", "👩‍👩‍👧 می‌خواهم क्‍ष ❤️"),
  ])
  func `characters that show nothing are shown, and joiners stay`(text: String, shown: String) {
    #expect(TerminalText.printable(text) == shown)
  }

  @Test(arguments: [
    ("Berlin", 6, "Berlin"), ("Berlin", 5, "Berl…"), ("Berlin", 1, "…"), ("Berlin", 0, ""),
    ("Berlin", -1, ""), ("", 0, ""), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("日本語", 2, "…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("🇩🇪🇫🇷", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("สวัสดี", 3, "สวั…"),
  ])
  func `text is cut between characters`(text: String, columns: Int, truncated: String) {
    #expect(TerminalText.truncated(text, to: columns) == truncated)
  }

  @Test(arguments: ["Kathmandu काठमाण्डौ", "北京市 Beijing", "👩🏽‍🚀🏳️‍🌈❤️x", "القاهرة", "서울특별시", "Ζάκυνθος"])
  func `truncated text is never too wide`(text: String) {
    for columns in 0...20 {
      let truncated = TerminalText.truncated(text, to: columns)
      #expect(DisplayWidth.columns(of: truncated) <= columns)
    }
  }
}
