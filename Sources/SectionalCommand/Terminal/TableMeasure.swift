/// Finds how wide the columns of a table are, row by row.
struct TableMeasure: Sendable {
  /// The columns that the widest text of each column takes.
  private(set) var widths: [Int]
  /// The alignment of each column, which is that of its cell in the first row.
  private(set) var alignments: [TerminalText.Alignment]
  /// Whether no row was added yet.
  private var isEmpty = true

  /// Begins with the widths of `titles`.
  init(titles: [String]) {
    widths = titles.map(Self.columns)
    alignments = titles.map { _ in .leading }
  }

  /// Widens the columns to hold the cells of `row`; cells beyond the titles add columns.
  mutating func add(_ row: [TextTable.Cell]) {
    if isEmpty { adoptAlignments(of: row) }
    isEmpty = false
    for (index, cell) in row.enumerated() {
      let columns = Self.columns(of: cell.text)
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], columns)
    }
  }

  /// Aligns the columns as the cells of `row` are.
  private mutating func adoptAlignments(of row: [TextTable.Cell]) {
    for (index, cell) in zip(alignments.indices, row) { alignments[index] = cell.alignment }
  }

  /// Counts the columns `text` takes once it is printable.
  private static func columns(of text: String) -> Int {
    DisplayWidth.columns(of: TerminalText.printable(text))
  }
}
