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
  /// What a description and a section's name keep of a narrow line.
  private static let least = 8

  /// The line, no wider than its limit.
  ///
  /// The description is shortened first, then the values, and the place last.
  var text: String {
    guard let width else { return joined(description, differences(upTo: nil), route(upTo: nil)) }
    let route = route(upTo: max(ChangeLine.least, width - ChangeLine.least - 6))
    let room = max(0, width - 4 - DisplayWidth.columns(of: route) - 4)
    let differences = TerminalText.truncated(
      differences(upTo: room), to: max(0, room - min(ChangeLine.least, room / 3)))
    let rest = room - DisplayWidth.columns(of: differences) - (differences.isEmpty ? 0 : 2)
    let text = joined(TerminalText.truncated(description, to: max(0, rest)), differences, route)
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
    // Fewer columns on a narrow line, so that their values can be told apart.
    let most = width.map { max(1, min(ChangeLine.mostDifferences, $0 / 24)) }
    let shown = changed.filter { isShown($0.name) }
      .prefix(most ?? ChangeLine.mostDifferences)
    var parts = shown.map { name, old, new in
      let name = TerminalText.printable(name)
      let others = DisplayWidth.columns(of: name) + 6
      let room = width.map { max(6, ($0 / max(1, shown.count) - others) / 2) }
      let texts = ValueDifference.texts(
        old, new, as: forms[name], upTo: room ?? ChangeLine.valueWidth)
      return "\(name) \(texts.old) → \(texts.new)"
    }
    let hidden = changed.count - shown.count
    if hidden > 0 { parts.append("… \(CountText.text(hidden, "more column"))") }
    return parts.joined(separator: ", ")
  }

  private func differences(
    _ old: [String: StoredValue], in row: StoredRow
  ) -> [(name: String, old: StoredValue, new: StoredValue)] {
    let headed = changeset.after.ordering.section.first?.column
    return zip(row.columns.names, row.values).enumerated().compactMap { place, cell in
      // The places say which section the row was in.
      place == headed ? nil : old[cell.0].map { (name: cell.0, old: $0, new: cell.1) }
    }
  }

  // MARK: Where it is

  /// Returns the row's places, counting rows from one, with sections' names as long as there is room.
  private func route(upTo width: Int?) -> String {
    let places = [
      change.from.map { ($0, changeset.before) }, change.to.map { ($0, changeset.after) },
    ].compactMap { $0 }
    let whole = route(places, namesUpTo: nil)
    guard let width, DisplayWidth.columns(of: whole) > width else { return whole }
    let bare = DisplayWidth.columns(of: route(places, namesUpTo: 0))
    return route(places, namesUpTo: max(4, (width - bare) / max(1, places.count)))
  }

  private func route(
    _ places: [(ElementPath, ResultsList<StoredRow>)], namesUpTo limit: Int?
  ) -> String {
    let words = places.map { place($0.0, in: $0.1, nameUpTo: limit) }
    return Set(words).count == 1 ? words[0] : words.joined(separator: " → ")
  }

  private func place(
    _ path: ElementPath, in results: ResultsList<StoredRow>, nameUpTo limit: Int?
  ) -> String {
    let row = "row \(CountText.grouped(path.item + 1))"
    guard !results.ordering.section.isEmpty else { return row }
    let name = CellText.heading(
      results[path.section], isAmongNumbers: true, as: results.sectionForm(forms))
    return "\(limit.map { TerminalText.truncated(name, to: $0) } ?? name), \(row)"
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
