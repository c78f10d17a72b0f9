import Sectional

/// Checks that a change set says no more than it has to, and nothing twice.
public struct MinimalityCheck {
  private let before: ListPicture
  private let after: ListPicture
  private let places: RowPlaces
  private let order: ([OracleValue]) -> [OracleValue]

  /// Makes a check of what lies between two lists.
  ///
  /// - Parameters:
  ///   - before: The list before.
  ///   - after: The list after.
  ///   - order: Returns what decides a row's place in the order, section included, from its cells;
  ///     the identity may be left out.
  public init(
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
  /// - Throws: ``LawViolation`` with the change that says too much, or the row no change speaks of.
  public func run(_ form: FullForm) throws(LawViolation) {
    var seen: Set<[OracleValue]> = []
    for change in form.rows {
      let id = OracleValue.id(of: change.key)
      guard seen.insert(id).inserted else { throw violation("a row is in two events", change) }
      guard let entry = places.entries[id] else { throw violation("no row has the key", change) }
      try check(change, of: entry)
    }
    for entry in places.entries.values where !seen.contains(entry.id) {
      guard entry.before?.row == entry.after?.row else {
        throw LawViolation(.minimal, "a changed row stands in no event: \(entry.id)")
      }
    }
    try checkSections(form)
    let moves = form.rows.count { $0.kind == .move }
    let fewest = FewestMoves(before, after, places, order: order).count
    guard moves == fewest else {
      throw LawViolation(.minimal, "there are \(moves) moves where \(fewest) are enough")
    }
  }

  private func check(_ change: ResultsChange, of entry: RowPlaces.Entry) throws(LawViolation) {
    guard let old = entry.before, let new = entry.after else {
      guard change.kind == (entry.before == nil ? .insert : .delete) else {
        throw violation("a row that is in one list only has another event", change)
      }
      return
    }
    switch change.kind {
    case .insert, .delete: throw violation("a row of both lists comes or goes", change)
    case .update where old.row == new.row: throw violation("an update changes nothing", change)
    case .move where order(old.row.cells) == order(new.row.cells):
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
