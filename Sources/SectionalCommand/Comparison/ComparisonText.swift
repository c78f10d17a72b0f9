import Sectional

/// Shows comparisons as text.
struct ComparisonText {
  let options: CompareOptions
  let orders: [ComparedOrder]
  let style: TerminalStyle

  /// The maximum number of items that are listed for each kind of difference.
  private static let limit = 8

  /// The whole text, with its line breaks.
  var text: String {
    let stores = "\(options.first.text) and \(options.second.text)"
    let table = options.table.map { " · \($0)" } ?? ""
    var lines = [style.bold(TerminalText.printable(stores + table))]
    for order in orders { lines += [""] + self.lines(for: order) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(for order: ComparedOrder) -> [String] {
    let comparison = order.comparison
    let verdict = comparison.isEqual ? style.green("equal") : style.yellow("different")
    let headline = "\(order.title): \(verdict), \(counts(comparison))"
    guard !comparison.isEqual else { return [headline] }
    return [headline] + details(of: comparison).map(fitted)
  }

  /// Returns the line, shortened to the width of the terminal; the JSON output has the whole line.
  private func fitted(_ line: String) -> String {
    style.width.map { TerminalText.truncated(line, to: $0) } ?? line
  }

  private func details(of comparison: ListComparison) -> [String] {
    let names = (options.first.text, options.second.text)
    var lines: [String] = []
    func append(_ title: String, _ items: [String]) {
      if !items.isEmpty { lines.append(summary(title, items)) }
    }
    append("columns only in \(names.0)", comparison.columnsOnlyInFirst)
    append("columns only in \(names.1)", comparison.columnsOnlyInSecond)
    append("sections only in \(names.0)", comparison.sectionsOnlyInFirst.map(shown))
    append("sections only in \(names.1)", comparison.sectionsOnlyInSecond.map(shown))
    append(
      "sections repeated in \(names.0)", comparison.sectionsComingAgain.first.map(shown))
    append(
      "sections repeated in \(names.1)", comparison.sectionsComingAgain.second.map(shown))
    append("sections in a different order", moves(comparison.sectionsInAnotherOrder))
    append("rows only in \(names.0)", comparison.rowsOnlyInFirst.map { shown($0.values) })
    append("rows only in \(names.1)", comparison.rowsOnlyInSecond.map { shown($0.values) })
    append(
      "rows in a different section",
      comparison.rowsInAnotherSection.map {
        "\(shown($0.row)) (\(shown($0.from)) → \(shown($0.to)))"
      })
    append("rows that moved", moves(comparison.rowsMoved))
    if comparison.rowsWithOtherContents > 0 {
      let count = CountText.grouped(comparison.rowsWithOtherContents)
      lines.append("  rows with different contents: \(count)")
    }
    if let pair = comparison.firstOtherRow { lines += self.lines(for: pair, "first different row") }
    if let pair = comparison.firstOtherCell {
      lines += self.lines(for: pair, "first different value")
    }
    return lines
  }

  private func counts(_ comparison: ListComparison) -> String {
    func text(_ rows: Int, _ sections: Int) -> String {
      let sections = sections > 0 ? " in \(CountText.text(sections, "section"))" : ""
      return CountText.text(rows, "row") + sections
    }
    let first = text(comparison.rowCounts.first, comparison.sectionCounts.first)
    let second = text(comparison.rowCounts.second, comparison.sectionCounts.second)
    return first == second ? first : "\(first) and \(second)"
  }

  private func summary(_ title: String, _ items: [String]) -> String {
    let rest = items.count - ComparisonText.limit
    let shown = items.prefix(ComparisonText.limit).map(TerminalText.printable)
      .joined(separator: ", ")
    return "  \(TerminalText.printable(title)): \(CountText.grouped(items.count))  \(shown)"
      + (rest > 0 ? ", and \(CountText.grouped(rest)) more" : "")
  }

  /// Describes what moved, with positions counted from one.
  private func moves(_ moves: [ListComparison.Move]) -> [String] {
    moves.map { "\(shown($0.name)) (\($0.from + 1) → \($0.to + 1))" }
  }

  private func lines(for pair: ListComparison.Pair, _ what: String) -> [String] {
    let place = "  \(what), at row \(CountText.grouped(pair.position + 1))"
    let column = pair.column.isEmpty ? "" : ", in \(TerminalText.printable(pair.column))"
    let cells = [(options.first.text, pair.first), (options.second.text, pair.second)]
    let width = cells.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0
    let points = CodePoints(pair.first, pair.second)
    return [place + column]
      + zip(cells, [points.first, points.second]).map { cell, points in
        let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: cell.0))
        let value = cell.1.map { TerminalText.truncated(shown($0), to: 60) } ?? "no such row"
        return "    \(TerminalText.printable(cell.0))\(padding)  \(value)"
          + (points.isEmpty ? "" : "  \(points)")
      }
  }

  private func shown(_ values: [StoredValue]) -> String { values.map(shown).joined(separator: "/") }

  private func shown(_ value: StoredValue) -> String {
    guard case .text(let text) = value else { return TerminalText.printable(CellText.text(value)) }
    let printable = TerminalText.printable(text)
    return "\"\(style.width == nil ? printable : TerminalText.isolated(printable))\""
  }
}

/// The code points of two texts, which tell texts apart that look alike.
struct CodePoints {
  /// The code points of the first text around the first difference, on one line.
  let first: String
  /// The code points of the second text around the first difference, on one line.
  let second: String

  private static let limit = 24

  init(_ first: StoredValue?, _ second: StoredValue?) {
    let points = [first, second].map { $0.map(CodePoints.all) ?? [] }
    let common = zip(points[0], points[1]).prefix { $0 == $1 }.count
    let start = common > CodePoints.limit - 8 ? common - 4 : 0
    let lines = points.map { points in
      let shown = points.dropFirst(start).prefix(CodePoints.limit).joined(separator: " ")
      let isCut = points.count > start + CodePoints.limit
      return points.isEmpty ? "" : (start > 0 ? "… " : "") + shown + (isCut ? " …" : "")
    }
    self.first = lines[0]
    self.second = lines[1]
  }

  /// Returns a text's code points, such as `U+0041`.
  static func all(of value: StoredValue) -> [String] {
    guard case .text(let text) = value else { return [] }
    return text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
