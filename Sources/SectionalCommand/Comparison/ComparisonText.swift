import Sectional

/// Shows comparisons as text.
struct ComparisonText {
  let options: CompareOptions
  let orders: [ComparedOrder]
  let style: TerminalStyle

  /// How many of a kind are named.
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
    guard !comparison.isEqual else {
      return ["\(order.title): \(style.green("equal")), \(counts(comparison))"]
    }
    var lines = ["\(order.title): \(style.yellow("different")), \(counts(comparison))"]
    let names = (options.first.text, options.second.text)
    append("columns only in \(names.0)", comparison.columnsOnlyInFirst, to: &lines)
    append("columns only in \(names.1)", comparison.columnsOnlyInSecond, to: &lines)
    append("sections only in \(names.0)", comparison.sectionsOnlyInFirst.map(shown), to: &lines)
    append("sections only in \(names.1)", comparison.sectionsOnlyInSecond.map(shown), to: &lines)
    append("sections in another order", moves(comparison.sectionsInAnotherOrder), to: &lines)
    append(
      "rows only in \(names.0)", comparison.rowsOnlyInFirst.map { shown($0.values) }, to: &lines)
    append(
      "rows only in \(names.1)", comparison.rowsOnlyInSecond.map { shown($0.values) }, to: &lines)
    append("rows in another section", moves(comparison.rowsInAnotherSection), to: &lines)
    append("rows that moved", moves(comparison.rowsMoved), to: &lines)
    if comparison.rowsWithOtherContents > 0 {
      lines.append(
        "  rows with other contents: \(CountText.grouped(comparison.rowsWithOtherContents))")
    }
    if let pair = comparison.firstOtherRow { lines += self.lines(for: pair, "first other row") }
    if let pair = comparison.firstOtherCell { lines += self.lines(for: pair, "first other value") }
    return lines
  }

  private func counts(_ comparison: ListComparison) -> String {
    let isSame =
      comparison.rowCounts.first == comparison.rowCounts.second
      && comparison.sectionCounts.first == comparison.sectionCounts.second
    func text(_ rows: Int, _ sections: Int) -> String {
      let sections = sections > 0 ? " in \(CountText.text(sections, "section"))" : ""
      return CountText.text(rows, "row") + sections
    }
    let first = text(comparison.rowCounts.first, comparison.sectionCounts.first)
    return isSame
      ? first : "\(first) and \(text(comparison.rowCounts.second, comparison.sectionCounts.second))"
  }

  private func append(_ title: String, _ items: [String], to lines: inout [String]) {
    guard !items.isEmpty else { return }
    let rest = items.count - ComparisonText.limit
    let shown = items.prefix(ComparisonText.limit).joined(separator: ", ")
    lines.append(
      "  \(TerminalText.printable(title)): \(CountText.grouped(items.count))  "
        + style.dim(shown + (rest > 0 ? ", and \(CountText.grouped(rest)) more" : "")))
  }

  /// Names what moved, with its places counted from one.
  private func moves(_ moves: [ListComparison.Move]) -> [String] {
    moves.map { "\(shown($0.name)) (\($0.from + 1) → \($0.to + 1))" }
  }

  private func lines(for pair: ListComparison.Pair, _ what: String) -> [String] {
    let title =
      "  \(what), at row \(CountText.grouped(pair.position + 1))"
      + (pair.column.isEmpty ? "" : ", in \(TerminalText.printable(pair.column))")
    let cells = [(options.first.text, pair.first), (options.second.text, pair.second)]
    let width = cells.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0
    return [title]
      + cells.map { name, value in
        let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
        guard let value else { return "    \(name)\(padding)  no such row" }
        return "    \(TerminalText.printable(name))\(padding)  \(shown(value))  "
          + style.dim(CodePoints.text(of: value))
      }
  }

  private func shown(_ values: [Value]) -> String { values.map(shown).joined(separator: "/") }

  private func shown(_ value: Value) -> String {
    guard case .text(let text) = value else { return TerminalText.printable(CellText.text(value)) }
    return "\"\(TerminalText.printable(text))\""
  }
}

/// The code points of texts, by which two that look alike can be told apart.
enum CodePoints {
  /// Returns code points such as `U+0041`, those of a long text shortened.
  static func all(of value: Value) -> [String] {
    guard case .text(let text) = value else { return [] }
    return text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  /// Returns them in one line.
  static func text(of value: Value) -> String {
    let points = all(of: value)
    return points.prefix(24).joined(separator: " ") + (points.count > 24 ? " …" : "")
  }
}
