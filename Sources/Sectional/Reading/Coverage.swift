/// Which rows of a longer list are in memory or counted, and which of these are shown.
///
/// The longer list has all rows of the request. Those between two positions are known. Only the number of rows before them is known,
/// and nothing about the rows after them. In a list that begins at its end, nothing is known about the rows before them either.
struct Coverage: Sendable {
  /// The ranks, in the longer list, of the rows that are shown; `nil` if all are.
  let slice: Range<Int>?
  /// How many rows are kept on each side of the slice.
  var margins: SliceMargins
  /// The number of rows before those that are known.
  private(set) var head = 0
  /// The position from which on rows are known, or `nil` if none is before them.
  private(set) var lower: RowPosition?
  /// The position up to which rows are known, or `nil` if none is after them.
  private(set) var upper: RowPosition?
  /// What is known of the numbers of rows that aren't in memory.
  var counting = CountingState()
  /// The place at which a list begins that shows its last rows; `nil` for other lists.
  var tail: Tail?

  /// All rows of a list.
  static let everything = Coverage(upTo: nil)

  /// The rows of a list from a position on, before which a number of rows are, and up to another one; `nil` means that there
  /// are no others on that side.
  init(from lower: RowPosition? = nil, after head: Int = 0, upTo upper: RowPosition?) {
    (slice, margins) = (nil, .none)
    (self.lower, self.head, self.upper) = (lower, head, upper)
  }

  /// The rows at the end of a list.
  init(_ tail: Tail) {
    self.init(upTo: nil)
    self.tail = tail
  }

  /// Describes the rows of a slice, and those next to it, as they were read.
  ///
  /// - Parameters:
  ///   - list: The rows.
  ///   - head: The number of rows before them.
  ///   - reachesEnd: Whether no row is after them.
  ///   - slice: The ranks of the rows to show.
  ///   - margins: How many rows to keep on each side.
  ///   - ordering: The rows' order.
  init(
    of list: RowList, after head: Int, reachesEnd: Bool, slice: Range<Int>, margins: SliceMargins,
    _ ordering: RowOrdering
  ) {
    (self.slice, self.margins, self.head) = (slice, margins, head)
    lower = head > 0 ? RowPosition(ofRank: 0, in: list, ordering) : nil
    upper = reachesEnd ? nil : RowPosition(ofRank: list.count - 1, in: list, ordering)
  }

  /// Whether every row of the longer list is known.
  var isWhole: Bool { head == 0 && upper == nil && tail == nil }

  /// Returns the ranks, in a list of the known rows, of those that are shown.
  func shownRanks(of list: RowList) -> Range<Int> {
    slice.map { Coverage.shown($0, of: list.count, after: head) } ?? 0..<list.count
  }

  /// Returns the ranks of a slice's rows among a number of rows that begin somewhere in the longer list.
  static func shown(_ slice: Range<Int>, of count: Int, after head: Int) -> Range<Int> {
    let first = min(max(slice.lowerBound - head, 0), count)
    return first..<min(max(slice.upperBound - head, first), count)
  }

  /// Whether every row of the slice is known.
  func isComplete(_ list: RowList) -> Bool {
    guard let slice else { return true }
    return head <= slice.lowerBound && (upper == nil || head + list.count >= slice.upperBound)
  }

  /// Returns how many rows the slice and its margins lack on each side.
  func missing(in list: RowList) -> (before: Int, after: Int) {
    guard let slice else { return (0, 0) }
    let before = head - max(slice.lowerBound - margins.size, 0)
    let (last, overflows) = slice.upperBound.addingReportingOverflow(margins.size)
    let after = upper == nil ? 0 : (overflows ? .max : last) - head - list.count
    return (max(before, 0), max(after, 0))
  }
}

extension Coverage {
  /// Where a position is.
  enum Side: Hashable {
    case before, inside, after
  }

  /// Returns where a position is: among the known rows, or on which side of them.
  func side(of position: RowOrderKey, in grouping: RowGrouping) -> Side {
    if let tail { return tail.includes(position, in: grouping) ? .inside : .before }
    if let lower, position.precedes(lower.orderKey, in: grouping) { return .before }
    if let upper, upper.orderKey.precedes(position, in: grouping) { return .after }
    return .inside
  }

  /// Records that rows before those that are known came or went.
  ///
  /// - Returns: Whether their number can be right.
  mutating func moveHead(by difference: Int) -> Bool {
    guard tail == nil else {
      if difference > 0 { tail?.mayHaveEarlierRows = true }
      return true
    }
    head += difference
    if head == 0 { lower = nil }
    return head >= 0
  }

  /// Records that the rows directly before those that are known were read.
  mutating func extend(before count: Int, in list: RowList, _ ordering: RowOrdering) {
    head -= count
    lower = head > 0 ? RowPosition(ofRank: 0, in: list, ordering) : nil
  }

  /// Records that the rows directly after those that are known were read.
  mutating func extend(toEnd reachesEnd: Bool, in list: RowList, _ ordering: RowOrdering) {
    upper = reachesEnd ? nil : RowPosition(ofRank: list.count - 1, in: list, ordering)
  }

  /// Records that the rows up to a position, or all if it is `nil`, were counted.
  mutating func extend(to upper: RowPosition?) { self.upper = upper }

  /// Returns the ranks of rows that are far beyond the margins.
  ///
  /// A row on each side stays, because its position limits what is known.
  func superfluous(in list: RowList) -> (front: Range<Int>, back: Range<Int>) {
    guard slice != nil else { return (0..<0, list.count..<list.count) }
    let (shown, most) = (shownRanks(of: list), margins.size * 2 + 16)
    let kept = max(margins.size, 1)
    let front = shown.lowerBound > most ? shown.lowerBound - kept : 0
    let back = list.count - shown.upperBound > most ? shown.upperBound + kept : list.count
    return (0..<front, back..<list.count)
  }

  /// Records that rows on both sides were dropped.
  mutating func trim(front: Int, back: Int, from list: RowList, _ ordering: RowOrdering) {
    head += front
    if front > 0 { lower = RowPosition(ofRank: 0, in: list, ordering) }
    if back > 0 { upper = RowPosition(ofRank: list.count - 1, in: list, ordering) }
  }
}

extension RowPosition {
  /// Creates the position of the row at a rank of a list; `nil` if it has none.
  fileprivate init?(ofRank rank: Int, in list: RowList, _ ordering: RowOrdering) {
    guard (0..<list.count).contains(rank) else { return nil }
    self.init(list[rank], ordering)
  }
}
