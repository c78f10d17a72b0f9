import Sectional

/// Replays full forms on plain arrays, as another program that reads them would.
///
/// From the list after the change, it takes only what the change set carries: the keys and names of inserted sections,
/// and the contents of rows in a change.
package struct FullFormReplay: Sendable {
  /// The list as replayed so far.
  package private(set) var picture: ListPicture

  /// Creates a replay that starts from a list.
  package init(_ picture: ListPicture) { self.picture = picture }

  /// Replays one change set and compares the result with the expected list.
  ///
  /// - Throws: ``LawViolation`` if the change set can't be replayed or leads to a different list.
  package mutating func apply(_ form: FullForm, leadingTo after: ListPicture) throws(LawViolation) {
    try FullFormCheck(form: form).run()
    try removeRows(form)
    try removeSections(form.sectionDeletes)
    try insertSections(form.sectionInserts, reading: after)
    try renameSections(form.sectionUpdates, reading: after)
    try insertRows(form, reading: after)
    try replaceContents(form, reading: after)
    if let difference = picture.difference(from: after, calling: "the replayed list") {
      throw LawViolation(.replay, difference)
    }
  }

  /// Removes deleted rows and the sources of moves, by their paths in the list before.
  private mutating func removeRows(_ form: FullForm) throws(LawViolation) {
    for change in form.rows {
      guard let from = change.from else { continue }
      guard picture.row(at: from)?.id == OracleValue.id(of: change.key) else {
        throw LawViolation(
          .replay, "the row is not where it is said to have been: \(change.summary)")
      }
    }
    let leaving = form.rows.filter { $0.kind == .delete || $0.kind == .move }
      .compactMap(\.from).sorted(by: >)
    for path in leaving { picture.sections[path.section].rows.remove(at: path.item) }
  }

  private mutating func removeSections(_ sections: [Int]) throws(LawViolation) {
    for index in sections.reversed() {
      guard picture.sections.indices.contains(index), picture.sections[index].rows.isEmpty else {
        throw LawViolation(.replay, "section \(index) is deleted while it holds rows, or unknown")
      }
      picture.sections.remove(at: index)
    }
  }

  private mutating func insertSections(
    _ sections: [Int], reading after: ListPicture
  ) throws(LawViolation) {
    for index in sections {
      guard index <= picture.sections.count, after.sections.indices.contains(index) else {
        throw LawViolation(.replay, "section \(index) is inserted past the end")
      }
      let section = after.sections[index]
      picture.sections.insert(
        .init(key: section.key, name: section.name, rows: []), at: index)
    }
  }

  private mutating func renameSections(
    _ sections: [Int], reading after: ListPicture
  ) throws(LawViolation) {
    for index in sections {
      guard picture.sections.indices.contains(index), after.sections.indices.contains(index),
        picture.sections[index].name != after.sections[index].name
      else { throw LawViolation(.minimal, "section \(index) has no other name") }
      let (old, new) = (picture.sections[index], after.sections[index])
      picture.sections[index] = .init(key: old.key, name: new.name, rows: old.rows)
    }
  }

  /// Inserts new rows and moved rows, by ascending path in the list after.
  private mutating func insertRows(
    _ form: FullForm, reading after: ListPicture
  ) throws(LawViolation) {
    let arriving = form.rows.filter { $0.kind == .insert || $0.kind == .move }
      .compactMap { change in change.to.map { (path: $0, change: change) } }
      .sorted { $0.path < $1.path }
    for (path, change) in arriving {
      guard picture.sections.indices.contains(path.section),
        path.item <= picture.sections[path.section].rows.count
      else { throw LawViolation(.replay, "a row arrives past the end: \(change.summary)") }
      picture.sections[path.section].rows.insert(try row(of: change, in: after), at: path.item)
    }
  }

  private mutating func replaceContents(
    _ form: FullForm, reading after: ListPicture
  ) throws(LawViolation) {
    for change in form.rows where change.kind == .update {
      guard let to = change.to, let shown = picture.row(at: to),
        shown.id == OracleValue.id(of: change.key)
      else { throw LawViolation(.replay, "the row is not where it is updated: \(change.summary)") }
      picture.sections[to.section].rows[to.item] = try row(of: change, in: after)
    }
  }

  private func row(
    of change: ResultsChange, in after: ListPicture
  ) throws(LawViolation) -> ListPicture.Row {
    guard let to = change.to, let row = after.row(at: to), row.id == OracleValue.id(of: change.key)
    else {
      throw LawViolation(.replay, "another row is in the place of this one: \(change.summary)")
    }
    return row
  }
}
