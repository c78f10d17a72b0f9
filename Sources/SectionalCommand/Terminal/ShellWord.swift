/// Arguments as a shell takes them.
enum ShellWord {
  /// Returns words for a command line, quoted if the shell would read anything but plain text in them.
  static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "_-./:=,@+".utf8.contains(byte)
      }
    }
    let isHidden = word.unicodeScalars.contains(where: isHidden)
    if isPlain && !isHidden && !word.isEmpty { return word }
    if isHidden {
      return "$'\(word.unicodeScalars.map(escaped).joined())'"
    }
    return "'\(word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
  }

  /// Whether a terminal doesn't show a character as itself.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return scalar.value < 0x20 || scalar.value == 0x7F }
    return TerminalText.printable(String(scalar)) != String(scalar)
  }

  /// Returns a character as bash and zsh read it between `$'` and `'`.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "'", "\\": "\\\(scalar)"
    case _ where isHidden(scalar):
      scalar.value < 0x80
        ? "\\x\(hexadecimal(scalar, digits: 2))" : "\\U\(hexadecimal(scalar, digits: 8))"
    default: String(scalar)
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar, digits: Int) -> String {
    let text = String(scalar.value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
