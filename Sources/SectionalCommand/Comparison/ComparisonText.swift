import Sectional
import SectionalComparison

/// Shows comparisons as text.
struct ComparisonText {
  let options: CompareOptions
  let report: ComparisonReport
  let style: TerminalStyle

  /// The maximum number of items that are listed for each kind of difference.
  private static let limit = 8

  /// What the stores are called below the headline, which has their addresses.
  private var names: (first: String, second: String) {
    options.output.names ?? StoreNames.short(of: options.names)
  }

  private var causes: CauseText {
    CauseText(
      report: report, accepted: options.output.accepted, tables: options.tables, names: names,
      style: style)
  }

  /// The whole text, with its line breaks.
  var text: String {
    let stores = "\(options.names.first) and \(options.names.second)"
    let table =
      options.tables.map { tables in
        " · "
          + (tables.first == tables.second ? tables.first : "\(tables.first) and \(tables.second)")
      } ?? ""
    var lines = [style.bold(TerminalText.printable(stores + table))]
    for order in report.orders { lines += [""] + self.lines(for: order) }
    let idle = report.entriesWithoutEffect(of: options.output.accepted).map(\.text)
    if !idle.isEmpty {
      let text = TerminalText.printable(
        "accepted, but nothing differs by it: \(idle.joined(separator: ", "))")
      lines += [""] + WrappedText.lines(text, width: style.width).map(style.dim)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(for order: OrderReport) -> [String] {
    let sentence = order.answer(
      namingStores: names, accepting: options.output.accepted)
    let accepted = order.causes.count(where: options.output.accepted.accept)
    let isAccepted = !order.isEqual && accepted > 0 && accepted == order.causes.count
    let prefixes = [
      report.orders.count > 1 ? order.order.title : nil,
      isAccepted ? "Equal, except for \(CountText.text(accepted, "accepted cause"))" : nil,
    ].compactMap(\.self)
    let answer =
      prefixes.isEmpty
      ? sentence
      : "\(prefixes.joined(separator: ": ")): \(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
    let colour = order.isEqual || isAccepted ? style.green : style.yellow
    let lines = WrappedText.lines(TerminalText.printable(answer), width: style.width).map(colour)
    guard !order.isEqual else { return lines }
    guard !isAccepted else { return lines + causes.lines(of: order) }
    let rest = options.output.isSummary ? counts(of: order) : details(of: order)
    return lines + causes.lines(of: order) + columnCounts(of: order).map(style.fitted)
      + (rest.isEmpty ? [] : [""]) + rest.map(style.fitted)
  }

  /// The number of rows that differ in each column; those that differ by accepted causes alone are marked.
  private func columnCounts(of order: OrderReport) -> [String] {
    let columns = order.comparison.rowsByColumn
    // Contents don't depend on the order.
    guard !columns.isEmpty, order.order == report.orders.first?.order else { return [] }
    let accepted = order.columnsAccepted(by: options.output.accepted)
    let width =
      columns.map { DisplayWidth.columns(of: TerminalText.printable($0.column)) }.max() ?? 0
    let lines = columns.map { column, rows in
      let name = TerminalText.printable(column)
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
      let mark = accepted.contains(column) ? ", accepted" : ""
      return "    \(name)\(padding)  \(CountText.text(rows, "row"))\(mark)"
    }
    return ["", "  rows that differ, by column:"] + lines
  }

  /// The number of differences of each kind.
  private func counts(of order: OrderReport) -> [String] {
    let comparison = order.comparison
    let (names, counts) = (names, comparison.counts)
    let (missing, keys) = (shows(.missingRow, of: order), shows(.keyType, of: order))
    return [
      ("sections only in \(names.0)", comparison.sectionsOnlyInFirst.count),
      ("sections only in \(names.1)", comparison.sectionsOnlyInSecond.count),
      ("sections in a different order", comparison.sectionsInAnotherOrder.count),
      ("rows only in \(names.0)", missing ? counts.onlyIn.first : 0),
      ("rows only in \(names.1)", missing ? counts.onlyIn.second : 0),
      ("rows with different keys", keys ? counts.underOtherKeys : 0),
      ("rows in a different section", counts.inAnotherSection), ("rows that moved", counts.moved),
    ].filter { $0.1 > 0 }.map { "  \(TerminalText.printable($0.0)): \(CountText.grouped($0.1))" }
      + otherContents(of: order)
  }

  /// The number of rows with different contents, apart from those that differ by accepted causes alone.
  private func otherContents(of order: OrderReport) -> [String] {
    let all = order.comparison.rowsWithOtherContents
    guard all > 0, order.order == report.orders.first?.order else { return [] }
    let others = order.otherContents(except: options.output.accepted).rows
    let accepted =
      others < all ? ", and \(CountText.grouped(all - others)) by accepted causes alone" : ""
    return ["  rows with different contents: \(CountText.grouped(others))\(accepted)"]
  }

  /// Whether rows that differ by a kind of cause are named: not if all of its causes are accepted.
  private func shows(_ kind: DifferenceCause.Kind, of order: OrderReport) -> Bool {
    !order.leavesOut(kind, by: options.output.accepted)
  }

  private func details(of order: OrderReport) -> [String] {
    let comparison = order.comparison
    let names = names
    var lines: [String] = []
    func append(_ title: String, _ items: [String]) {
      if !items.isEmpty { lines += summary(title, items) }
    }
    append("columns only in \(names.0)", comparison.columnsOnlyInFirst)
    append("columns only in \(names.1)", comparison.columnsOnlyInSecond)
    append("sections only in \(names.0)", comparison.sectionsOnlyInFirst.map(style.shown))
    append("sections only in \(names.1)", comparison.sectionsOnlyInSecond.map(style.shown))
    append(
      "sections repeated in \(names.0)", comparison.sectionsComingAgain.first.map(style.shown))
    append(
      "sections repeated in \(names.1)", comparison.sectionsComingAgain.second.map(style.shown))
    append("sections in a different order", moves(comparison.sectionsInAnotherOrder))
    if shows(.missingRow, of: order) {
      append("rows only in \(names.0)", comparison.rowsOnlyInFirst.map { style.shown($0.values) })
      append("rows only in \(names.1)", comparison.rowsOnlyInSecond.map { style.shown($0.values) })
    }
    if shows(.keyType, of: order) {
      append(
        "rows with different keys",
        comparison.rowsUnderOtherKeys.map {
          "\(style.shown($0.first.values)) and \(style.shown($0.second.values))"
        })
    }
    append(
      "rows in a different section",
      comparison.rowsInAnotherSection.map {
        "\(style.shown($0.row)) (\(style.shown($0.from)) → \(style.shown($0.to)))"
      })
    append("rows that moved", moves(comparison.rowsMoved))
    lines += otherContents(of: order)
    // If one store lacks a row, the rows at the same position aren't counterparts.
    if let pair = comparison.firstOtherRow, comparison.counts.onlyIn == (0, 0),
      comparison.counts.underOtherKeys == 0,
      !order.columnsAccepted(by: options.output.accepted).contains(pair.column)
    {
      lines += self.lines(for: pair, "first different row")
    }
    if let pair = comparison.firstOtherValue, order.order == report.orders.first?.order,
      !order.columnsAccepted(by: options.output.accepted).contains(pair.column)
    {
      lines += self.lines(for: pair, "first different value")
    }
    return lines
  }

  /// Lists the first items, on as many lines as the terminal makes necessary.
  private func summary(_ title: String, _ items: [String]) -> [String] {
    let rest = items.count - ComparisonText.limit
    let shown =
      items.prefix(ComparisonText.limit).map(TerminalText.printable)
      + (rest > 0 ? ["and \(CountText.grouped(rest)) more"] : [])
    var lines: [String] = []
    var line = "  \(TerminalText.printable(title)): \(CountText.grouped(items.count)) "
    for (place, item) in shown.enumerated() {
      let part = item + (place < shown.count - 1 ? "," : "")
      if let width = style.width, DisplayWidth.columns(of: "\(line) \(part)") > width {
        lines.append(line)
        line = "   "
      }
      line += " \(part)"
    }
    return lines + [line]
  }

  /// Describes what moved, with positions counted from one.
  private func moves(_ moves: [ListComparison.Move]) -> [String] {
    moves.map { "\(style.shown($0.name)) (\($0.from + 1) → \($0.to + 1))" }
  }

  private func lines(for pair: DifferingValues, _ what: String) -> [String] {
    let place = "  \(what), at row \(CountText.grouped(pair.position + 1))"
    let column = pair.column.isEmpty ? "" : ", in \(TerminalText.printable(pair.column))"
    let names = [names.first, names.second].map(TerminalText.printable)
    let width = names.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let room = style.width.map { max(8, $0 - width - 6) } ?? 60
    var texts = [pair.first, pair.second].map { $0.map(style.shown) ?? "no such row" }
    if let left = pair.first, let right = pair.second {
      let both = ValueDifference.texts(left, right, upTo: room)
      texts = [both.old, both.new]
    }
    return [place + column]
      + zip(names, texts).map { name, text in
        let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: name))
        return "    \(name)\(padding)  \(TerminalText.isolated(text))"
      }
  }
}
