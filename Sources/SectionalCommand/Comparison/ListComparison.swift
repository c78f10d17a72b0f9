import Sectional

/// The differences between two lists of the same request.
struct ListComparison {
  /// An element whose position in the order differs.
  struct Move {
    let name: [StoredValue]
    let from: Int
    let to: Int
  }

  /// A row whose section differs.
  struct SectionChange {
    let row: [StoredValue]
    let from: StoredValue
    let to: StoredValue
  }

  /// Two cells that should be equal but aren't.
  struct Pair {
    /// The index of the row, counted from zero.
    ///
    /// If both lists have the row, it is the index in the first list.
    let position: Int
    let column: String
    /// The cell in the first list, or `nil` if that list has no such row.
    let first: StoredValue?
    let second: StoredValue?
  }

  let rowCounts: (first: Int, second: Int)
  let sectionCounts: (first: Int, second: Int)
  let columnsOnlyInFirst: [String]
  let columnsOnlyInSecond: [String]
  let sectionsOnlyInFirst: [StoredValue]
  let sectionsOnlyInSecond: [StoredValue]
  /// The sections that a store's own order splits into several runs.
  let sectionsComingAgain: (first: [StoredValue], second: [StoredValue])
  /// The fewest sections whose moves make the orders equal.
  let sectionsInAnotherOrder: [Move]
  let rowsOnlyInFirst: [RowKey]
  let rowsOnlyInSecond: [RowKey]
  let rowsInAnotherSection: [SectionChange]
  /// The fewest rows whose moves make the orders equal.
  let rowsMoved: [Move]
  let rowsWithOtherContents: Int
  /// The first position at which the lists have different rows, and the cells that decide the difference.
  let firstOtherRow: Pair?
  /// The first row, in the order of the first list, that has a different cell.
  let firstOtherCell: Pair?

  /// Whether sections, rows, their order and their contents are the same.
  var isEqual: Bool {
    columnsOnlyInFirst.isEmpty && columnsOnlyInSecond.isEmpty && sectionsOnlyInFirst.isEmpty
      && sectionsOnlyInSecond.isEmpty && sectionsInAnotherOrder.isEmpty && rowsOnlyInFirst.isEmpty
      && rowsOnlyInSecond.isEmpty && rowsInAnotherSection.isEmpty && rowsMoved.isEmpty
      && rowsWithOtherContents == 0 && sectionsComingAgain.first == sectionsComingAgain.second
  }

  /// Compares two lists.
  init(_ first: ComparedList, _ second: ComparedList) {
    rowCounts = (first.rows.count, second.rows.count)
    sectionCounts = (first.sections.count, second.sections.count)
    let columns = ColumnPairs(first.columns, second.columns)
    columnsOnlyInFirst = columns.onlyInFirst
    columnsOnlyInSecond = columns.onlyInSecond
    let sections = ListComparison.moves(first.sections, second.sections)
    sectionsOnlyInFirst = sections.onlyInFirst
    sectionsOnlyInSecond = sections.onlyInSecond
    sectionsComingAgain = (
      ListComparison.repeated(first.sections), ListComparison.repeated(second.sections)
    )
    sectionsInAnotherOrder = sections.moves.map {
      Move(name: [$0.element], from: $0.from, to: $0.to)
    }
    let rows = ListComparison.moves(first.rows.map(\.key), second.rows.map(\.key))
    rowsOnlyInFirst = rows.onlyInFirst
    rowsOnlyInSecond = rows.onlyInSecond
    rowsMoved = rows.moves.map { Move(name: $0.element.values, from: $0.from, to: $0.to) }
    let contents = RowContents(first, second, columns.pairs)
    rowsInAnotherSection = contents.sectionChanges
    rowsWithOtherContents = contents.differing
    firstOtherRow = contents.firstOtherRow
    firstOtherCell = contents.firstOtherCell
  }

  private static func repeated(_ sections: [StoredValue]) -> [StoredValue] {
    var seen: Set<StoredValue> = []
    var again: Set<StoredValue> = []
    return sections.filter { !seen.insert($0).inserted && again.insert($0).inserted }
  }

  /// Returns the elements that only one sequence has, and the fewest elements whose moves make the orders equal; a
  /// repeated element counts at its first occurrence.
  private static func moves<Element: Hashable>(
    _ first: [Element], _ second: [Element]
  ) -> (
    onlyInFirst: [Element], onlyInSecond: [Element],
    moves: [(element: Element, from: Int, to: Int)]
  ) {
    let places = Dictionary(
      second.enumerated().map { ($1, $0) }, uniquingKeysWith: { old, _ in old })
    let known = Set(first)
    var seen: Set<Element> = []
    var common: [(element: Element, from: Int, to: Int)] = []
    for (from, element) in first.enumerated() where seen.insert(element).inserted {
      if let to = places[element] { common.append((element, from, to)) }
    }
    let kept = Set(longestIncreasingSubsequence(of: common.map(\.to)))
    return (
      first.filter { places[$0] == nil }, second.filter { !known.contains($0) },
      common.enumerated().filter { !kept.contains($0.offset) }.map(\.element)
    )
  }
}
