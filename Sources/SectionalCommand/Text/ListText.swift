import Sectional

/// Formats results as text: a heading for each section, its rows in aligned columns, and the section index.
struct ListText {
  private let results: ResultsList<StoredRow>
  private let title: String
  private let style: TerminalStyle
  private let columns: [Int]
  /// The columns that contain both numbers and texts that read like numbers.
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
    let rows = results.prefix(limits.sections).lazy.flatMap {
      ListText.rows(of: $0, results, limits)
    }
    func table(quotingIn numbers: Set<Int>, _ note: @escaping ([StoredValue]) -> Void) -> TextTable
    {
      TextTable(
        titles: columns.map { results.columns.names[$0] },
        measuring: rows.map { row in
          let values = row.values
          note(values)
          return ListText.cells(of: values, columns, numbers)
        }, style: style, indentation: headed == nil ? 0 : 2)
    }
    // A second pass over a long list takes long, so it is made only if numbers and texts could be confused.
    let mixture = NumberMixture(columns)
    let plain = table(quotingIn: []) { mixture.note($0) }
    numbers = mixture.columns
    self.table = mixture.columns.isEmpty ? plain : table(quotingIn: mixture.columns) { _ in }
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
    let counts = [rows + sections] + results.orderPhrases.map(TerminalText.printable)
    return WrappedHeadline(title: TerminalText.printable(title), phrases: counts)
      .lines(of: style.width).map(style.bold)
  }

  private func append(_ index: Int, to lines: inout [String]) {
    let section = results[index]
    if hasSections { lines += ["", heading(index)] }
    let rows = ListText.rows(of: section, results, limits)
    for row in rows {
      lines.append(table.line(Self.cells(of: row.values, columns, numbers)))
    }
    guard section.count > rows.count else { return }
    let rest = CountText.grouped(section.count - rows.count)
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

  /// Returns the rows of a section that are shown.
  private static func rows(
    of section: ResultsSectionInfo<StoredRow>, _ results: ResultsList<StoredRow>, _ limits: Limits
  ) -> [StoredRow] {
    guard results.counting == nil else {
      return section.heldRows.prefix(limits.rows).map(\.row)
    }
    return Array(section.prefix(limits.rows))
  }

  private var hasSections: Bool { !results.ordering.section.isEmpty }

  private static func cells(
    of values: [StoredValue], _ columns: [Int], _ numbers: Set<Int>
  ) -> [TextTable.Cell] {
    columns.map { CellText.cell(values[$0], isAmongNumbers: numbers.contains($0)) }
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

/// Finds the columns in which numbers and texts that read like numbers occur together.
private final class NumberMixture {
  private let candidates: [Int]
  // State: used only by the caller's thread, while it measures a table.
  private var numbers: Set<Int> = []
  private var texts: Set<Int> = []

  init(_ candidates: [Int]) { self.candidates = candidates }

  var columns: Set<Int> { numbers.intersection(texts) }

  func note(_ values: [StoredValue]) {
    for column in candidates {
      switch values[column] {
      case .integer, .real: numbers.insert(column)
      case .text(let text) where CellText.readsAsNumber(text): texts.insert(column)
      default: continue
      }
    }
  }
}
