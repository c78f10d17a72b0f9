/// The place at which a list begins that shows its last rows.
///
/// The position only moves towards the beginning, unless rows are dropped on request or the list is read anew: then no row leaves
/// that doesn't change. It is that of a row that was shown, and never the beginning of all, because older rows may come by the thousand.
struct Tail: Sendable {
  /// The smallest number of rows to show, as long as there are so many.
  let least: Int
  /// The position from which on rows are shown, whether its row exists any longer or not; `nil` if there was no row.
  let start: RowPosition?
  /// Whether there may be rows before these.
  var mayHaveEarlierRows: Bool

  /// Returns whether a position is among the rows that are shown.
  func includes(_ position: RowOrderKey, in grouping: RowGrouping) -> Bool {
    guard let start else { return false }
    return !position.precedes(start.orderKey, in: grouping)
  }

  /// Returns the page of the rows that come before those that are shown.
  func page(ofEarlier count: Int) -> RowPage {
    start.map { RowPage(before: $0, count: count) } ?? RowPage(last: count)
  }

  /// Returns where a list begins that begins with the first of some rows now, or where it did if there are none.
  func beginning(
    with list: RowList, _ ordering: RowOrdering, mayHaveEarlierRows: Bool
  ) -> Tail {
    Tail(
      least: least, start: list.count > 0 ? RowPosition(list[0], ordering) : start,
      mayHaveEarlierRows: mayHaveEarlierRows)
  }
}

extension RowSnapshot {
  /// Adds rows before those of a list that begins at its end.
  ///
  /// - Parameters:
  ///   - rows: The rows directly before these.
  ///   - count: How many were asked for.
  /// - Returns: Their keys.
  /// - Throws: ``RowListError`` if a row has the key of another one.
  mutating func add(
    earlier rows: PackedRows, of count: Int
  ) throws(RowListError) -> [RowKey] {
    let all = rows.all
    guard !all.isEmpty else {
      coverage.tail?.mayHaveEarlierRows = false
      return []
    }
    list = try list.applying(
      PackedRows(copying: all, list.grouping, shape: list.tree.shape), inPlaceOf: []
    ).list
    coverage.tail = coverage.tail?.beginning(
      with: list, ordering, mayHaveEarlierRows: all.count == count)
    return all.map(\.key)
  }

  /// Drops the first rows of a list that begins at its end, but for a number of rows.
  ///
  /// - Throws: ``RowListError`` if the others can't form a list.
  mutating func trim(to count: Int) throws(RowListError) {
    guard let tail = coverage.tail, list.count > max(count, tail.least) else { return }
    let dropped = (0..<list.count - max(count, tail.least)).map {
      RankedRow(rank: $0, row: list[$0])
    }
    list = try list.applying(
      PackedRows(list.grouping, shape: list.tree.shape), inPlaceOf: dropped
    ).list
    coverage.tail = tail.beginning(with: list, ordering, mayHaveEarlierRows: true)
  }
}
