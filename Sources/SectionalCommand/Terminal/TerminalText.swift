/// Prepares data for display on one line of a terminal.
enum TerminalText {
  /// The side of a column that text is aligned with.
  enum Alignment: Sendable {
    /// Text begins where the column begins.
    case leading
    /// Text ends where the column ends.
    case trailing
  }

  /// Replaces control characters and line breaks with visible pictures that stay on the line.
  ///
  /// Data can then neither move the cursor nor start an escape sequence.
  static func printable(_ text: String) -> String {
    guard text.utf8.contains(where: mayBeginControl) else { return text }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.lazy.map(picture))
    return String(result)
  }

  /// Truncates `text` between characters, with an ellipsis, so that it takes at most `columns`.
  static func truncated(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.columns(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    return text.prefix(upTo: cut(of: text, at: columns - 1)) + "…"
  }

  /// Returns whether `byte` is a control character or may be the first byte of one in UTF-8.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  /// Returns the visible stand-in for a control character, and any other scalar unchanged.
  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x2028, 0x2029: "\u{2424}"
    default: scalar
    }
  }

  /// Returns the last boundary between characters before which `text` takes at most `columns`.
  private static func cut(of text: String, at columns: Int) -> String.Index {
    var remaining = columns
    let overflowing = text.indices.first { index in
      remaining -= DisplayWidth.columns(of: text[index])
      return remaining < 0
    }
    return overflowing ?? text.endIndex
  }
}
