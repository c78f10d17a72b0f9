import Sectional

/// Checks what a list computes of its sections, and of which of them it says that their headers say something else.
struct AggregateCheck {
  let plan: HistoryPlan

  /// Checks the values of a list that shows a picture.
  func run(_ results: ResultsList<StoredRow>, showing picture: ListPicture) throws(LawViolation) {
    guard plan.hasAggregates else { return }
    for (index, section) in picture.sections.enumerated() {
      try demand(
        HistoryAggregates(results[index]), try HistoryAggregates(section.rows, plan.shape),
        "section \(index)")
    }
    try demand(
      HistoryAggregates(results), try HistoryAggregates(picture.rows.map(\.row), plan.shape),
      "the list")
  }

  /// Checks that a change set names the sections that stay and whose count or values are others, and no more.
  func run(
    _ changeset: ResultsChangeset<StoredRow>, from before: ListPicture, to after: ListPicture
  ) throws(LawViolation) {
    // Without sections, there is no header that says how many rows there are.
    guard plan.hasAggregates || plan.order.sectionColumn != nil else { return }
    let told = Set(changeset.sectionInfoUpdates)
    let inserted = Set(changeset.sectionInserts)
    let known = Dictionary(
      uniqueKeysWithValues: before.sections.enumerated().map { ($1.key, (index: $0, section: $1)) })
    for (index, section) in after.sections.enumerated() where !inserted.contains(index) {
      guard let old = known[section.key] else { continue }
      // Contents that change out of sight aren't told, but what is made of them is.
      let was =
        plan.extent.holdsContents
        ? try HistoryAggregates(old.section.rows, plan.shape)
        : HistoryAggregates(changeset.before[old.index])
      let now =
        plan.extent.holdsContents
        ? try HistoryAggregates(section.rows, plan.shape)
        : HistoryAggregates(changeset.after[index])
      let isOther =
        plan.hasAggregates && now != was || old.section.rows.count != section.rows.count
        || changeset.before[old.index].isCut != changeset.after[index].isCut
      guard told.contains(index) == isOther else {
        throw LawViolation(
          isOther ? .replay : .minimal,
          "the header of section \(index) says \(isOther ? "something else" : "what it said"), "
            + "but the change set names \(told.sorted())")
      }
    }
  }

  private func demand(
    _ found: HistoryAggregates, _ expected: HistoryAggregates, _ name: String
  ) throws(LawViolation) {
    guard found == expected else {
      throw LawViolation(.consistent, "\(name) has the values \(found), not \(expected)")
    }
  }
}

extension HistoryPlan {
  /// Whether the list computes aggregates, as in a quarter of the histories.
  var hasAggregates: Bool { (seed &* 0xBF58_476D_1CE4_E5B9) >> 62 == 1 }
}
