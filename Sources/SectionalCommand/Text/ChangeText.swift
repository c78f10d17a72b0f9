import Sectional
import SectionalSQL

/// Describes a change set for people: what was added, removed, moved and changed, and where.
struct ChangeText {
  let changeset: ResultsChangeset<StoredRow>
  let style: TerminalStyle
  /// The maximum number of row changes that are listed individually.
  var limit = 12

  /// The lines, starting with the summary.
  var lines: [String] {
    let changes = changeset.rowChanges
    guard !changeset.isReset else {
      let counting = changeset.after.counting
      let rows = CountText.text(changeset.after.numberOfObjects, "row")
      let doubt = counting?.doubt.map { ", not counted exactly: \($0)" } ?? ""
      return [style.bold("everything may have changed, \(rows) now\(doubt)")]
    }
    var lines = [style.bold(summary)]
    lines += changeset.sectionDeletes.map {
      sectionLine("− section", changeset.before, $0, style.red)
    }
    let counted = changeset.appendedRows.filter(\.isInInsertedSection).map(\.section)
    lines += changeset.sectionInserts.filter { !counted.contains($0) }.map {
      sectionLine("+ section", changeset.after, $0, style.green)
    }
    lines += changeset.sectionUpdates.map {
      sectionLine("~ section", changeset.after, $0, style.yellow)
    }
    lines += changes.prefix(limit).map(line)
    if changes.count > limit {
      lines.append(style.dim("  … and \(CountText.text(changes.count - limit, "more change"))"))
    }
    return lines
  }

  private var summary: String {
    let (new, gone) = (changeset.sectionInserts.count, changeset.sectionDeletes.count)
    let renamed = changeset.sectionUpdates.count
    let appended = changeset.appendedRows.reduce(0) { $0 + $1.items.count }
    let words: [(count: Int, word: String)] = [
      (appended, "more counted"),
      (count(of: .insert), "inserted"), (count(of: .delete), "deleted"),
      (count(of: .move), "moved"), (count(of: .update), "updated"),
      (new, new == 1 ? "new section" : "new sections"),
      (gone, gone == 1 ? "section gone" : "sections gone"),
      (renamed, renamed == 1 ? "section renamed" : "sections renamed"),
    ]
    let parts = words.filter { $0.count > 0 }
      .map { "\(CountText.grouped($0.count)) \($0.word)" }
    return parts.isEmpty ? "all rows are counted" : parts.joined(separator: ", ")
  }

  private func count(of kind: ResultsChange.Kind) -> Int {
    changeset.rowChanges.count { $0.kind == kind }
  }

  private func sectionLine(
    _ word: String, _ results: ResultsList<StoredRow>, _ section: Int,
    _ colour: (String) -> String
  ) -> String {
    fitted("  \(word) \(CellText.heading(results[section], isAmongNumbers: true))", colour)
  }

  private func line(_ change: ResultsChange) -> String {
    let places = [
      change.from.map { place($0, in: changeset.before) },
      change.to.map { place($0, in: changeset.after) },
    ].compactMap { $0 }
    let route = Set(places).count == 1 ? places[0] : places.joined(separator: " → ")
    return fitted(
      "  \(sign(change.kind)) \(description(of: change))  (\(route))", colour(change.kind))
  }

  private func description(of change: ResultsChange) -> String {
    let results = change.kind == .delete ? changeset.before : changeset.after
    guard let row = results.row(forKey: change.key) else {
      return TerminalText.printable(change.key.values.map { text($0) }.joined(separator: " · "))
    }
    let headed = results.ordering.section.first?.column
    return row.values.enumerated().filter { $0.offset != headed }
      .map { TerminalText.truncated(TerminalText.printable(text($0.element)), to: 32) }
      .joined(separator: " · ")
  }

  /// Returns a cell's text, quoted if it reads like another value or contains what separates the cells.
  private func text(_ value: StoredValue) -> String {
    let text = CellText.text(value, isAmongNumbers: true)
    guard case .text(let own) = value, text == own, own.utf8.contains(" · ".utf8) else {
      return text
    }
    return QuotedText.quoted(own)
  }

  /// Describes the position of a path, counting rows from one.
  private func place(_ path: ElementPath, in results: ResultsList<StoredRow>) -> String {
    let row = "row \(CountText.grouped(path.item + 1))"
    guard !results.ordering.section.isEmpty else { return row }
    return "\(CellText.heading(results[path.section], isAmongNumbers: true)), \(row)"
  }

  private func sign(_ kind: ResultsChange.Kind) -> String {
    switch kind {
    case .insert: "+"
    case .delete: "−"
    case .move: "→"
    case .update: "~"
    }
  }

  private func colour(_ kind: ResultsChange.Kind) -> (String) -> String {
    switch kind {
    case .insert: style.green
    case .delete: style.red
    case .move: style.cyan
    case .update: style.yellow
    }
  }

  private func fitted(_ text: String, _ colour: (String) -> String) -> String {
    guard let width = style.width else { return colour(text) }
    return colour(TerminalText.isolated(TerminalText.truncated(text, to: width)))
  }
}
