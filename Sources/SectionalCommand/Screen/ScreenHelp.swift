/// The keys of the screen of `watch`.
enum ScreenHelp {
  private static let keys: [(key: String, help: String)] = [
    ("↑ ↓ j k", "move by a row; --last loads earlier ones at the top"),
    ("PgUp PgDn", "move by a page; by columns in a row"),
    ("g G", "first and last row"),
    ("Tab", "the last changed row"), ("Enter", "the row, with old values"),
    ("/", "only rows with a text; Esc in the list shows all"),
    ("s", "go to a section by name"),
    ("c C", "close or open a section, or all"),
    ("Space", "pause, and count changes"), ("q", "quit; from a row or the help, back to the list"),
  ]

  /// Returns the lines, with the names of the columns that there is no room for.
  static func lines(width: Int, hiding hidden: [String] = []) -> [String] {
    let widest = keys.map { DisplayWidth.columns(of: $0.key) }.max() ?? 0
    let lines = keys.map { key, help in
      let padding = String(repeating: " ", count: widest - DisplayWidth.columns(of: key))
      return "  \(key)\(padding)  \(help)"
    }
    let signs = ["", "  + new  − gone  → moved  ~ changed"]
    return ([""] + lines + signs + names(of: hidden, width: width)).map {
      TerminalText.truncated($0, to: width)
    }
  }

  private static func names(of hidden: [String], width: Int) -> [String] {
    guard !hidden.isEmpty else { return [] }
    let names = hidden.map(TerminalText.printable).joined(separator: ", ")
    let text = "no room for: \(names) (Enter shows all of a row, --columns chooses)"
    return [""] + WrappedText.lines(text, width: max(1, width - 2)).map { "  " + $0 }
  }
}
