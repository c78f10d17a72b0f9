import Sectional

/// Shows a row as a record: a line for each column, with long values on several lines.
struct RecordText {
  let columns: ShownColumns
  let forms: ColumnForms
  let style: TerminalStyle
  /// The largest width of a name.
  private let nameWidth: Int

  init(_ columns: ShownColumns, _ forms: ColumnForms, style: TerminalStyle) {
    (self.columns, self.forms) = (columns, forms)
    self.style = style
    let widest =
      columns.names.map { DisplayWidth.columns(of: TerminalText.printable($0)) }.max() ?? 0
    nameWidth = min(widest, style.width.map { max(8, $0 / 3) } ?? widest)
  }

  /// Returns the lines of a row.
  func lines(_ values: [StoredValue]) -> [String] {
    zip(columns.names, columns.indexes).flatMap { name, index in
      let text = CellText.text(values[index], isAmongNumbers: true, as: forms[name])
      return lines(name, TerminalText.printable(text))
    }
  }

  private func lines(_ name: String, _ value: String) -> [String] {
    let shown = TerminalText.truncated(TerminalText.printable(name), to: nameWidth)
    let padding = String(repeating: " ", count: nameWidth - DisplayWidth.columns(of: shown))
    let room = style.width.map { max(8, $0 - nameWidth - 2) }
    let parts = room.map { TerminalText.cut(value, every: $0) } ?? [value]
    let margin = String(repeating: " ", count: nameWidth + 2)
    let isolated = style.width == nil ? parts : parts.map(TerminalText.isolated)
    return ["\(padding)\(style.bold(shown))  \(isolated.first ?? "")"]
      + isolated.dropFirst().map { margin + $0 }
  }
}
