public import Sectional

/// The differences between two lists of the same request.
public struct ListComparison: Sendable {
  /// An element whose position in the order differs.
  public struct Move: Sendable {
    /// The row's key, or the section's key alone.
    public let name: [StoredValue]
    /// The position in the first list, counted from zero.
    public let from: Int
    /// The position in the second list, counted from zero.
    public let to: Int
  }

  /// A row whose section differs.
  public struct SectionChange: Sendable {
    /// The row's key.
    public let row: [StoredValue]
    /// The key of its section in the first list.
    public let from: StoredValue
    /// The key of its section in the second list.
    public let to: StoredValue
  }

  /// The keys of a row that the lists have under different keys, such as 7 and '7'.
  public struct KeyPair: Sendable {
    /// The row's key in the first list.
    public let first: RowKey
    /// The row's key in the second list.
    public let second: RowKey
  }

  /// How many rows differ in which way.
  public struct Counts: Sendable {
    /// The number of rows that only one list has.
    public internal(set) var onlyIn = (first: 0, second: 0)
    /// The number of rows whose keys mean the same but have different types or forms, such as 7 and '7'.
    public internal(set) var underOtherKeys = 0
    /// The number of rows that are in another section.
    public internal(set) var inAnotherSection = 0
    /// The number of rows that move to another position.
    public internal(set) var moved = 0
  }

  /// The number of rows in each list.
  public let rowCounts: (first: Int, second: Int)
  /// The number of sections in each list; one that a store's own order splits counts once.
  public let sectionCounts: (first: Int, second: Int)
  /// The names of the columns that only the first list has.
  public let columnsOnlyInFirst: [String]
  /// The names of the columns that only the second list has.
  public let columnsOnlyInSecond: [String]
  /// The keys of the sections that only the first list has.
  public let sectionsOnlyInFirst: [StoredValue]
  /// The keys of the sections that only the second list has.
  public let sectionsOnlyInSecond: [StoredValue]
  /// The sections that a store's own order splits into several runs.
  public let sectionsComingAgain: (first: [StoredValue], second: [StoredValue])
  /// The fewest sections whose moves make the orders equal, without those that have the same position in both.
  public let sectionsInAnotherOrder: [Move]
  /// The numbers of rows that differ.
  public let counts: Counts
  /// The keys of the rows that only the first list has, as many as the comparison keeps.
  public let rowsOnlyInFirst: [RowKey]
  /// The keys of the rows that only the second list has, as many as the comparison keeps.
  public let rowsOnlyInSecond: [RowKey]
  /// The keys of the rows that both lists have, under different keys, as many as the comparison keeps.
  ///
  /// Their contents are compared like those of other rows, but a row whose key differs doesn't count as moved.
  public let rowsUnderOtherKeys: [KeyPair]
  /// The rows that are in another section, as many as the comparison keeps.
  public let rowsInAnotherSection: [SectionChange]
  /// The fewest rows whose moves make the orders equal, without those that have the same position in both, as many as the
  /// comparison keeps.
  public let rowsMoved: [Move]
  /// The number of rows that have another value in any column.
  public let rowsWithOtherContents: Int
  /// The number of rows that have another value in each of the columns in which any have, by the column's name in the first
  /// store, in the order of the columns.
  public let rowsByColumn: [(column: String, rows: Int)]
  /// The first position at which the lists have different rows, and the cells that decide the difference.
  public let firstOtherRow: DifferingValues?
  /// The first row, in the order of the first list, that has a different cell.
  public let firstOtherValue: DifferingValues?
  private let isSameOrder: Bool

  /// Whether sections, rows, their order and their contents are the same.
  public var isEqual: Bool {
    columnsOnlyInFirst.isEmpty && columnsOnlyInSecond.isEmpty && sectionsOnlyInFirst.isEmpty
      && sectionsOnlyInSecond.isEmpty && isSameOrder && counts.onlyIn == (0, 0)
      && counts.underOtherKeys == 0 && counts.inAnotherSection == 0 && rowsWithOtherContents == 0
      && sectionsComingAgain.first == sectionsComingAgain.second
  }

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - first: The first list.
  ///   - second: The second list.
  ///   - columns: The columns that both have.
  ///   - matches: The rows that both have.
  ///   - limit: The most rows to keep of each kind of difference.
  init(
    _ first: ComparedList, _ second: ComparedList, _ columns: ColumnPairs, _ matches: MatchedRows,
    keeping limit: Int
  ) {
    rowCounts = (first.rows.count, second.rows.count)
    sectionCounts = (Set(first.sections).count, Set(second.sections).count)
    columnsOnlyInFirst = columns.onlyInFirst
    columnsOnlyInSecond = columns.onlyInSecond
    let sections = OrderDifference(first.sections, second.sections)
    sectionsOnlyInFirst = sections.onlyInFirst
    sectionsOnlyInSecond = sections.onlyInSecond
    sectionsComingAgain = (
      ListComparison.repeated(first.sections), ListComparison.repeated(second.sections)
    )
    sectionsInAnotherOrder = sections.visibleMoves.map {
      Move(name: [$0.element], from: $0.from, to: $0.to)
    }
    let rows = RowDifferences(first, second, matches, keeping: limit)
    (rowsOnlyInFirst, rowsOnlyInSecond) = (rows.onlyInFirst, rows.onlyInSecond)
    rowsUnderOtherKeys = rows.otherKeys
    rowsMoved = rows.moves
    isSameOrder = sections.moves.isEmpty && !rows.isReordered
    let contents = RowContents(first, second, columns.pairs, matches, keeping: limit)
    var counts = rows.counts
    counts.inAnotherSection = contents.sectionChangeCount
    self.counts = counts
    rowsInAnotherSection = contents.sectionChanges
    rowsWithOtherContents = contents.differing
    rowsByColumn = zip(columns.pairs, contents.differingIn).filter { $1 > 0 }.map { ($0.name, $1) }
    firstOtherRow = contents.firstOtherRow
    firstOtherValue = contents.firstOtherCell
  }

  private static func repeated(_ sections: [StoredValue]) -> [StoredValue] {
    var seen: Set<StoredValue> = []
    var again: Set<StoredValue> = []
    return sections.filter { !seen.insert($0).inserted && again.insert($0).inserted }
  }
}
