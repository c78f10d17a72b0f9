import Sectional

/// The rows of two lists side by side: those that differ, with a few equal ones around them.
struct PageLines {
  private(set) var lines: [PageData.Line] = []
  /// The number of differing rows that were left out because of the page's size.
  private(set) var leftOut = 0
  /// Where differing rows are.
  private(set) var places: PagePlaces

  private let report: OrderReport
  private var equal: [(left: Int, right: Int)] = []
  private var sections: (StoredValue?, StoredValue?)
  /// The number of bytes that may still be written.
  private var room: Int
  /// The number of bytes that equal rows which are folded may still take.
  private var foldedRoom: Int
  /// The number of equal rows that must follow a difference.
  private var following = 0

  /// The number of equal rows around a difference.
  private static let neighbours = 2

  /// The number of equal rows at each end of a gap that a reader can unfold.
  private static let folded = 8

  init(_ report: OrderReport, room: Int) {
    self.report = report
    self.room = room * 4 / 5
    foldedRoom = room / 5
    places = PagePlaces(rows: max(report.lists.first.rows.count, report.lists.second.rows.count))
    addAll()
    finishEqual(isAtEnd: true)
  }

  private mutating func addAll() {
    let (first, second) = report.lists
    let kept = PageLines.kept(report.matches, first)
    var right = 0
    for left in first.rows.indices {
      let other = Int(report.matches.other[left])
      if other < 0 {
        add("onlyFirst", left, nil)
      } else if report.matches.byMeaning.contains(left) {
        add("otherKey", left, other)
      } else if kept[left] || left == other {
        // A row that keeps its position while others pass it isn't counted as moved either.
        addOnlyInSecond(&right, until: other)
        right = max(right, other + 1)
        addCommon(left, other)
      } else {
        add("moved", left, other)
      }
    }
    addOnlyInSecond(&right, until: second.rows.count)
  }

  /// Whether a row needn't be moved.
  private static func kept(_ matches: MatchedRows, _ first: ComparedList) -> [Bool] {
    let common = first.rows.indices.filter { matches.sameKey($0) != nil }
    var kept = Array(repeating: false, count: first.rows.count)
    for place in KeptOrder.positions(of: common.map { Int(matches.other[$0]) }, at: common) {
      kept[common[place]] = true
    }
    return kept
  }

  private mutating func addOnlyInSecond(_ right: inout Int, until end: Int) {
    while right < end {
      if report.matches.otherOfSecond[right] < 0 { add("onlySecond", nil, right) }
      right += 1
    }
  }

  private mutating func addCommon(_ left: Int, _ right: Int) {
    let isSame =
      report.table.causes(left: left, right: nil).isEmpty
      && report.lists.first.section(ofRow: left) == report.lists.second.section(ofRow: right)
    guard isSame else { return add("other", left, right) }
    if following > 0 {
      following -= 1
      append("same", left, right)
    } else {
      equal.append((left, right))
      // Only the last ones can still be shown.
      if equal.count > 4096 { shrinkEqual() }
    }
  }

  /// The number of equal rows that are dropped between those at the beginning of `equal` and the others.
  private var gap = 0

  private mutating func shrinkEqual() {
    let dropped = PageLines.folded..<(equal.count - PageLines.folded - PageLines.neighbours)
    gap += dropped.count
    equal.removeSubrange(dropped)
  }

  private mutating func finishEqual(isAtEnd: Bool = false) {
    let shown = isAtEnd ? 0 : min(PageLines.neighbours, equal.count)
    let hidden = equal.dropLast(shown)
    let canFold = foldedRoom > 0
    let start = canFold ? hidden.prefix(PageLines.folded) : []
    let end = canFold ? hidden.dropFirst(PageLines.folded).suffix(PageLines.folded) : []
    for pair in start { append("same", pair.left, pair.right, isFolded: true) }
    let dropped = gap + hidden.count - start.count - end.count
    if dropped > 0 { lines.append(.gap(dropped)) }
    for pair in end { append("same", pair.left, pair.right, isFolded: true) }
    for pair in equal.suffix(shown) { append("same", pair.left, pair.right) }
    (equal, gap) = ([], 0)
  }

  private mutating func add(_ kind: String, _ left: Int?, _ right: Int?) {
    places.note(left ?? right ?? 0)
    guard room > 0 else {
      leftOut += 1
      return
    }
    finishEqual()
    append(kind, left, right)
    following = PageLines.neighbours
  }

  private mutating func append(
    _ kind: String, _ left: Int?, _ right: Int?, isFolded: Bool = false
  ) {
    let (first, second) = report.lists
    addHeading(left.flatMap(first.section(ofRow:)), right.flatMap(second.section(ofRow:)))
    let cells = report.columns.pairs.indices.filter { index in
      guard let left, let right else { return false }
      let pair = report.columns.pairs[index]
      return first.value(left, pair.first).byValue != second.value(right, pair.second).byValue
    }
    let causes = report.table.causes(left: left, right: right)
    let rows = rows(left, right, differingIn: Set(cells))
    lines.append(
      .row(
        PageData.LineRow(
          kind: kind, left: rows.0, right: rows.1, causes: causes, cells: cells,
          key: rows.0?.key ?? rows.1?.key ?? "", folded: isFolded ? true : nil)))
    let indexes = 5 * (cells.count + causes.count)
    let bytes = [rows.0, rows.1].compactMap(\.self).reduce(indexes) { sum, row in
      sum + 60 + PageText.size(row.key) * 2
        + row.cells.reduce(0) { $0 + 4 + ($1.map(PageText.size) ?? 2) }
    }
    if isFolded { foldedRoom -= bytes } else { room -= bytes }
  }

  private mutating func addHeading(_ left: StoredValue?, _ right: StoredValue?) {
    guard report.lists.first.sectionName != nil, left != nil || right != nil else { return }
    let heading = (left ?? sections.0, right ?? sections.1)
    guard heading.0 != sections.0 || heading.1 != sections.1 else { return }
    sections = heading
    let names = [PageText.name(of: left), PageText.name(of: right)]
    lines.append(.section(names))
    room -= names.compactMap(\.self).reduce(20) { $0 + PageText.size($1) }
  }

  private func rows(
    _ left: Int?, _ right: Int?, differingIn cells: Set<Int>
  ) -> (PageData.Row?, PageData.Row?) {
    let (first, second) = (report.lists.first, report.lists.second)
    var texts: ([String?], [String?]) = ([], [])
    let most = PageText.longest(ofColumns: report.columns.pairs.count)
    for (index, pair) in report.columns.pairs.enumerated() {
      let values = (
        left.map { first.value($0, pair.first) }, right.map { second.value($0, pair.second) }
      )
      let both =
        cells.contains(index)
        ? PageText.texts(values.0, values.1, upTo: most)
        : [PageText.text(values.0, upTo: most), PageText.text(values.1, upTo: most)]
      texts.0.append(both[0])
      texts.1.append(both[1])
    }
    let keys = (left.map(first.key), right.map(second.key))
    var keyTexts = (keys.0.map { PageText.text(of: $0) }, keys.1.map { PageText.text(of: $0) })
    if let one = keys.0, let other = keys.1 {
      let both = PageText.texts(of: one, other)
      keyTexts = (both[0], both[1])
    }
    return (
      left.map { PageData.Row(position: $0, key: keyTexts.0 ?? "", cells: texts.0) },
      right.map { PageData.Row(position: $0, key: keyTexts.1 ?? "", cells: texts.1) }
    )
  }
}
