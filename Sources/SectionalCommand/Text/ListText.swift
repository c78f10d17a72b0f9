import Sectional

/// Formats results as text: a heading for each section, its rows in aligned columns, and the section index.
struct ListText {
  private let results: ResultsList<StoredRow>
  private let title: String
  private let style: TerminalStyle
  private let columns: [Int]
  /// The columns that contain numbers.
  private let numbers: Set<Int>
  private let table: TextTable
  private let limits: Limits

  /// How many rows and sections of a long list are shown.
  struct Limits {
    var sections = Int.max
    var rows = Int.max
  }

  init(
    _ results: ResultsList<StoredRow>, options: ListOptions, style: TerminalStyle
  ) {
    self.init(
      results, title: "\(options.store.text)\(options.table.map { " · \($0)" } ?? "")",
      style: style)
  }

  init(
    _ results: ResultsList<StoredRow>, title: String, style: TerminalStyle,
    limits: Limits = Limits()
  ) {
    self.results = results
    self.title = title
    self.style = style
    self.limits = limits
    // Every row of a section has the same value in the section's column, and the heading shows it already.
    let headed = results.ordering.section.first?.column
    let others = results.columns.names.indices.filter { $0 != headed }
    let columns = others.isEmpty ? Array(results.columns.names.indices) : others
    self.columns = columns
    let rows = results.prefix(limits.sections).lazy.flatMap { $0.prefix(limits.rows) }
    let numbers = ListText.columnsOfNumbers(in: rows, columns)
    self.numbers = numbers
    table = TextTable(
      titles: columns.map { results.columns.names[$0] },
      measuring: rows.map { ListText.cells(of: $0, columns, numbers) },
      style: style, indentation: headed == nil ? 0 : 2)
  }

  /// The whole text, including line breaks.
  var text: String {
    var lines = headlines + [""]
    if results.numberOfObjects > 0 { lines.append(table.titleLine()) }
    for section in results.indices.prefix(limits.sections) { append(section, to: &lines) }
    if results.count > limits.sections {
      let sections = CountText.text(results.count - limits.sections, "more section")
      lines += ["", style.dim("… and \(sections)")]
    }
    if let index = sectionIndex { lines += ["", index] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headlines: [String] {
    let rows = CountText.text(results.numberOfObjects, "row")
    let sections = hasSections ? " in \(CountText.text(results.count, "section"))" : ""
    let counts = [rows + sections] + results.orderPhrases
    return WrappedHeadline(title: TerminalText.printable(title), phrases: counts)
      .lines(of: style.width).map(style.bold)
  }

  private func append(_ index: Int, to lines: inout [String]) {
    let section = results[index]
    if hasSections { lines += ["", heading(index)] }
    for row in section.prefix(limits.rows) {
      lines.append(table.line(Self.cells(of: row, columns, numbers)))
    }
    guard section.count > limits.rows else { return }
    let rest = CountText.grouped(section.count - limits.rows)
    lines.append(style.dim("  … \(rest) more"))
  }

  private func heading(_ section: Int) -> String {
    let count = " \(CountText.grouped(results[section].count))"
    let name = results.heading(ofSection: section)
    let cut = style.width.map { TerminalText.truncated(name, to: max(4, $0 - count.count)) } ?? name
    let shown = style.width == nil ? cut : TerminalText.isolated(cut)
    return style.bold(style.cyan(shown)) + style.dim(count)
  }

  /// The titles of the section index, in lines of the terminal's width.
  private var sectionIndex: String? {
    let titles = results.sectionIndexTitles
    guard hasSections, !titles.isEmpty else { return nil }
    return IndexText(titles: titles, style: style).text
  }

  private var hasSections: Bool { !results.ordering.section.isEmpty }

  private static func cells(
    of row: StoredRow, _ columns: [Int], _ numbers: Set<Int>
  ) -> [TextTable.Cell] {
    let values = row.values
    return columns.map { CellText.cell(values[$0], isAmongNumbers: numbers.contains($0)) }
  }

  private static func columnsOfNumbers(
    in rows: some Sequence<StoredRow>, _ columns: [Int]
  ) -> Set<Int> {
    var numbers: Set<Int> = []
    for row in rows where numbers.count < columns.count {
      let values = row.values
      numbers.formUnion(columns.filter { CellText.isNumber(values[$0]) })
    }
    return numbers
  }
}

extension ResultsList<StoredRow> {
  /// Returns a section's heading for people.
  func heading(ofSection section: Int) -> String {
    // Numbers are at one end of the order, and only a null can come between them and that end.
    let ends = [0, 1, count - 2, count - 1].filter(indices.contains)
    let hasNumbers = ends.contains { CellText.isNumber(self[$0].key) }
    return CellText.heading(self[section], isAmongNumbers: hasNumbers)
  }
}
