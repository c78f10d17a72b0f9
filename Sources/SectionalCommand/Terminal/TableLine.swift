/// Puts one line of a table together, without spaces at its end.
struct TableLine: Sendable {
  /// The line so far.
  private(set) var text = ""
  /// The spaces that are due before the next text, if there is any.
  private var pendingSpaces: Int

  /// Begins a line with `indentation` spaces.
  init(indentation: Int) {
    pendingSpaces = indentation
  }

  /// Adds `content`, which takes `columns`, in a column that is `width` wide.
  mutating func append(
    _ content: String, taking columns: Int, of width: Int, alignment: TerminalText.Alignment
  ) {
    let padding = max(0, width - columns)
    if alignment == .trailing { pendingSpaces += padding }
    write(content)
    if alignment == .leading { pendingSpaces += padding }
    pendingSpaces += ColumnLayout.gap
  }

  /// Writes the spaces that are due and `content`, or neither when `content` is empty.
  private mutating func write(_ content: String) {
    guard !content.isEmpty else { return }
    text += String(repeating: " ", count: pendingSpaces) + content
    pendingSpaces = 0
  }
}
