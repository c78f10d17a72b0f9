/// Builds one line of a table, without trailing spaces.
struct TableLine: Sendable {
  /// The line so far.
  private(set) var text = ""
  /// The spaces to write before the next text, if any text follows.
  private var pendingSpaces: Int

  /// Creates a line that starts with `indentation` spaces.
  init(indentation: Int) {
    pendingSpaces = indentation
  }

  /// Appends `content`, which takes `columns`, to a column that is `width` wide.
  mutating func append(
    _ content: String, taking columns: Int, of width: Int, alignment: TerminalText.Alignment
  ) {
    let padding = max(0, width - columns)
    if alignment == .trailing { pendingSpaces += padding }
    write(content)
    if alignment == .leading { pendingSpaces += padding }
    pendingSpaces += ColumnLayout.gap
  }

  /// Writes the pending spaces and `content`, or neither if `content` is empty.
  private mutating func write(_ content: String) {
    guard !content.isEmpty else { return }
    text += String(repeating: " ", count: pendingSpaces) + content
    pendingSpaces = 0
  }
}
