/// Measures how many terminal columns text takes.
///
/// The C library's `wcwidth` isn't used. It needs a locale for the whole process, which may not be installed. It has no
/// answer for characters newer than the system (thousands on Debian 12), and it sees one scalar at a time. The standard
/// library's Unicode properties are the same everywhere. The only missing one, the East Asian width, is the short table
/// in `WideScalars`.
enum DisplayWidth {
  /// Counts the columns that `text` takes; control characters take none.
  static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Counts the columns that one user-perceived character takes.
  ///
  /// Terminals advance scalar by scalar, so a Devanagari or Thai cluster is as wide as the sum of its parts. Only an
  /// emoji sequence is drawn as one picture, two columns wide.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let sum = scalars.reduce(0) { $0 + columns(of: $1) }
    guard scalars.first?.properties.isEmoji == true else { return sum }
    return scalars.contains(emojiPresentationSelector) ? 2 : min(sum, 2)
  }

  /// Variation selector 16, which requests the wide color picture of a character.
  private static let emojiPresentationSelector: Unicode.Scalar = "\u{FE0F}"

  /// Counts the columns that `scalar` takes by itself.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: 1
    case 0..<0xA0: 0
    default: isInvisible(scalar) ? 0 : isWide(scalar) ? 2 : 1
    }
  }

  /// Returns whether `scalar` takes two columns.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return WideScalars.contains(scalar) || scalar.properties.isEmojiPresentation
  }

  /// Returns whether `scalar` only changes its neighbors and takes no column.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    case .format: !isVisibleFormat(scalar)
    case .otherLetter: isHangulContinuation(scalar)
    default: false
    }
  }

  /// Returns whether a format character is a visible sign, such as the Arabic number sign.
  private static func isVisibleFormat(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Returns whether `scalar` is a Hangul vowel, final consonant or filler.
  ///
  /// They are drawn inside the two columns of the leading consonant before them.
  private static func isHangulContinuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0: true
    default: false
    }
  }
}
