/// The line above the rows of a section, such as `── Sender 000 ── 2,000`; the rules keep a name that ends with a number
/// apart from the count.
struct SectionHeading {
  let name: String
  let count: String

  /// Returns the line, no wider than the terminal.
  func text(in style: TerminalStyle) -> String {
    let rest = "──  ── ".count + DisplayWidth.columns(of: count)
    let shown = style.width.map { TerminalText.truncated(name, to: max(4, $0 - rest)) } ?? name
    let line = "── \(shown) ── \(count)"
    guard let width = style.width else { return style.bold(line) }
    return style.bold(TerminalText.isolated(TerminalText.truncated(line, to: width)))
  }
}
