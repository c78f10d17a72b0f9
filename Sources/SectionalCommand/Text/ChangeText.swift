import Sectional

/// Describes a change set for people: what was added, removed, moved and changed, and where.
struct ChangeText {
  let changeset: ResultsChangeset<StoredRow>
  let style: TerminalStyle
  /// Whether the list has some of a table's rows only, so that a row that leaves it need not be deleted.
  let isOfSomeRows: Bool
  var forms = ColumnForms.none
  /// The columns that are told of, or `nil` for all.
  var columns: [String]?
  /// The maximum number of row changes that are listed individually.
  var limit = 12

  /// The lines, starting with the summary.
  var lines: [String] {
    let changes = changeset.rowChanges
    guard !changeset.isReset else {
      let counting = changeset.after.counting
      let rows = CountText.text(changeset.after.numberOfObjects, "row")
      let doubt = counting?.doubt.map { ", not counted exactly: \($0)" } ?? ""
      return [style.bold("any row may have changed; \(rows) now\(doubt)")]
    }
    var lines = [style.bold(summary)]
    lines += changeset.sectionDeletes.map {
      sectionLine("− section", changeset.before, $0, style.red)
    }
    let counted = changeset.appendedRows.filter {
      $0.isInInsertedSection && $0.items.lowerBound == 0
    }
    .map(\.section)
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

  var summary: String {
    let (new, gone) = (changeset.sectionInserts.count, changeset.sectionDeletes.count)
    let renamed = changeset.sectionUpdates.count
    let appended = changeset.appendedRows.reduce(0) { $0 + $1.items.count }
    let words: [(count: Int, word: String)] = [
      (appended, "more counted"),
      (count(of: .insert), isOfSomeRows ? "entered" : "inserted"),
      (count(of: .delete), isOfSomeRows ? "left" : "deleted"),
      (count(of: .move) + changeset.regroupedCount, "moved"), (count(of: .update), "updated"),
      (new, new == 1 ? "new section" : "new sections"),
      (gone, gone == 1 ? "section gone" : "sections gone"),
      (renamed, renamed == 1 ? "section renamed" : "sections renamed"),
    ]
    let endsCounting = appended > 0 && changeset.after.counting?.isComplete == true
    let parts =
      words.filter { $0.count > 0 }.map { "\(CountText.grouped($0.count)) \($0.word)" }
      + (endsCounting ? ["all rows are counted"] : [])
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    let isCut = changeset.after.contains(where: \.isCut)
    if isCut != changeset.before.contains(where: \.isCut) {
      return isCut ? "there may be earlier rows" : "all earlier rows are loaded"
    }
    let counts = changeset.sectionInfoUpdates.count
    return counts > 0
      ? "\(CountText.text(counts, "section")) with other counts" : "all rows are counted"
  }

  private func count(of kind: ResultsChange.Kind) -> Int {
    changeset.rowChanges.count { $0.kind == kind }
  }

  private func sectionLine(
    _ word: String, _ results: ResultsList<StoredRow>, _ section: Int,
    _ colour: (String) -> String
  ) -> String {
    let name = CellText.heading(
      results[section], isAmongNumbers: true, as: results.sectionForm(forms))
    // Long names differ more often at their ends.
    let shown = style.width.map { TerminalText.ending(of: name, upTo: max(8, $0 - word.count - 3)) }
    return fitted("  \(word) \(shown ?? name)", colour)
  }

  private func line(_ change: ResultsChange) -> String {
    colour(change.kind)(
      ChangeLine(
        change: change, changeset: changeset, forms: forms,
        columns: columns.map { Set($0.map(Names.folded)) }, width: style.width
      ).text)
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
