/// Checks that a list that begins at its end shows enough rows, and that none has left that didn't change.
struct TailCheck {
  /// The smallest number of rows, as long as there are so many.
  let least: Int
  /// What was shown before.
  let shown: ListPicture

  /// Checks a list.
  ///
  /// - Parameters:
  ///   - after: What is shown now.
  ///   - truth: All rows.
  /// - Throws: ``LawViolation`` if rows are missing.
  func run(_ after: ListPicture, of truth: ListPicture) throws(LawViolation) {
    let (rows, all) = (Set(after.rows.map(\.row)), truth.rows.map(\.row))
    guard rows.count >= min(least, all.count) else {
      throw LawViolation(.fresh, "the list shows \(rows.count) of its last rows, not \(least)")
    }
    let present = Set(all)
    for row in shown.rows.map(\.row) where present.contains(row) && !rows.contains(row) {
      throw LawViolation(.minimal, "the row \(row.id) left, although it didn't change")
    }
  }
}
