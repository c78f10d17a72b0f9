/// Which part of a longer list is in memory: the rows of a slice, and a margin on each side, from which rows move into the
/// slice when others come or go.
///
/// The rows between two positions are in memory. Those before them are only counted, and those behind them aren't known.
struct Coverage: Sendable {
  /// The ranks of the slice's rows in the longer list.
  let slice: Range<Int>
  /// How many rows are kept on each side of the slice.
  var margins: SliceMargins
  /// The number of rows before those in memory.
  private(set) var head: Int
  /// The position from which on rows are in memory, or `nil` if none is before them.
  private(set) var lower: RowPosition?
  /// The position up to which rows are in memory, or `nil` if none is behind them.
  private(set) var upper: RowPosition?

  /// Describes rows that were read.
  ///
  /// - Parameters:
  ///   - list: The rows.
  ///   - head: The number of rows before them.
  ///   - reachesEnd: Whether no row is behind them.
  ///   - slice: The ranks of the rows to show.
  ///   - margins: How many rows to keep on each side.
  ///   - ordering: The rows' order.
  init(
    of list: RowList, after head: Int, reachesEnd: Bool, slice: Range<Int>, margins: SliceMargins,
    _ ordering: RowOrdering
  ) {
    (self.slice, self.margins, self.head) = (slice, margins, head)
    lower = head > 0 ? list.position(ofRank: 0, ordering) : nil
    upper = reachesEnd ? nil : list.position(ofRank: list.count - 1, ordering)
  }

  /// Returns the ranks, in a list of the rows in memory, of those that are shown.
  func shownRanks(of list: RowList) -> Range<Int> {
    let first = min(max(slice.lowerBound - head, 0), list.count)
    return first..<min(max(slice.upperBound - head, first), list.count)
  }

  /// Whether every row of the slice is in memory.
  func isComplete(_ list: RowList) -> Bool {
    head <= slice.lowerBound && (upper == nil || head + list.count >= slice.upperBound)
  }

  /// Returns how many rows the slice and its margins lack on each side.
  func missing(in list: RowList) -> (before: Int, behind: Int) {
    let before = head - max(slice.lowerBound - margins.size, 0)
    let (last, overflows) = slice.upperBound.addingReportingOverflow(margins.size)
    let behind = upper == nil ? 0 : (overflows ? .max : last) - head - list.count
    return (max(before, 0), max(behind, 0))
  }
}

extension Coverage {
  /// Where a position is.
  enum Side: Hashable {
    case before, inside, behind
  }

  /// Returns where a position is.
  func side(of position: RowOrderKey, in grouping: RowGrouping) -> Side {
    if let lower, position.precedes(lower.orderKey, in: grouping) { return .before }
    if let upper, upper.orderKey.precedes(position, in: grouping) { return .behind }
    return .inside
  }

  /// Notes that rows before those in memory came or went.
  ///
  /// - Returns: Whether their number can be right.
  mutating func moveHead(by difference: Int) -> Bool {
    head += difference
    if head == 0 { lower = nil }
    return head >= 0
  }

  /// Notes that the rows directly before those in memory were read.
  mutating func extend(before count: Int, in list: RowList, _ ordering: RowOrdering) {
    head -= count
    lower = head > 0 ? list.position(ofRank: 0, ordering) : nil
  }

  /// Notes that the rows directly behind those in memory were read.
  mutating func extend(toEnd reachesEnd: Bool, in list: RowList, _ ordering: RowOrdering) {
    upper = reachesEnd ? nil : list.position(ofRank: list.count - 1, ordering)
  }

  /// Returns the ranks of rows that are far beyond the margins.
  func superfluous(in list: RowList) -> (front: Range<Int>, back: Range<Int>) {
    let (shown, most) = (shownRanks(of: list), margins.size * 2 + 16)
    let front = shown.lowerBound > most ? shown.lowerBound - margins.size : 0
    let back =
      list.count - shown.upperBound > most ? shown.upperBound + margins.size : list.count
    return (0..<front, back..<list.count)
  }

  /// Notes that rows on both sides were dropped.
  mutating func trim(front: Int, back: Int, from list: RowList, _ ordering: RowOrdering) {
    head += front
    if front > 0 { lower = list.position(ofRank: 0, ordering) }
    if back > 0 { upper = list.position(ofRank: list.count - 1, ordering) }
  }
}

extension RowList {
  /// Returns the position of a row, or `nil` if there is none.
  fileprivate func position(ofRank rank: Int, _ ordering: RowOrdering) -> RowPosition? {
    (0..<count).contains(rank) ? RowPosition(self[rank], ordering) : nil
  }
}
