import Sectional

/// Compares the rows that two lists have in common, one by one.
struct RowContents {
  /// As many as are kept.
  private(set) var sectionChanges: [ListComparison.SectionChange] = []
  private(set) var sectionChangeCount = 0
  private(set) var differing = 0
  /// The number of rows that differ in each column.
  private(set) var differingIn: [Int]
  private(set) var firstOtherCell: DifferingValues?
  private let first: ComparedList
  private let second: ComparedList
  private let columns: [ColumnPairs.Pair]
  private let matches: MatchedRows
  private let limit: Int
  /// Whether the columns are in the same places, so that rows with the same cells needn't be taken apart.
  private let isSameShape: Bool

  init(
    _ first: ComparedList, _ second: ComparedList, _ columns: [ColumnPairs.Pair],
    _ matches: MatchedRows, keeping limit: Int
  ) {
    (self.first, self.second, self.columns) = (first, second, columns)
    (self.matches, self.limit) = (matches, limit)
    differingIn = Array(repeating: 0, count: columns.count)
    isSameShape = first.hasSameShape(as: second, columns)
    for place in first.rows.indices where matches.other[place] >= 0 {
      compare(place, Int(matches.other[place]))
    }
  }

  private mutating func compare(_ place: Int, _ other: Int) {
    if let from = first.section(ofRow: place), let to = second.section(ofRow: other), from != to {
      sectionChangeCount += 1
      if sectionChangeCount <= limit {
        sectionChanges.append(.init(row: first.key(place).values, from: from, to: to))
      }
    }
    if isSameShape, first.hasSameCells(place, as: second, other) { return }
    let (own, others) = (first.values(place), second.values(other))
    let hasOtherKey = matches.byMeaning.contains(place)
    let found = columns.indices.filter { index in
      let column = columns[index]
      // That the keys differ is a difference of its own.
      return own[column.first].byValue != others[column.second].byValue
        && !(hasOtherKey && first.keyColumns.contains(column.name))
    }
    for index in found { differingIn[index] += 1 }
    guard let index = found.first else { return }
    differing += 1
    guard firstOtherCell == nil else { return }
    let column = columns[index]
    firstOtherCell = DifferingValues(
      position: place, column: column.name, first: own[column.first],
      second: others[column.second])
  }

  /// The first position at which the lists have different rows, and what decides the difference.
  var firstOtherRow: DifferingValues? {
    for place in 0..<max(first.rows.count, second.rows.count) {
      let left = first.rows.indices.contains(place)
      let right = second.rows.indices.contains(place)
      if left, right, matches.sameKey(place) == place { continue }
      return decision(at: place, left, right)
    }
    return nil
  }

  /// Returns the section if it differs, otherwise the first column of the order that does.
  private func decision(at place: Int, _ left: Bool, _ right: Bool) -> DifferingValues {
    let sections = (
      left ? first.section(ofRow: place) : nil, right ? second.section(ofRow: place) : nil
    )
    let candidates = first.order.compactMap { place in columns.first { $0.first == place } }
    if let name = first.sectionName, sections.0 != sections.1 || candidates.isEmpty {
      return DifferingValues(
        position: place, column: name, first: sections.0, second: sections.1)
    }
    let differing = candidates.first { column in
      guard left, right else { return true }
      return first.value(place, column.first).byValue
        != second.value(place, column.second).byValue
    }
    let column = differing ?? candidates.first
    return DifferingValues(
      position: place, column: column?.name ?? "",
      first: left ? column.map { first.value(place, $0.first) } : nil,
      second: right ? column.map { second.value(place, $0.second) } : nil)
  }
}
