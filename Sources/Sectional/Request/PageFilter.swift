/// Decides which rows of a query belong to a page, as they arrive.
struct PageFilter: Sendable {
  /// The rows to keep, or `nil` to keep all.
  let page: RowPage?
  // Reading these of the page would copy it for each row.
  let hasPage: Bool
  private let isReversed: Bool
  private let mostRows: Int
  /// Whether the rows were requested in the query's order, or in the opposite one.
  private let arrivesInOrder: Bool
  /// Whether the rows were requested in the query's order.
  private let isOrdered: Bool
  /// The number of rows in order that come before the page.
  private(set) var unskipped: Int
  /// The last of the rows that belong to the page, as far as it is known; rows after it are dropped.
  private var end: RowOrderKey?
  /// The order key of the row that arrived before, if the rows of a page are to arrive in order.
  private var previous = RowOrderKey()
  /// Whether the rows of a page came in the order in which they were requested.
  private(set) var arrivedInOrder = true

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - page: The rows to keep, or `nil` to keep all.
  ///   - arrivesInOrder: Whether the rows are requested in the query's order; in the opposite order if they precede a
  ///     position.
  ///   - skipped: The number of rows before the page that don't arrive.
  init(_ page: RowPage?, arrivesInOrder: Bool, skipped: Int) {
    self.page = page
    self.arrivesInOrder = arrivesInOrder
    isOrdered = arrivesInOrder && page?.isReversed != true
    (hasPage, isReversed, mostRows) = (page != nil, page?.isReversed == true, page?.count ?? .max)
    unskipped = (page?.rank ?? 0) - skipped
  }

  /// Returns the number of rows that the page can still take.
  func missing(after count: Int) -> Int { hasPage ? max(mostRows - count, 0) : .max }

  /// Returns whether the page is complete, because the rows arrive in order from its anchor.
  func isFilled(after count: Int) -> Bool { arrivesInOrder && missing(after: count) == 0 }

  /// Returns whether a row that arrives can belong to the page.
  ///
  /// - Parameters:
  ///   - key: The row's order key.
  ///   - count: The number of rows that were kept before.
  ///   - grouping: How order keys are divided into sections.
  /// - Returns: Whether it is to be kept.
  mutating func keeps(_ key: RowOrderKey, after count: Int, in grouping: RowGrouping) -> Bool {
    if arrivesInOrder, hasPage { checkOrder(of: key, in: grouping) }
    // Rows in order that follow one of the page are on the same side of its anchor.
    if isOrdered, count > 0 { return missing(after: count) > 0 }
    guard let page else { return true }
    guard page.admits(key, in: grouping) else { return false }
    guard isOrdered else { return isBeforeEnd(key, in: grouping) }
    guard unskipped == 0 else {
      unskipped -= 1
      return false
    }
    return missing(after: count) > 0
  }

  /// Drops rows that can't belong to the page now and then, so that few more are in memory than it reaches over.
  mutating func dropSurplus(of staged: inout StagedRows) {
    guard let page else { return }
    let reach = page.rowsFromAnchor
    guard reach < Int.max / 4, staged.count >= reach * 2 + 1024 else { return }
    staged = staged.nearest(reach, fromEnd: isReversed)
    end = isReversed ? staged.firstOrderKey : staged.lastOrderKey
  }

  /// Checks whether the row comes in the order in which the rows of the page were requested.
  private mutating func checkOrder(of key: RowOrderKey, in grouping: RowGrouping) {
    if !previous.bytes.isEmpty, arrivedInOrder {
      arrivedInOrder =
        isReversed ? key.precedes(previous, in: grouping) : previous.precedes(key, in: grouping)
    }
    previous.copy(key)
  }

  private func isBeforeEnd(_ key: RowOrderKey, in grouping: RowGrouping) -> Bool {
    guard let end else { return true }
    return isReversed ? end.precedes(key, in: grouping) : key.precedes(end, in: grouping)
  }
}
