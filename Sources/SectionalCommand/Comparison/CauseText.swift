import Sectional
import SectionalComparison

/// Shows the causes of differences as text.
struct CauseText {
  let report: ComparisonReport
  let accepted: AcceptedDifferences
  let tables: (first: String, second: String)?
  /// What the stores are called.
  let names: (first: String, second: String)
  let style: TerminalStyle

  /// Lists why the lists differ, with what to do about it; accepted causes come last, and those that were listed for another
  /// order are only named.
  func lines(of order: OrderReport) -> [String] {
    var accepted = order.causes.filter(self.accepted.accept)
    var others = order.causes(except: self.accepted)
    var repeated: [String] = []
    if let first = report.orders.first, first.order != order.order {
      let listed = Set(first.causes.map(\.acceptance))
      repeated = others.filter { listed.contains($0.acceptance) }.map(title)
      others.removeAll { listed.contains($0.acceptance) }
      accepted.removeAll { listed.contains($0.acceptance) }
    }
    let above = WrappedText.lines(
      "as above: \(repeated.joined(separator: ", "))", width: style.width.map { max(20, $0 - 2) })
    let end = report.orderStatement(for: order, in: tables)
    return others.flatMap { lines(of: $0, inOrderWith: end) } + lines(of: end)
      + (repeated.isEmpty ? [] : [""] + above.map { "  \($0)" })
      + (accepted.isEmpty ? [] : [""])
      + accepted.map { cause in
        style.fitted("  accepted: \(title(of: cause)), \(CountText.text(cause.rows, "row"))")
      }.map(style.dim)
  }

  /// The end of a query that has Sectional's order.
  private func lines(of end: DifferenceCause.Statement?) -> [String] {
    guard let end else { return [] }
    return ["", "  \(end.place), for Sectional's order:"].map(style.dim)
      + ["    \(style.cyan(TerminalText.printable(end.sql)))"]
  }

  private func lines(
    of cause: DifferenceCause, inOrderWith end: DifferenceCause.Statement?
  ) -> [String] {
    let rows = cause.rows > 0 ? "  \(CountText.text(cause.rows, "row"))" : ""
    let head = "  \(style.bold(title(of: cause)))\(rows)"
    return ["", head] + shownPair(of: cause).map { "    \($0)" } + said(of: cause).map(style.fitted)
      + WrappedText.lines(
        TerminalText.printable(report.remedy(for: cause, besidesStatementIn: tables)),
        width: style.width.map { max(20, $0 - 4) }
      )
      .map { "    \($0)" }
      + (end != nil && cause.isOfOrder ? [] : statement(for: cause))
  }

  /// The statement that removes a cause; what is to be typed stays on one line, so that it can be copied.
  private func statement(for cause: DifferenceCause) -> [String] {
    guard let statement = report.statement(for: cause, in: tables) else { return [] }
    return [
      style.dim("    \(statement.place):"),
      "    \(style.cyan(TerminalText.printable(statement.sql)))",
    ]
  }

  private func title(of cause: DifferenceCause) -> String {
    "\(cause.kind.rawValue)\(cause.column.map { " in \(TerminalText.printable($0))" } ?? "")"
  }

  /// What the stores say of the column, if they say different things.
  private func said(of cause: DifferenceCause) -> [String] {
    guard cause.says.count == 2, cause.says[0] != cause.says[1] else { return [] }
    return zip([names.first, names.second], cause.says).map { name, says in
      "    \(TerminalText.printable("\(name): \(says)"))"
    }
  }

  /// The first pair of values that shows a cause, both on a line as long as there is room.
  private func shownPair(of cause: DifferenceCause) -> [String] {
    guard let pair = cause.first, let left = pair.first, let right = pair.second else {
      let store = cause.first?.first == nil ? names.second : names.first
      let place = cause.kind == .missingRow ? ", only in \(TerminalText.printable(store))" : ""
      return cause.firstKey.map { [style.fitted("row \(style.shown($0.values))\(place)")] } ?? []
    }
    let word = pair.isOrder ? " before " : " and "
    let row = cause.firstKey.map { "(row \(style.shown($0.values)))" } ?? ""
    func both(upTo room: Int) -> String {
      let texts = ValueDifference.texts(left, right, upTo: room)
      return "\(TerminalText.isolated(texts.old))\(word)\(TerminalText.isolated(texts.new))"
    }
    guard let width = style.width else { return ["\(both(upTo: 60))  \(row)"] }
    let room = (width - 6 - word.count - DisplayWidth.columns(of: row)) / 2
    guard room < CauseText.leastValue else {
      return ["\(both(upTo: room))  \(style.dim(row))"]
    }
    // The values need the line for themselves.
    return [
      both(upTo: max(8, (width - 4 - word.count) / 2)),
      style.dim(TerminalText.truncated(row, to: width - 4)),
    ]
  }

  /// The width of a value beside another one and its row's key.
  private static let leastValue = 24
}

extension TerminalStyle {
  /// Returns the line, shortened to the width of the terminal; the JSON output has the whole line.
  func fitted(_ line: String) -> String {
    width.map { TerminalText.truncated(line, to: $0) } ?? line
  }

  func shown(_ values: [StoredValue]) -> String { values.map(shown).joined(separator: "/") }

  func shown(_ value: StoredValue) -> String {
    guard case .text(let text) = value else { return TerminalText.printable(CellText.text(value)) }
    let printable = TerminalText.printable(text)
    return "\"\(width == nil ? printable : TerminalText.isolated(printable))\""
  }
}
