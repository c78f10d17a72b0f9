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
    if isPlain && !word.isEmpty { return word }
    return "'\(word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
  }
}
