import Sectional
import SectionalSQL

/// Describes what happened to one row: which row it is, what changed in it, and where it is.
struct ChangeLine {
  let change: ResultsChange
  let changeset: ResultsChangeset<StoredRow>
  let forms: ColumnForms
  /// The names of the columns that are told of, without case, or `nil` for all.
  let columns: Set<[UInt8]>?
  /// The width of the line, or `nil` if it has no limit.
  let width: Int?

  /// The largest number of columns whose values are shown.
  private static let mostDifferences = 4
  /// The width of a value if the line has no limit.
  private static let valueWidth = 32
  /// The widths of values that are tried on a line with a limit.
  private static let valueWidths = [32, 24, 18, 14, 11, 9, 7]
  /// What a description and a place keep of a narrow line.
  private static let least = 8
  /// What a section's name keeps of a narrow line.
  private static let leastName = 4

  /// The line, no wider than its limit.
  ///
  /// The description is shortened first, to the row's key. Values that changed and sections' names share the rest, so
  /// that a narrow line has both values and both places; if it is too narrow for that, the names or the number of the columns that changed.
  var text: String {
    guard let width else { return joined(description, differences(upTo: nil), route(upTo: nil)) }
    let hasDifferences = !differences(upTo: nil).isEmpty
    let room = max(0, width - "  ~ ".count - "  ()".count - (hasDifferences ? 2 : 0))
    let share = hasDifferences ? room / (change.kind == .move ? 3 : 2) : 0
    let route = route(upTo: max(ChangeLine.least, room - share - ChangeLine.least))
    let rest = max(0, room - DisplayWidth.columns(of: route))
    // A narrow line still says which row it is.
    let name = min(ChangeLine.least, DisplayWidth.columns(of: description))
    let differences = differences(upTo: max(0, rest - name))
    let last = rest - DisplayWidth.columns(of: differences)
    let text = joined(TerminalText.truncated(description, to: max(0, last)), differences, route)
    return TerminalText.isolated(TerminalText.truncated(text, to: width))
  }

  private func joined(_ description: String, _ differences: String, _ route: String) -> String {
    let parts = [description, differences, "(\(route))"].filter { !$0.isEmpty }
    return "  \(change.kind.sign) \(parts.joined(separator: "  "))"
  }

  // MARK: Which row it is

  /// The cells of the row that didn't change, except for the section's; its key if the contents aren't loaded.
  private var description: String {
    let results = change.kind == .delete ? changeset.before : changeset.after
    guard let row = results.row(forKey: change.key) else {
      return TerminalText.printable(
        change.key.values.map { text($0, as: nil) }.joined(separator: " · "))
    }
    let headed = results.ordering.section.first?.column
    let names = changedNames
    let cells = zip(row.columns.names, row.values).enumerated().filter { place, cell in
      place != headed && !names.contains(cell.0) && isShown(cell.0)
    }
    return cells.map {
      TerminalText.truncated(
        TerminalText.printable(text($0.element.1, as: forms[$0.element.0])),
        to: ChangeLine.valueWidth)
    }.joined(separator: " · ")
  }

  private func isShown(_ column: String) -> Bool {
    columns?.contains(Names.folded(column)) ?? true
  }

  /// Returns a cell's text, quoted if it reads like another value or contains what separates the cells.
  private func text(_ value: StoredValue, as form: ColumnForms.Form?) -> String {
    let text = CellText.text(value, isAmongNumbers: true, as: form)
    guard case .text(let own) = value, text == own, own.utf8.contains(" · ".utf8) else {
      return text
    }
    return QuotedText.quoted(own)
  }

  // MARK: What changed in it

  private var changedNames: Set<String> { Set(changeset.oldValues(of: change).keys) }

  /// Returns the columns that changed, with their old and new values.
  private func differences(upTo width: Int?) -> String {
    let old = changeset.oldValues(of: change)
    guard !old.isEmpty, let row = changeset.after.row(forKey: change.key) else { return "" }
    let changed = differences(old, in: row)
    let shown = changed.filter { isShown($0.name) }
    let most = min(ChangeLine.mostDifferences, shown.count)
    guard let width else {
      return text(shown.prefix(most), of: changed.count, ChangeLine.valueWidth)
    }
    // Rather short values of more columns than long ones of fewer.
    for count in stride(from: most, to: 0, by: -1) {
      for room in ChangeLine.valueWidths {
        let text = text(shown.prefix(count), of: changed.count, room)
        if DisplayWidth.columns(of: text) <= width { return text }
      }
    }
    let names = shown.map { TerminalText.printable($0.name) }.joined(separator: ", ")
    return DisplayWidth.columns(of: names) <= width && shown.count == changed.count
      ? names : CountText.text(changed.count, "column")
  }

  /// Returns the columns with their old and new values, each in so many columns of the terminal.
  private func text(
    _ shown: some Sequence<Difference>, of count: Int, _ width: Int
  ) -> String {
    var parts = shown.map { name, old, new in
      let texts = ValueDifference.texts(old, new, as: forms[name], upTo: width)
      return "\(TerminalText.printable(name)) \(texts.old) → \(texts.new)"
    }
    let hidden = count - parts.count
    if hidden > 0 {
      parts.append(
        parts.isEmpty
          ? CountText.text(hidden, "column") : "… \(CountText.text(hidden, "more column"))")
    }
    return parts.joined(separator: ", ")
  }

  private typealias Difference = (name: String, old: StoredValue, new: StoredValue)

  private func differences(
    _ old: [String: StoredValue], in row: StoredRow
  ) -> [Difference] {
    let headed = changeset.after.ordering.section.first?.column
    return zip(row.columns.names, row.values).enumerated().compactMap { place, cell in
      // The places say which section the row was in.
      place == headed ? nil : old[cell.0].map { (name: cell.0, old: $0, new: cell.1) }
    }
  }

  // MARK: Where it is

  /// A section's name, which is empty in a list without sections, and the row's number in words.
  private struct Place: Hashable {
    let section: String
    let row: String
  }

  private var places: [Place] {
    let both = [
      change.from.map { place($0, in: changeset.before) },
      change.to.map { place($0, in: changeset.after) },
    ].compactMap(\.self)
    return Set(both).count == 1 ? [both[0]] : both
  }

  private func place(_ path: ElementPath, in results: ResultsList<StoredRow>) -> Place {
    let row = "row \(CountText.grouped(path.item + 1))"
    guard !results.ordering.section.isEmpty else { return Place(section: "", row: row) }
    let name = CellText.heading(
      results[path.section], isAmongNumbers: true, as: results.sectionForm(forms))
    return Place(section: name, row: row)
  }

  /// Returns the row's places, counting rows from one, with sections' names as long as there is room.
  private func route(upTo width: Int?) -> String {
    let places = places
    let whole = ChangeLine.route(places)
    guard let width, DisplayWidth.columns(of: whole) > width else { return whole }
    let names = places.reduce(0) { $0 + DisplayWidth.columns(of: $1.section) }
    let room = width - (DisplayWidth.columns(of: whole) - names)
    return ChangeLine.route(
      ChangeLine.shortened(places, upTo: max(ChangeLine.leastName, room / max(1, places.count))))
  }

  private static func route(_ places: [Place]) -> String {
    places.map { $0.section.isEmpty ? $0.row : "\($0.section), \($0.row)" }.joined(
      separator: " → ")
  }

  /// Returns the places with shorter names, with which two sections can be told apart.
  private static func shortened(_ places: [Place], upTo limit: Int) -> [Place] {
    guard places.count == 2, places[0].section != places[1].section else {
      return places.map {
        Place(section: TerminalText.truncated($0.section, to: limit), row: $0.row)
      }
    }
    let names = ValueDifference.excerpts(places[0].section, places[1].section, upTo: limit)
    return [
      Place(section: names.old, row: places[0].row), Place(section: names.new, row: places[1].row),
    ]
  }
}

extension ResultsChange.Kind {
  /// A sign for what happened to a row.
  var sign: String {
    switch self {
    case .insert: "+"
    case .delete: "−"
    case .move: "→"
    case .update: "~"
    }
  }
}
