/// The rows of a query as a store reads them, packed into a few large pieces.
///
/// A store creates one each time it reads a query, and appends every row it finds. Rows in the order of the query are
/// the cheapest. Other rows are sorted by the caller; if there are many, they are checked and packed on another
/// thread while the store reads.
public struct FetchedRows: Sendable {
  /// The query that was read.
  public let query: RowQuery
  /// Whether the store had to look at all rows of the query to find those of a page.
  package var visitsAll = false
  /// The rows that came before a packing queue was opened.
  private var direct: RowPacker
  /// The rows that haven't been handed to the packing queue yet.
  private var batch = RowBatch()
  /// A queue that holds the rows before those of the batch, if there are many rows.
  private var lane: RowPackingQueue?

  /// Creates an empty collection of a query's rows.
  ///
  /// - Parameters:
  ///   - query: The query that is read.
  ///   - isOrdered: Whether the rows are expected in the query's order, so that diagnostics show it if they aren't.
  public init(_ query: RowQuery, isOrdered: Bool = true) {
    self.query = query
    direct = RowPacker(query, isOrdered: isOrdered)
  }

  /// Creates an empty collection of some of a query's rows; those of its rows that are appended and don't belong to the
  /// page aren't kept.
  ///
  /// - Parameters:
  ///   - query: The query that is read.
  ///   - page: The rows to keep.
  public init(_ query: RowQuery, page: RowPage) {
    self.init(query, page: page, isOrdered: false, skipped: 0)
    visitsAll = true
  }

  /// Creates an empty collection of some of a query's rows.
  ///
  /// - Parameters:
  ///   - query: The query that is read.
  ///   - page: The rows to keep.
  ///   - isOrdered: Whether the rows arrive in the order of the query from the page's anchor on; in the opposite order if
  ///     they precede a position. The store then has exactly the query's order.
  ///   - skipped: The number of rows before the page that aren't appended.
  package init(_ query: RowQuery, page: RowPage, isOrdered: Bool, skipped: Int) {
    self.query = query
    direct = RowPacker(query, isOrdered: isOrdered, page: page, skipped: skipped)
  }

  private init(_ packer: RowPacker) {
    query = packer.query
    direct = packer
  }

  /// The number of rows that the page can still take.
  package var missing: Int { direct.missing }

  /// Whether the page is complete, so that no further rows are needed.
  package var isFilled: Bool { direct.isFilled }

  /// Returns those of the rows that belong to a page.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  func cut(to page: RowPage) throws(StoreError) -> FetchedRows {
    var cut = FetchedRows(try packer().cut(to: page))
    cut.visitsAll = true
    return cut
  }

  /// Appends a row if it matches, after checking that its cells fit and computing its section, its order and its key.
  ///
  /// - Parameters:
  ///   - contents: The cells, in the order of the layout's columns; they are copied.
  ///   - rowID: The rowid, if the store was asked for it.
  ///   - isWanted: Returns whether the row with a key is one of those requested; `nil` if all rows are.
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a cell of this row or of an earlier one doesn't fit, or
  ///   `invalidMapping` if a record created from it would hold cells in the wrong properties. The caller that
  ///   requested the rows gets the error too.
  public mutating func append(
    _ contents: PackedRow, rowID: Int64? = nil, where isWanted: ((RowKey) -> Bool)? = nil
  ) throws(StoreError) {
    if isWanted != nil, lane != nil { try closeLane() }
    if lane == nil {
      try direct.append(contents, rowID: rowID, where: isWanted)
      if isWanted == nil, direct.isWorthALane { openLane() }
      return
    }
    batch.append(contents, rowID: rowID)
    guard batch.isFull else { return }
    // A copy of this value must not receive the rows that are appended here.
    if !isKnownUniquelyReferenced(&lane) { lane = RowPackingQueue(try lane?.finish() ?? direct) }
    try lane?.check()
    lane?.take(batch)
    batch = RowBatch()
  }

  /// Appends a row of a page.
  ///
  /// Asking ``isFilled`` for each row would copy this value each time.
  ///
  /// - Returns: Whether further rows are needed.
  /// - Throws: ``StoreError`` as ``append(_:rowID:where:)`` does.
  package mutating func append(
    _ contents: PackedRow, toPageWith rowID: Int64?
  ) throws(StoreError) -> Bool {
    try direct.append(contents, rowID: rowID)
    return !direct.isFilled
  }

  private mutating func openLane() {
    lane = RowPackingQueue(direct)
    direct = RowPacker(query, isOrdered: direct.isOrdered)
  }

  private mutating func closeLane() throws(StoreError) {
    direct = try packer()
    batch = RowBatch()
    lane = nil
  }

  /// Returns all rows that were appended.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if a cell doesn't fit, or `invalidMapping` if records are
  ///   created from the rows incorrectly.
  package func packer() throws(StoreError) -> RowPacker {
    guard let lane else { return direct }
    var placed = try lane.finish()
    try batch.place(into: &placed)
    return placed
  }
}
