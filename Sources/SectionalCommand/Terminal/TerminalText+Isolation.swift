extension TerminalText {
  /// Wraps text with right-to-left characters in an isolate, so that the columns keep their order.
  ///
  /// Unbalanced isolates in `text` are balanced first. Otherwise the data could end the isolate early, or extend it,
  /// and reorder the rest of the line.
  static func isolated(_ text: String) -> String {
    guard containsRightToLeft(text) else { return text }
    return "\u{2068}" + balanced(text) + "\u{2069}"
  }

  /// Returns whether `text` contains right-to-left letters or controls of the text direction.
  private static func containsRightToLeft(_ text: String) -> Bool {
    // No scalar before U+0580 is encoded with such a byte, so most text needs no closer look.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return text.unicodeScalars.contains(where: isRightToLeft)
  }

  /// Returns whether `scalar` is in a right-to-left block or is a direction control.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Removes closing controls that close nothing, and closes isolates that are left open.
  private static func balanced(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var depth = 0
    for scalar in text.unicodeScalars where scalar != "\u{2069}" || depth > 0 {
      depth += change(ofDepthAt: scalar)
      result.append(scalar)
    }
    return String(result) + String(repeating: "\u{2069}", count: depth)
  }

  /// Returns the change in nesting depth that `scalar` causes.
  private static func change(ofDepthAt scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x2066...0x2068: 1
    case 0x2069: -1
    default: 0
    }
  }
}
