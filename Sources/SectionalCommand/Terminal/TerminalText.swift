/// Prepares data for display on one line of a terminal.
enum TerminalText {
  /// The side of a column that text is aligned with.
  enum Alignment: Sendable {
    /// Text begins where the column begins.
    case leading
    /// Text ends where the column ends.
    case trailing
  }

  /// Replaces control characters, line breaks, marks of the text direction and invisible characters with visible text that stays
  /// on the line.
  ///
  /// Data can then neither move the cursor, start an escape sequence, nor reorder the rest of the line.
  static func printable(_ text: String) -> String {
    guard text.utf8.contains(where: mayBeginControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        result.append(contentsOf: "⟨\(scalar.codePoint)⟩".unicodeScalars)
      } else {
        result.append(picture(of: scalar))
      }
    }
    return String(result)
  }

  /// Truncates `text` between characters, with an ellipsis, so that it takes at most `columns`.
  static func truncated(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.columns(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    return text.prefix(upTo: cut(of: text, at: columns - 1)) + "…"
  }

  /// Leaves out the beginning of `text`, with an ellipsis, so that it takes at most `columns`.
  static func ending(of text: String, upTo columns: Int) -> String {
    guard DisplayWidth.columns(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    // Counted from the end, because a text can be much longer than what there is room for.
    var (start, width) = (text.endIndex, 1)
    while start > text.startIndex {
      let before = text.index(before: start)
      width += DisplayWidth.columns(of: String(text[before]))
      guard width <= columns else { break }
      start = before
    }
    return "…\(text[start...])"
  }

  /// Returns whether `byte` is a control character or may be the first byte of one in UTF-8.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE1 || byte == 0xE2
      || byte == 0xEF
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

  /// Returns whether a scalar isn't visible itself, and either changes the direction of the text around it or nothing at all.
  ///
  /// The joiners U+200C and U+200D change how the letters beside them look.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0xAD, 0x180E, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// Divides `text` between characters into parts that take at most `columns`.
  static func cut(_ text: String, every columns: Int) -> [String] {
    var (parts, part, used) = ([String](), "", 0)
    for character in text {
      let width = DisplayWidth.columns(of: character)
      if used + width > columns, !part.isEmpty {
        parts.append(part)
        (part, used) = ("", 0)
      }
      part.append(character)
      used += width
    }
    return parts + [part]
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
