/// Shows the titles of a section index for scanning: adjacent duplicates appear once, and lines wrap to the terminal.
struct IndexText {
  let titles: [String]
  let style: TerminalStyle

  /// The width of a line without a terminal.
  private static let defaultWidth = 100

  /// The text, or `nil` if there is only one title, which leads nowhere.
  var text: String? {
    guard distinct.count > 1 else { return nil }
    let label = "Index"
    let indentation = String(repeating: " ", count: label.count)
    let width = (style.width ?? Self.defaultWidth) - label.count
    let lines = wrapped(to: max(8, width))
    return lines.enumerated()
      .map { ($0 == 0 ? style.bold(label) : indentation) + $1 }
      .joined(separator: "\n")
  }

  private func wrapped(to width: Int) -> [String] {
    var lines = [""]
    var used = 0
    for title in distinct.map(TerminalText.printable) {
      let columns = DisplayWidth.columns(of: title) + 1
      if used + columns > width, used > 0 {
        lines.append("")
        used = 0
      }
      lines[lines.count - 1] += " " + (style.width == nil ? title : TerminalText.isolated(title))
      used += columns
    }
    return lines
  }

  /// The titles without those that repeat the one before.
  private var distinct: [String] {
    titles.indices.filter { $0 == 0 || titles[$0] != titles[$0 - 1] }.map { titles[$0] }
  }
}
