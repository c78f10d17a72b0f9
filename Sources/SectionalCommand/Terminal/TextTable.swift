/// Lays out rows of cells in aligned columns.
///
/// Cells are data, so their control characters are shown as pictures. On a terminal, no line is wider than the
/// terminal. Elsewhere, cells are never cut.
struct TextTable: Sendable {
  /// What a row shows in one column.
  struct Cell: Sendable, Equatable {
    /// The text, which may be any data.
    var text: String
    /// The side of the column that the text is aligned with.
    var alignment = TerminalText.Alignment.leading
    /// Whether the text is de-emphasized.
    var isDim = false
    /// Whether the text is lit, because it changed a moment ago.
    var isLit = false
  }

  /// The titles of the columns, aligned like the cells below them.
  private let titles: [Cell]
  /// The columns that are shown.
  private let layout: ColumnLayout
  /// What the output can display.
  private let style: TerminalStyle
  /// The spaces before each line.
  private let indentation: Int

  /// Measures `rows` once, so that all lines created later are aligned with each other.
  init(
    titles: [String], measuring rows: some Sequence<[Cell]>, style: TerminalStyle,
    indentation: Int = 0, important: Set<Int> = []
  ) {
    var measure = TableMeasure(titles: titles)
    for row in rows { measure.add(row) }
    self.init(
      titles: titles, measure, style: style, indentation: indentation, important: important)
  }

  /// Lays out columns of measured widths.
  init(
    titles: [String], _ measure: TableMeasure, style: TerminalStyle, indentation: Int = 0,
    important: Set<Int> = []
  ) {
    let indentation = min(indentation, style.width.map { max(0, $0 - 1) } ?? indentation)
    let available = style.width.map { max(1, $0 - indentation) }
    self.titles = zip(titles, measure.alignments).map { Cell(text: $0, alignment: $1) }
    self.layout = ColumnLayout(
      natural: measure.widths, available: available, important: important)
    self.style = style
    self.indentation = indentation
  }

  /// The titles of the columns that the terminal has no room for.
  var hiddenTitles: [String] {
    let shown = Set(layout.shown)
    return titles.indices.filter { !shown.contains($0) }.map { titles[$0].text }
  }

  /// Lays out the titles of the columns as a line, emphasized if the terminal supports it.
  func titleLine() -> String { line(titles, emphasis: style.bold) }

  /// Lays out `cells` as a line without a line break; missing cells are left empty.
  func line(_ cells: [Cell]) -> String { line(cells) { $0 } }

  /// Lays out `cells` as a line, with `emphasis` applied to the text of those that aren't dim.
  private func line(_ cells: [Cell], emphasis: (String) -> String) -> String {
    var line = TableLine(indentation: indentation)
    for (index, width) in zip(layout.shown, layout.widths) {
      let cell = index < cells.count ? cells[index] : Cell(text: "")
      let text = fitted(cell.text, to: width)
      let look = cell.isLit ? style.inverse : cell.isDim ? style.dim : emphasis
      line.append(
        look(isolatedInTerminal(text)), taking: DisplayWidth.columns(of: text),
        of: width, alignment: cell.alignment)
    }
    if layout.isAbridged { line.append("…", taking: 1, of: 1, alignment: .leading) }
    return line.text
  }

  /// Makes `text` printable and, on a terminal, no wider than `width`.
  private func fitted(_ text: String, to width: Int) -> String {
    let printable = TerminalText.printable(text)
    return style.width == nil ? printable : TerminalText.truncated(printable, to: width)
  }

  /// Isolates right-to-left `text` on a terminal, and leaves it unchanged for other programs.
  private func isolatedInTerminal(_ text: String) -> String {
    style.width == nil ? text : TerminalText.isolated(text)
  }
}
