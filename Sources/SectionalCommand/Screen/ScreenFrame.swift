import Sectional

/// Draws the screen of `watch`: as many lines as the terminal has, none wider.
struct ScreenFrame {
  let model: ScreenModel
  /// The time for what depends on it, such as changes in the last second.
  let now: ContinuousClock.Instant

  private var style: TerminalStyle {
    model.style.narrowed(to: model.size.width)
  }

  /// The lines.
  var lines: [String] {
    let height = model.size.height
    guard height > 3 else {
      return Array(([status] + body(height: max(0, height - 1))).prefix(height))
    }
    let body = body(height: height - 3)
    let padding = [String](repeating: "", count: max(0, height - 3 - body.count))
    return [title, columnTitles] + body + padding + [status]
  }

  private var title: String {
    let results = model.shown.results
    let isCounting = results.counting?.isComplete == false
    let rows = CountText.text(results.totalCount, "row") + (isCounting ? " so far" : "")
    let sections =
      results.ordering.section.isEmpty ? "" : " in \(CountText.text(results.count, "section"))"
    let filter = model.filter.isEmpty ? "" : " with “\(model.filter)”"
    let values = model.subject.aggregates.words(of: results, model.subject.forms).map { ", \($0)" }
      .joined()
    let name = TerminalText.printable(model.subject.title)
    let least = min(ScreenFrame.leastName, DisplayWidth.columns(of: name))
    var parts = [": \(rows)", sections, values, condition, filter, section, hiddenColumns].map(
      TerminalText.printable)
    var room: Int { model.size.width - DisplayWidth.columns(of: parts.joined()) }
    // What the screen shows elsewhere, or shows when it is asked, goes first.
    for place in [6, 2, 3, 5, 1, 4] where room < least { parts[place] = "" }
    // Paths differ at their ends.
    return style.bold(
      fitted(TerminalText.ending(of: name, upTo: max(0, room)) + parts.joined()))
  }

  /// Which rows are listed, if the arguments say so.
  private var condition: String {
    guard let condition = model.subject.condition else { return "" }
    return " where " + TerminalText.truncated(condition, to: max(8, model.size.width / 3))
  }

  /// The width that the list's name keeps in the title.
  private static let leastName = 8

  /// How many columns there is no room for.
  private var hiddenColumns: String {
    guard model.mode != .help, !isShowingRow else { return "" }
    let hidden = table.hiddenTitles.count
    return hidden == 0 ? "" : " · \(hidden) of \(model.subject.columns.names.count) columns hidden"
  }

  /// The section of the first line, if its heading isn't in sight.
  private var section: String {
    let results = model.shown.results
    guard model.mode != .help, !isShowingRow, !results.ordering.section.isEmpty,
      case .row(let path)? = model.shown.lines.line(at: model.place.top)
    else { return "" }
    let name = results.heading(ofSection: path.section, model.subject.forms)
    return " · " + TerminalText.truncated(name, to: max(8, model.size.width / 3))
  }

  private var columnTitles: String {
    guard model.mode != .help, !isShowingRow else { return "" }
    return "  " + table.titleLine()
  }

  private var isShowingRow: Bool { if case .row = model.mode { true } else { false } }

  private func body(height: Int) -> [String] {
    switch model.mode {
    case .help:
      Array(
        ScreenHelp.lines(width: model.size.width, hiding: table.hiddenTitles).prefix(height))
    case .row(let key, let column): part(of: record(of: key), from: column, height: height)
    default: list(height: height)
    }
  }

  // MARK: The list

  private func list(height: Int) -> [String] {
    guard model.shown.lines.count > 0 else {
      let isSearch = !model.filter.isEmpty || model.subject.isSearched
      return ["", style.dim(fitted("  no rows\(isSearch ? "; numbers aren't searched" : "")"))]
    }
    let table = table
    return (model.place.top..<model.place.top + height).compactMap { line in
      switch model.shown.lines.line(at: line) {
      case nil: nil
      case .heading(let section): gutter(line, "") + heading(section)
      case .row(let path): row(at: path, line, table)
      }
    }
  }

  private var visibleRows: [StoredRow] {
    (model.place.top..<model.place.top + model.bodyHeight).compactMap { line in
      guard case .row(let path)? = model.shown.lines.line(at: line) else { return nil }
      return model.shown.results.row(ifLoaded: path.indexPath)
    }
  }

  /// The widths of the rows in sight, and of those that were before.
  var measure: TableMeasure {
    var measure = model.measure
    for row in visibleRows { measure.add(cells(of: row, nil)) }
    return measure
  }

  private var table: TextTable {
    let columns = model.subject.columns
    let narrow = style.narrowed(to: max(1, model.size.width - 2))
    return TextTable(
      titles: columns.names, measure, style: narrow, important: columns.ordering)
  }

  private func cells(of row: StoredRow, _ mark: ChangeMarks.Mark?) -> [TextTable.Cell] {
    let values = row.values
    let columns = model.subject.columns
    return zip(columns.names, columns.indexes).map { name, index in
      var cell = CellText.cell(
        values[index], isAmongNumbers: true, as: model.subject.forms[name])
      cell.isLit = mark.map { $0.kind == .insert || $0.columns.contains(name) } ?? false
      return cell
    }
  }

  private func row(at path: ElementPath, _ line: Int, _ table: TextTable) -> String {
    guard let row = model.shown.results.row(ifLoaded: path.indexPath) else {
      return gutter(line, "") + style.dim("…")
    }
    let mark = model.marks.mark(of: row.key)
    return gutter(line, mark.map(\.kind.sign) ?? "") + table.line(cells(of: row, mark))
  }

  /// The two columns before a line: the cursor, and what happened to the row.
  private func gutter(_ line: Int, _ sign: String) -> String {
    let cursor = line == model.place.cursor ? style.bold(">") : " "
    return cursor + (sign.isEmpty ? " " : style.bold(sign))
  }

  private func heading(_ section: Int) -> String {
    let results = model.shown.results
    let change = model.marks.change(ofSection: results[section].key)
    let signs = [
      change.flatMap { $0.added > 0 ? "+\(CountText.grouped($0.added))" : nil },
      change.flatMap { $0.removed > 0 ? "−\(CountText.grouped($0.removed))" : nil },
    ].compactMap(\.self)
    let part = model.subject.isPart ? ["shown"] : []
    let count = ([CountText.grouped(results[section].totalCount)] + part + signs)
      .joined(separator: " ")
    let values = model.subject.aggregates.words(of: results[section], model.subject.forms)
    let name = results.heading(ofSection: section, model.subject.forms)
    let narrow = style.narrowed(to: max(1, model.size.width - 2))
    return SectionHeading(
      name: results[section].isCollapsed ? "▸ \(name)" : name,
      count: ([count] + values).joined(separator: ", ")
    ).text(in: narrow)
  }

  // MARK: A row

  /// The lines of a record for which there is room, and which of its columns they are.
  private func part(of lines: [String], from column: Int, height: Int) -> [String] {
    guard lines.count > height else { return lines }
    let page = max(1, height - 1)
    let first = max(0, min(column, lines.count - page))
    let place = page == 1 ? "column \(first + 1)" : "columns \(first + 1) to \(first + page)"
    let note = style.dim(fitted("  \(place) of \(lines.count) · PgUp PgDn"))
    return Array((lines[first..<first + page] + [note]).prefix(height))
  }

  private func record(of key: RowKey) -> [String] {
    guard let row = model.shown.results.row(forKey: key) else {
      return ["", style.dim("  the row is no longer in the list")]
    }
    let all = model.shown.results.columns
    let old = model.marks.oldValues(of: key)
    let width = all.names.map { DisplayWidth.columns(of: TerminalText.printable($0)) }.max() ?? 0
    let cells = Array(zip(all.names, row.values))
    // What changed comes first, because a record can be longer than the screen.
    let changed = cells.filter { old[$0.0] != nil } + cells.filter { old[$0.0] == nil }
    return changed.map { name, value in
      let shown = TerminalText.printable(name)
      let padding = String(repeating: " ", count: width - DisplayWidth.columns(of: shown))
      let form = model.subject.forms[name]
      let before = old[name].map { CellText.text($0, as: form) }
        .map { "  (was \(TerminalText.printable($0)))" }
      let text = CellText.text(value, isAmongNumbers: true, as: form)
      return fitted("  \(padding)\(shown)  \(TerminalText.printable(text))\(before ?? "")")
    }
  }

  // MARK: The status

  private var status: String {
    switch model.mode {
    case .filter(let text): return style.inverse(padded("/\(text)▏  Enter filters, Esc cancels"))
    case .section(let text):
      let isMissing = !text.isEmpty && model.section(beginningWith: text) == nil
      return style.inverse(
        padded("section: \(text)▏  \(isMissing ? "no section begins with this" : "Enter")"))
    default: break
    }
    var tally = model.tally
    let rate = tally.rate(at: now)
    let state =
      model.held.map { "paused, \(CountText.text($0.changes, "change")) held back" }
      ?? model.news.problem ?? "live"
    let keys =
      switch model.mode {
      case .list: self.keys
      case .row: "↑ ↓ other rows · q back"
      default: "any key: back"
      }
    // Rows that aren't shown change unseen.
    let seesAll = model.shown.results.sectionDisplay == SectionDisplay()
    let speed = "\(CountText.text(rate, seesAll ? "change" : "visible change"))/s"
    let change = [model.news.lastChange].compactMap(\.self)
    // What happens comes before the keys, of which one leads to the others.
    let least = model.mode != .list ? keys : model.held != nil ? "Space resumes" : "? help"
    let choices = [
      [state, speed] + change + [keys], [state, speed] + change + [least],
      [state, speed, keys], [state, speed, least], [state, least], [state],
    ]
    let texts = choices.map { $0.joined(separator: "  │  ") }
    let text = texts.first { DisplayWidth.columns(of: $0) <= model.size.width } ?? state
    return style.inverse(padded(text))
  }

  private var keys: String {
    if model.held != nil { return "Space resumes · ? help" }
    return (model.filter.isEmpty ? "" : "Esc shows all rows · ") + "q quit · ? help"
  }

  private func padded(_ text: String) -> String {
    let text = fitted(TerminalText.printable(text))
    return text
      + String(repeating: " ", count: max(0, model.size.width - DisplayWidth.columns(of: text)))
  }

  private func fitted(_ text: String) -> String {
    TerminalText.isolated(TerminalText.truncated(text, to: model.size.width))
  }
}
