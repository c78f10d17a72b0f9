import Sectional

/// Checks that results are consistent across all the ways to read them.
struct ResultsCheck {
  let results: ResultsList<StoredRow>
  let plan: HistoryPlan
  /// What the results show.
  let picture: ListPicture

  func run() throws(LawViolation) {
    try checkSections()
    try AggregateCheck(plan: plan).run(results, showing: picture)
    for (rank, place) in picture.rows.enumerated() { try check(rank, place.path, place.row) }
  }

  private func checkSections() throws(LawViolation) {
    let counts = results.map(\.numberOfObjects)
    try demand(counts.reduce(0, +) == results.numberOfObjects, "the numbers of objects differ")
    try demand(results.rows.count == results.numberOfObjects, "the number of rows differs")
    if plan.order.sectionColumn != nil {
      try demand(
        plan.presentation != .plain || !counts.contains(0), "a section is empty")
      let keys = Set(results.map(\.key))
      try demand(keys.count == results.count, "two sections have one key")
    } else {
      try demand(results.count == 1, "a list without sections is not one section")
    }
    let titled = results.indices.filter { results[$0].indexTitle != nil }
    for (index, title) in results.sectionIndexTitles.enumerated() {
      let section = results.section(forSectionIndexTitle: title, at: index)
      try demand(section == titled[index], "index title \(index) leads to another section")
    }
  }

  private func check(
    _ rank: Int, _ path: ElementPath, _ known: ListPicture.Row
  ) throws(LawViolation) {
    guard let row = results.row(ifLoaded: path.indexPath) else {
      guard !plan.extent.holdsContents else {
        throw LawViolation(.consistent, "the row at \(path) isn't loaded")
      }
      // The key of a row in a list that counts its rows may be unknown, but not be another row's.
      let found = results.path(forKey: plan.key(of: known))
      return try demand(
        found == nil || found == path, "a key is found at a place other than \(path)")
    }
    try demand(results.path(forKey: row.key) == path, "a key is not found at \(path)")
    try demand(results.row(forKey: row.key) == row, "another row has the key at \(path)")
    try demand(results.rows[rank] == row, "rank \(rank) is not \(path)")
  }

  private func demand(_ holds: Bool, _ problem: String) throws(LawViolation) {
    guard holds else { throw LawViolation(.consistent, problem) }
  }
}
