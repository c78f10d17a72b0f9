import Sectional
import SectionalComparison

/// Shows comparisons as text.
struct ComparisonText {
  let options: CompareOptions
  let report: ComparisonReport
  let style: TerminalStyle

  /// The maximum number of items that are listed for each kind of difference.
  private static let limit = 8

  /// The whole text, with its line breaks.
  var text: String {
    let stores = "\(options.first.text) and \(options.second.text)"
    let table = options.tables.map { " · \($0)" } ?? ""
    var lines = [style.bold(TerminalText.printable(stores + table))]
    for order in report.orders { lines += [""] + self.lines(for: order) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(for order: OrderReport) -> [String] {
    let comparison = order.comparison
    let verdict = order.isEqual ? style.green("equal") : style.yellow("different")
    let headline = "\(order.order.title): \(verdict), \(counts(comparison))"
    guard !order.isEqual else { return [headline] }
    return [headline] + causes(of: order).map(fitted)
      + (options.isSummary ? self.counts(of: comparison) : details(of: comparison)).map(fitted)
  }

  /// The number of differences of each kind.
  private func counts(of comparison: ListComparison) -> [String] {
    let names = (options.first.text, options.second.text)
    let counts = comparison.counts
    return [
      ("sections only in \(names.0)", comparison.sectionsOnlyInFirst.count),
      ("sections only in \(names.1)", comparison.sectionsOnlyInSecond.count),
      ("sections in a different order", comparison.sectionsInAnotherOrder.count),
      ("rows only in \(names.0)", counts.onlyIn.first),
      ("rows only in \(names.1)", counts.onlyIn.second),
      ("rows in a different section", counts.inAnotherSection), ("rows that moved", counts.moved),
      ("rows with different contents", comparison.rowsWithOtherContents),
    ].filter { $0.1 > 0 }.map { "  \(TerminalText.printable($0.0)): \(CountText.grouped($0.1))" }
  }

  /// Lists why the lists differ, with what to do about it.
  private func causes(of order: OrderReport) -> [String] {
    let names = order.causes.map { cause in
      "\(cause.kind.rawValue)\(cause.column.map { " in \(TerminalText.printable($0))" } ?? "")"
    }
    let width = names.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    return zip(order.causes, names).flatMap { cause, name in
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
      let rows = cause.rows > 0 ? CountText.text(cause.rows, "row") : ""
      return [
        "  \(style.yellow(name))\(padding)  \([rows, shownPair(of: cause)].filter { !$0.isEmpty }.joined(separator: ", "))",
        "    \(cause.remedy)",
      ] + said(of: cause)
    }
  }

  /// What the stores say of the column, if they say different things.
  private func said(of cause: DifferenceCause) -> [String] {
    guard cause.says.count == 2, cause.says[0] != cause.says[1] else { return [] }
    return zip([options.first.text, options.second.text], cause.says).map { name, says in
      "    \(TerminalText.printable("\(name): \(says)"))"
    }
  }

  /// The code points of two values, which tell texts apart that look alike.
  private func points(_ first: StoredValue?, _ second: StoredValue?) -> CodePoints {
    let isPlain = [first, second].allSatisfy { value in
      guard case .text(let text)? = value else { return true }
      return text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && text.utf8.last != 0x20
    }
    return CodePoints(isPlain ? nil : first, isPlain ? nil : second)
  }

  /// The first pair of values that shows a cause.
  private func shownPair(of cause: DifferenceCause) -> String {
    guard let pair = cause.first, let left = pair.first, let right = pair.second else { return "" }
    let points = points(left, right)
    func text(_ value: StoredValue, _ points: String) -> String {
      TerminalText.truncated(shown(value), to: 40)
        + (points.isEmpty || pair.isOrder ? "" : " \(points)")
    }
    let values = (text(left, points.first), text(right, points.second))
    return pair.isOrder ? "\(values.0) before \(values.1)" : "\(values.0) and \(values.1)"
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
    if let pair = comparison.firstOtherValue {
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

  private func lines(for pair: DifferingValues, _ what: String) -> [String] {
    let place = "  \(what), at row \(CountText.grouped(pair.position + 1))"
    let column = pair.column.isEmpty ? "" : ", in \(TerminalText.printable(pair.column))"
    let cells = [(options.first.text, pair.first), (options.second.text, pair.second)]
    let width = cells.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0
    let points = points(pair.first, pair.second)
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

extension OrderReport.Order {
  /// The order in words.
  var title: String {
    switch self {
    case .sectional: "Sectional's order"
    case .native: "Each store's own order"
    }
  }
}
