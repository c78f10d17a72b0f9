extension RowQuery {
  /// Why a list of these rows can't be held in part, in any store; `nil` if nothing speaks against it.
  package var windowObstacle: RequestFinding? {
    if layout.dependence != .row {
      return RequestFinding(
        .notWindowable, "a row of the list depends on more than itself",
        advice: "list a single table, by its declared key, with a condition that reads only the row"
      )
    }
    guard let section = request.order.section else { return nil }
    if section.isAsSorted {
      return RequestFinding(
        .notWindowable, "sections as sorted can be apart from each other",
        advice: "leave out asSorted, so that the sections lead the order")
    }
    guard section.isDerived || section.ranks != nil else { return nil }
    if section.days != nil, section.derivation?.shownKey == nil {
      return RequestFinding(
        .notWindowable, "rows come into other sections of relative days at midnight",
        advice: "sort by the column of the days first, in their direction, and name it alike")
    }
    guard !sectionsFollow else { return nil }
    return RequestFinding(
      .notWindowable,
      "the store can't compute the sections \(section.derivedName)",
      advice:
        section.derivation?.keys.ascendWithValues == true
        ? "make the column of the sections the first sort key"
        : "keep the sections' values in a column, such as a generated one, and make the sections "
          + "from that")
  }
}

extension RequestFinding {
  /// The error of a list with a window that can't be read in parts.
  var windowError: StoreError {
    StoreError(
      .notWindowable,
      "the list can't have a window: \(message); \(advice)\(sql.map { ": \($0)" } ?? "")",
      part: .fetchWindowSize)
  }
}
