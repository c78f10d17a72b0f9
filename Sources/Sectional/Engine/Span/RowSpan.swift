/// Consecutive rows of a longer list: those in a window, and a margin on each side, from which rows move into the window
/// when others come or go.
///
/// The rows before the span are only counted, and those behind it aren't known.
struct RowSpan: Sendable {
  /// The ranks of the shown rows in the longer list.
  let window: Range<Int>
  /// How many rows are kept on each side.
  var margins: WindowMargins
  /// The number of rows before the span.
  private(set) var start: Int
  /// Whether no row is behind the span.
  private(set) var reachesEnd: Bool
  /// The margin before the window.
  private(set) var front: RowList
  /// The rows in the window.
  private(set) var shown: RowList
  /// The margin behind the window.
  private(set) var back: RowList

  /// Creates a span.
  ///
  /// - Parameters:
  ///   - rows: The rows, in order.
  ///   - start: The number of rows before them.
  ///   - reachesEnd: Whether no row is behind them.
  ///   - window: The ranks of the rows to show.
  ///   - margins: How many rows to keep on each side.
  /// - Throws: ``RowListError`` if two rows have the same key, or a section that is shown isn't contiguous.
  init(
    _ rows: PackedRows, from start: Int, reachesEnd: Bool, window: Range<Int>,
    margins: WindowMargins
  ) throws(RowListError) {
    self.window = window
    self.margins = margins
    self.start = start
    self.reachesEnd = reachesEnd
    let (all, grouping) = (rows.all, RowSpan.groupingOfMargins(rows.grouping))
    let cuts = RowSpan.cuts(window, from: start, count: all.count)
    front = try RowList(PackedRows(copying: all[..<cuts.lowerBound], grouping, of: rows))
    shown = try RowList(PackedRows(copying: all[cuts], rows.grouping, of: rows))
    back = try RowList(PackedRows(copying: all[cuts.upperBound...], grouping, of: rows))
  }

  /// The number of rows.
  var count: Int { front.count + shown.count + back.count }

  /// The number of rows up to the end of the span.
  var end: Int { start + count }

  /// The first row.
  var first: BlockRow? { lists.lazy.compactMap(\.first).first }

  /// The last row.
  var last: BlockRow? { lists.reversed().lazy.compactMap(\.last).first }

  /// The margins and what is shown, in order.
  var lists: [RowList] { [front, shown, back] }

  /// Whether the rows beyond both ends can no longer be found, because the span has no row next to them, or because the
  /// number of rows before it can't be right.
  var isLost: Bool { start < 0 || (count == 0 && (start > 0 || !reachesEnd)) }

  /// Whether every row in the window is there.
  var isComplete: Bool {
    start <= window.lowerBound && (reachesEnd || end >= window.upperBound)
  }

  /// Where the window begins and ends among the rows of the span.
  private var cuts: Range<Int> { RowSpan.cuts(window, from: start, count: count) }

  private static func cuts(_ window: Range<Int>, from start: Int, count: Int) -> Range<Int> {
    let first = min(max(window.lowerBound - start, 0), count)
    return first..<min(max(window.upperBound - start, first), count)
  }

  /// If the sort keys alone decide the order, sections count only where they are shown.
  static func groupingOfMargins(_ grouping: RowGrouping) -> RowGrouping {
    grouping == .asSorted ? .none : grouping
  }
}

extension RowSpan {
  /// Replaces the lists, after rows came or went.
  mutating func replace(front: RowList, shown: RowList, back: RowList, movedBy difference: Int) {
    (self.front, self.shown, self.back) = (front, shown, back)
    start += difference
  }

  /// Notes that no row is behind the span, or that some may be.
  mutating func note(reachesEnd: Bool) { self.reachesEnd = reachesEnd }

  /// Moves rows between the window and its margins, so that those in the window are shown.
  ///
  /// - Returns: The keys of the rows that came into the window or left it.
  mutating func settle() throws(RowListError) -> Set<RowKey> {
    let (old, new) = (front.count..<front.count + shown.count, cuts)
    guard old != new else { return [] }
    let moved = (old.parts(outside: new) + new.parts(outside: old)).flatMap(rows)
    let all = 0..<count
    let lists = (
      try resized(front, from: 0..<old.lowerBound, to: 0..<new.lowerBound),
      try resized(shown, from: old, to: new),
      try resized(
        back, from: old.upperBound..<all.upperBound, to: new.upperBound..<all.upperBound)
    )
    (front, shown, back) = lists
    return Set(moved.map(\.key))
  }

  /// Returns a list with the rows at other places of the span.
  private func resized(
    _ list: RowList, from old: Range<Int>, to new: Range<Int>
  ) throws(RowListError) -> RowList {
    let leaving = old.parts(outside: new).joined().map { place in
      RankedRow(rank: place - old.lowerBound, row: list[place - old.lowerBound])
    }
    let entering = new.parts(outside: old).flatMap(rows)
    guard !leaving.isEmpty || !entering.isEmpty else { return list }
    return try list.applying(
      PackedRows(copying: entering, list.grouping, shape: list.tree.shape), inPlaceOf: leaving
    ).list
  }

  /// Returns the rows at some places of the span.
  private func rows(_ places: Range<Int>) -> [BlockRow] {
    places.map { place in
      var place = place
      for list in lists.dropLast() {
        guard place >= list.count else { return list[place] }
        place -= list.count
      }
      return back[place]
    }
  }
}

extension Range<Int> {
  /// Returns the parts before and behind another range.
  fileprivate func parts(outside other: Range<Int>) -> [Range<Int>] {
    let before = lowerBound..<Swift.min(Swift.max(other.lowerBound, lowerBound), upperBound)
    let behind =
      Swift.max(Swift.min(other.upperBound, upperBound), before.upperBound)..<upperBound
    return [before, behind]
  }
}

extension RowList {
  /// The first row.
  var first: BlockRow? { count > 0 ? self[0] : nil }

  /// The last row.
  var last: BlockRow? { count > 0 ? self[count - 1] : nil }
}
