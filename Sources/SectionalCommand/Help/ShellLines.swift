/// A command line over several lines of a terminal, which a shell takes as one.
enum ShellLines {
  /// The room for a line, without the indentation and what says that it goes on.
  private static let width = HelpText.width - "   \\".count
  private static let margin = "    "

  /// Returns the lines; all but the last end with a backslash.
  static func lines(of command: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in units(of: command) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin + word
      } else {
        line += line.isEmpty ? word : " " + word
      }
    }
    return lines.map { $0 + " \\" } + [line]
  }

  /// Returns the words of a command line, each option with its value if a line has room for both.
  private static func units(of command: String) -> [String] {
    words(of: command).reduce(into: []) { units, word in
      guard let last = units.last, last.hasPrefix("--"), !last.contains(" "),
        !word.hasPrefix("--"), margin.count + last.count + 1 + word.count <= width
      else { return units.append(word) }
      units[units.count - 1] = "\(last) \(word)"
    }
  }

  /// Returns the words of a command line, with their quotation marks.
  private static func words(of command: String) -> [String] {
    var (words, word, isQuoted) = ([String](), "", false)
    for character in command {
      if character == "\"" { isQuoted.toggle() }
      if character == " ", !isQuoted {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return words + [word]
  }
}
