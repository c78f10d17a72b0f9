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
    // Older shells know bytes, but no code points.
    case _ where isHidden(scalar):
      String(scalar).utf8.map { "\\x\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
    default: String(scalar)
    }
  }
}
