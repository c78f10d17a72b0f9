/// Measures the widths of a table's columns, row by row.
struct TableMeasure: Sendable {
  /// The width of the widest text in each column.
  private(set) var widths: [Int]
  /// The alignment of each column, taken from its cell in the first row.
  private(set) var alignments: [TerminalText.Alignment]
  /// Whether no row has been added yet.
  private var isEmpty = true

  /// Starts with the widths of `titles`.
  init(titles: [String]) {
    widths = titles.map(Self.columns)
    alignments = titles.map { _ in .leading }
  }

  /// Widens the columns to fit the cells of `row`; cells beyond the titles add columns.
  mutating func add(_ row: [TextTable.Cell]) {
    if isEmpty { adoptAlignments(of: row) }
    isEmpty = false
    for (index, cell) in row.enumerated() {
      let columns = Self.columns(of: cell.text)
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], columns)
    }
  }

  /// Aligns the columns like the cells of `row`.
  private mutating func adoptAlignments(of row: [TextTable.Cell]) {
    for (index, cell) in zip(alignments.indices, row) { alignments[index] = cell.alignment }
  }

  /// Counts the columns that `text` takes after it is made printable.
  private static func columns(of text: String) -> Int {
    DisplayWidth.columns(of: TerminalText.printable(text))
  }
}
