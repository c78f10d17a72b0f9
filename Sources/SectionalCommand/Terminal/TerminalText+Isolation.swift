extension TerminalText {
  /// Wraps printable text with right-to-left letters in an isolate, so that the columns keep their order.
  static func isolated(_ text: String) -> String {
    containsRightToLeft(text) ? "\u{2068}" + text + "\u{2069}" : text
  }

  /// Returns whether `text` contains right-to-left letters.
  private static func containsRightToLeft(_ text: String) -> Bool {
    // No scalar before U+0580 is encoded with such a byte, so most text needs no closer look.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return text.unicodeScalars.contains(where: isRightToLeft)
  }

  /// Returns whether `scalar` is in a right-to-left block.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
