import Sectional

/// Checks that a change set reports no more than necessary, and nothing twice.
package struct MinimalityCheck {
  private let before: ListPicture
  private let after: ListPicture
  private let places: RowPlaces
  private let order: ([OracleValue]) -> [OracleValue]

  /// Creates a check of the changes between two lists.
  ///
  /// - Parameters:
  ///   - before: The list before.
  ///   - after: The list after.
  ///   - order: Returns the values that decide a row's place in the order, including its section, from its cells. The
  ///     row's identity can be omitted.
  package init(
    from before: ListPicture, to after: ListPicture,
    order: @escaping ([OracleValue]) -> [OracleValue]
  ) {
    self.before = before
    self.after = after
    self.order = order
    places = RowPlaces(before, after)
  }

  /// Checks a change set.
  ///
  /// - Throws: ``LawViolation`` with the superfluous change, or with the changed row that isn't reported.
  package func run(_ form: FullForm) throws(LawViolation) {
    var seen: Set<[OracleValue]> = []
    for change in form.rows {
      let id = OracleValue.id(of: change.key)
      guard seen.insert(id).inserted else { throw violation("a row is in two changes", change) }
      guard let entry = places.entries[id] else { throw violation("no row has the key", change) }
      try check(change, of: entry)
    }
    for entry in places.entries.values where !seen.contains(entry.id) {
      guard entry.before?.row == entry.after?.row else {
        throw LawViolation(.minimal, "a changed row isn't reported: \(entry.id)")
      }
    }
    try checkSections(form)
    let moves = form.rows.count { $0.kind == .move }
    let fewest = FewestMoves(before, after, places, order: order).count
    guard moves == fewest else {
      throw LawViolation(.minimal, "\(moves) moves are reported, but \(fewest) are needed")
    }
  }

  private func check(_ change: ResultsChange, of entry: RowPlaces.Entry) throws(LawViolation) {
    guard let old = entry.before, let new = entry.after else {
      guard change.kind == (entry.before == nil ? .insert : .delete) else {
        throw violation("a row in only one list isn't reported as inserted or deleted", change)
      }
      return
    }
    switch change.kind {
    case .insert, .delete:
      throw violation("a row in both lists is reported as inserted or deleted", change)
    case .update where old.row == new.row: throw violation("an update changes nothing", change)
    case .move
    where order(old.row.cells) == order(new.row.cells)
      && before.sections[old.path.section].key == after.sections[new.path.section].key:
      throw violation("a row moves though its place in the order is unchanged", change)
    default: break
    }
  }

  private func checkSections(_ form: FullForm) throws(LawViolation) {
    let (old, new) = (Set(before.sections.map(\.key)), Set(after.sections.map(\.key)))
    let gone = before.sections.indices.filter { !new.contains(before.sections[$0].key) }
    let come = after.sections.indices.filter { !old.contains(after.sections[$0].key) }
    guard form.sectionDeletes == gone, form.sectionInserts == come else {
      throw LawViolation(
        .minimal,
        "sections -\(form.sectionDeletes) +\(form.sectionInserts), not -\(gone) +\(come)")
    }
  }

  private func violation(_ difference: String, _ change: ResultsChange) -> LawViolation {
    LawViolation(.minimal, "\(difference): \(change.summary)")
  }
}
