import Sectional

/// Checks that a full form is well formed: which paths and flags each change has, and the order of the changes.
struct FullFormCheck {
  let form: FullForm

  func run() throws(LawViolation) {
    try demandAscending(form.sectionDeletes, "sections are deleted")
    try demandAscending(form.sectionInserts, "sections are inserted")
    try demandAscending(form.sectionUpdates, "sections are renamed")
    for change in form.rows { try check(change) }
    try demandAscending(form.rows.map { turn(of: $0.kind) }, "kinds are told", allowsTies: true)
    for kind in [ResultsChange.Kind.delete, .insert, .move, .update] {
      let paths = form.rows.filter { $0.kind == kind }
        .compactMap { kind == .delete ? $0.from : $0.to }
      try demandAscending(paths, "rows are told")
    }
  }

  private func check(_ change: ResultsChange) throws(LawViolation) {
    guard (change.from == nil) == (change.kind == .insert),
      (change.to == nil) == (change.kind == .delete)
    else {
      throw LawViolation(.replay, "a change lacks a path or has one too many: \(change.summary)")
    }
    let isFromDeletedSection = change.from.map { form.sectionDeletes.contains($0.section) }
    let isToInsertedSection = change.to.map { form.sectionInserts.contains($0.section) }
    guard change.isFromDeletedSection == (isFromDeletedSection ?? false),
      change.isToInsertedSection == (isToInsertedSection ?? false)
    else { throw LawViolation(.replay, "the flags contradict the sections: \(change.summary)") }
  }

  private func turn(of kind: ResultsChange.Kind) -> Int {
    switch kind {
    case .delete: 0
    case .insert: 1
    case .move: 2
    case .update: 3
    }
  }

  private func demandAscending<Place: Comparable>(
    _ places: [Place], _ what: String, allowsTies: Bool = false
  ) throws(LawViolation) {
    for (place, next) in zip(places, places.dropFirst())
    where next < place || (next == place && !allowsTies) {
      throw LawViolation(.replay, "\(what) out of order: \(place), then \(next)")
    }
  }
}
