import Sectional

/// Formats results as text: a heading for each section, its rows in aligned columns or as records, and the section index.
struct ListText {
  private let results: ResultsList<StoredRow>
  private let look: Look
  private let style: TerminalStyle
  private let columns: ShownColumns
  /// The columns that contain both numbers and texts that read like numbers.
  private let numbers: Set<Int>
  private let table: TextTable
  /// Whether some sections' keys are numbers.
  private let hasNumberKeys: Bool

  /// What is shown, besides the results.
  struct Look {
    let title: String
    /// The columns to show, or `nil` for all.
    var columns: [String]?
    var isRecord = false
    /// Whether the list shows some of its rows only, so that a section can have others.
    var isPart = false
    /// What is shown of each section besides its rows.
    var aggregates: [AggregateArgument] = []
    /// How the store writes the values of its columns.
    var forms = ColumnForms.none
    /// How many rows and sections of a long list are shown.
    var mostSections = Int.max
    var mostRows = Int.max
  }

  /// - Throws: ``StoreError`` if a column that is to be shown doesn't exist.
  init(
    _ results: ResultsList<StoredRow>, options: ListOptions, style: TerminalStyle
  ) throws(StoreError) {
    try self.init(
      results,
      look: Look(
        title: "\(options.store.text)\(options.table.map { " · \($0)" } ?? "")",
        columns: options.output.columns, isRecord: options.output.isRecord, isPart: options.isPart,
        aggregates: options.aggregates, forms: options.forms),
      style: style)
  }

  init(_ results: ResultsList<StoredRow>, look: Look, style: TerminalStyle) throws(StoreError) {
    self.results = results
    self.look = look
    self.style = style
    let columns = try ShownColumns(look.columns, of: results)
    self.columns = columns
    hasNumberKeys = results.hasNumberKeys
    let rows = results.prefix(look.mostSections).lazy.flatMap {
      ListText.rows(of: $0, results, look)
    }
    func table(quotingIn numbers: Set<Int>, _ note: @escaping ([StoredValue]) -> Void) -> TextTable
    {
      TextTable(
        titles: columns.names,
        measuring: rows.map { row in
          let values = row.values
          note(values)
          return ListText.cells(of: values, columns, numbers, look.forms)
        }, style: style, indentation: results.ordering.section.isEmpty ? 0 : 2,
        important: columns.ordering)
    }
    // A second pass over a long list takes long, so it is made only if numbers and texts could be confused.
    let mixture = NumberMixture(columns.indexes)
    let plain = table(quotingIn: []) { mixture.note($0) }
    numbers = mixture.columns
    self.table = mixture.columns.isEmpty ? plain : table(quotingIn: mixture.columns) { _ in }
  }

  /// The whole text, including line breaks.
  var text: String {
    // A record begins with an empty line, and so does a section.
    var lines = headlines + hiddenColumns + (look.isRecord && !results.isEmpty ? [] : [""])
    if results.numberOfObjects > 0, !look.isRecord { lines.append(table.titleLine()) }
    for section in results.indices.prefix(look.mostSections) { append(section, to: &lines) }
    if results.count > look.mostSections {
      let sections = CountText.text(results.count - look.mostSections, "more section")
      lines += ["", style.dim("… and \(sections)")]
    }
    if let index = sectionIndex { lines += ["", index] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headlines: [String] {
    let rows = CountText.text(results.numberOfObjects, "row")
    let sections = hasSections ? " in \(CountText.text(results.count, "section"))" : ""
    let values = look.aggregates.words(of: results, look.forms)
    let counts = [rows + sections] + values + results.orderPhrases.map(TerminalText.printable)
    return WrappedHeadline(title: TerminalText.printable(look.title), phrases: counts)
      .lines(of: style.width).map(style.bold)
  }

  /// Says which columns the terminal has no room for, and how to see them.
  private var hiddenColumns: [String] {
    let hidden = look.isRecord ? [] : table.hiddenTitles.map(TerminalText.printable)
    guard !hidden.isEmpty else { return [] }
    let count =
      "\(hidden.count) of \(columns.names.count) columns \(hidden.count == 1 ? "is" : "are") hidden"
    let names = hidden.count > 6 ? hidden.prefix(5) + ["…"] : hidden[...]
    let text = "\(count): \(names.joined(separator: ", ")). Choose with --columns, or use --record"
    return WrappedText.lines(text, width: style.width).map(style.dim)
  }

  private func append(_ index: Int, to lines: inout [String]) {
    let section = results[index]
    if hasSections { lines += ["", heading(of: section)] }
    let rows = ListText.rows(of: section, results, look)
    if look.isRecord {
      let record = RecordText(columns, look.forms, style: style)
      for (place, row) in rows.enumerated() {
        if place > 0 || !hasSections { lines.append("") }
        lines += record.lines(row.values)
      }
    } else {
      lines += rows.map { table.line(Self.cells(of: $0.values, columns, numbers, look.forms)) }
    }
    guard section.count > rows.count else { return }
    let rest = CountText.grouped(section.count - rows.count)
    lines.append(style.dim("  … \(rest) more"))
  }

  private func heading(of section: ResultsSectionInfo<StoredRow>) -> String {
    let count = CountText.grouped(section.count) + (look.isPart ? " shown" : "")
    let values = look.aggregates.words(of: section, look.forms)
    return SectionHeading(
      name: CellText.heading(
        section, isAmongNumbers: hasNumberKeys, as: results.sectionForm(look.forms)),
      count: ([count] + values).joined(separator: ", ")
    ).text(in: style)
  }

  /// The titles of the section index, in lines of the terminal's width.
  private var sectionIndex: String? {
    let titles = results.sectionIndexTitles
    guard hasSections, !titles.isEmpty else { return nil }
    return IndexText(titles: titles, style: style).text
  }

  /// Returns the rows of a section that are shown.
  private static func rows(
    of section: ResultsSectionInfo<StoredRow>, _ results: ResultsList<StoredRow>, _ look: Look
  ) -> [StoredRow] {
    guard results.counting == nil else { return section.heldRows.prefix(look.mostRows).map(\.row) }
    return Array(section.prefix(look.mostRows))
  }

  private var hasSections: Bool { !results.ordering.section.isEmpty }

  private static func cells(
    of values: [StoredValue], _ columns: ShownColumns, _ numbers: Set<Int>, _ forms: ColumnForms
  ) -> [TextTable.Cell] {
    zip(columns.names, columns.indexes).map { name, index in
      CellText.cell(
        values[index], isAmongNumbers: numbers.contains(index), as: forms[name])
    }
  }
}

extension ResultsList<StoredRow> {
  /// Returns a section's heading for people.
  func heading(ofSection section: Int, _ forms: ColumnForms) -> String {
    CellText.heading(self[section], isAmongNumbers: hasNumberKeys, as: sectionForm(forms))
  }

  /// Whether some sections' keys are numbers.
  var hasNumberKeys: Bool {
    // Numbers are at one end of the order, and only a null can come between them and that end.
    [0, 1, count - 2, count - 1].filter(indices.contains).contains {
      CellText.isNumber(self[$0].key)
    }
  }

  /// Returns how the store writes the keys of the sections, or `nil` if they aren't a column's values.
  func sectionForm(_ forms: ColumnForms) -> ColumnForms.Form? {
    guard let column = ordering.section.first?.column, columns.names.indices.contains(column)
    else { return nil }
    return forms[columns.names[column]]
  }
}
