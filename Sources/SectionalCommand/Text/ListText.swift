import Sectional

/// Formats results as text: a heading for each section, its rows in aligned columns, and the section index.
struct ListText {
  private let results: ResultsList<StoredRow>
  private let title: String
  private let style: TerminalStyle
  private let columns: [Int]
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
    table = TextTable(
      titles: columns.map { results.columns.names[$0] },
      measuring: results.prefix(limits.sections).lazy
        .flatMap { $0.prefix(limits.rows) }.map { ListText.cells(of: $0, columns) },
      style: style, indentation: headed == nil ? 0 : 2)
  }

  /// The whole text, including line breaks.
  var text: String {
    var lines = [headline, ""]
    if results.numberOfObjects > 0 { lines.append(table.titleLine()) }
    for section in results.prefix(limits.sections) { append(section, to: &lines) }
    if results.count > limits.sections {
      let sections = CountText.text(results.count - limits.sections, "more section")
      lines += ["", style.dim("… and \(sections)")]
    }
    if let index = sectionIndex { lines += ["", index] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let rows = CountText.text(results.numberOfObjects, "row")
    let sections = hasSections ? " in \(CountText.text(results.count, "section"))" : ""
    let order = results.orderSentence.isEmpty ? "" : ", \(results.orderSentence)"
    return fitted(style.bold, "\(TerminalText.printable(title)): \(rows)\(sections)\(order)")
  }

  private func append(_ section: ResultsSectionInfo<StoredRow>, to lines: inout [String]) {
    if hasSections {
      lines += ["", heading(section)]
    }
    for row in section.prefix(limits.rows) {
      lines.append(table.line(Self.cells(of: row, columns)))
    }
    guard section.count > limits.rows else { return }
    let rest = CountText.grouped(section.count - limits.rows)
    lines.append(style.dim("  … \(rest) more"))
  }

  private func heading(_ section: ResultsSectionInfo<StoredRow>) -> String {
    let count = " \(CountText.grouped(section.count))"
    let name = CellText.heading(section)
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

  private func fitted(_ look: (String) -> String, _ text: String) -> String {
    look(style.width.map { TerminalText.truncated(text, to: $0) } ?? text)
  }

  private static func cells(of row: StoredRow, _ columns: [Int]) -> [TextTable.Cell] {
    let values = row.values
    return columns.map { CellText.cell(values[$0]) }
  }
}
