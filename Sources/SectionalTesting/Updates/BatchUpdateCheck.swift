import Sectional

/// Checks a batch update against every rule before it is applied.
struct BatchUpdateCheck {
  private let updates: BatchUpdate
  /// The number of rows of each section, before and after the batch.
  private let before: [Int]
  private let after: [Int]
  private let deletedSections: Set<Int>
  private let insertedSections: Set<Int>

  init(_ updates: BatchUpdate, before: [Int], after: [Int]) {
    self.updates = updates
    self.before = before
    self.after = after
    deletedSections = Set(updates.sectionDeletes)
    insertedSections = Set(updates.sectionInserts)
  }

  func run() throws(LawViolation) {
    try checkSections()
    try checkRange()
    try checkRepetition()
    try checkReloads()
    try checkSurvival()
    try checkImplied()
    try checkRowCounts()
  }

  private func checkSections() throws(LawViolation) {
    for section in updates.sectionDeletes { try demand(section, in: before) }
    for section in updates.sectionInserts { try demand(section, in: after) }
    try demandUnique(updates.sectionDeletes, .sectionOnce)
    try demandUnique(updates.sectionInserts, .sectionOnce)
    let expected = before.count - deletedSections.count + insertedSections.count
    guard expected == after.count else {
      throw violation(
        .sectionCount, "\(before.count) sections make \(expected), not \(after.count)")
    }
  }

  private func checkRange() throws(LawViolation) {
    for path in updates.deletes { try demand(path, in: before, .rowInRange) }
    for path in updates.inserts { try demand(path, in: after, .rowInRange) }
    for move in updates.moves {
      try demand(move.from, in: before, .rowInRange)
      try demand(move.to, in: after, .rowInRange)
    }
    for path in updates.reloads { try demand(path, in: before, .rowInRange) }
    for path in updates.refreshes { try demand(path, in: after, .refreshInRange) }
  }

  private func checkRepetition() throws(LawViolation) {
    try demandUnique(updates.deletes, .deleteOnce)
    try demandUnique(updates.inserts, .insertOnce)
    try demandUnique(updates.moves.map(\.from), .moveOnce)
    try demandUnique(updates.moves.map(\.to), .targetOnce)
    try demandUnique(updates.deletes + updates.moves.map(\.from), .deleteOrMove)
    try demandUnique(updates.inserts + updates.moves.map(\.to), .insertOrTarget)
  }

  private func checkReloads() throws(LawViolation) {
    try demandUnique(updates.reloads, .reloadOnce)
    try demandUnique(updates.reloads + updates.deletes, .reloadOrDelete)
    try demandUnique(updates.reloads + updates.moves.map(\.from), .reloadOrMove)
    for path in updates.reloads where deletedSections.contains(path.section) {
      throw violation(.reloadSurvives, path)
    }
  }

  private func checkSurvival() throws(LawViolation) {
    for move in updates.moves {
      if deletedSections.contains(move.from.section) { throw violation(.sourceSurvives, move) }
      if insertedSections.contains(move.to.section) { throw violation(.targetSurvives, move) }
    }
  }

  private func checkImplied() throws(LawViolation) {
    guard !updates.namesImpliedRows else { return }
    for path in updates.deletes where deletedSections.contains(path.section) {
      throw violation(.impliedDelete, path)
    }
    for path in updates.inserts where insertedSections.contains(path.section) {
      throw violation(.impliedInsert, path)
    }
  }

  private func checkRowCounts() throws(LawViolation) {
    var expected = before
    for path in updates.deletes { expected[path.section] -= 1 }
    for move in updates.moves { expected[move.from.section] -= 1 }
    var arrivals = after.map { _ in 0 }
    for path in updates.inserts { arrivals[path.section] += 1 }
    for move in updates.moves { arrivals[move.to.section] += 1 }
    let kept = before.indices.filter { !deletedSections.contains($0) }
    let known = after.indices.filter { !insertedSections.contains($0) }
    for (old, new) in zip(kept, known) where expected[old] + arrivals[new] != after[new] {
      throw violation(
        .rowCount,
        "section \(old) keeps \(expected[old]) of \(before[old]) rows and as section \(new) gets "
          + "\(arrivals[new]), which is not \(after[new])")
    }
  }
}

extension BatchUpdateCheck {
  private func demand(_ section: Int, in counts: [Int]) throws(LawViolation) {
    guard counts.indices.contains(section) else { throw violation(.sectionInRange, section) }
  }

  private func demand(
    _ path: ElementPath, in counts: [Int], _ rule: BatchUpdateRule
  ) throws(LawViolation) {
    guard counts.indices.contains(path.section), (0..<counts[path.section]).contains(path.item)
    else { throw violation(rule, path) }
  }

  private func demandUnique<Place: Hashable>(
    _ places: [Place], _ rule: BatchUpdateRule
  ) throws(LawViolation) {
    var seen: Set<Place> = []
    for place in places where !seen.insert(place).inserted { throw violation(rule, place) }
  }

  private func violation(_ rule: BatchUpdateRule, _ subject: some Any) -> LawViolation {
    LawViolation(.batchUpdate(rule), "\(subject)")
  }
}
