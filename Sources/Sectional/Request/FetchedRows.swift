/// The rows of a query as a store reads them, packed into few large pieces.
///
/// A store makes one for each time it reads a query, and appends every row it finds. Rows that come in the order of the
/// query are cheapest; others are sorted by who asked for them, and where there are many, they are checked and placed on
/// another thread beside the reading.
public struct FetchedRows: Sendable {
  /// What was read.
  public let query: RowQuery
  /// The rows before there is a lane.
  private var direct: RowPacker
  /// The rows that wait to be given to the lane.
  private var batch = RowBatch()
  /// Has the rows that came before those of the batch, where there are many.
  private var lane: RowPackingQueue?

  /// Makes an empty collection of a query's rows.
  ///
  /// - Parameters:
  ///   - query: What is read.
  ///   - isOrdered: Whether the rows should come in the query's order, so that it is told if they don't.
  public init(_ query: RowQuery, isOrdered: Bool = true) {
    self.query = query
    direct = RowPacker(query, isOrdered: isOrdered)
  }

  /// Appends a row if it matches: checks whether its cells fit, and computes its section, its order and its identity.
  ///
  /// - Parameters:
  ///   - contents: The cells, in the order of the layout's columns; they are copied.
  ///   - rowID: The rowid, where the store was asked for it.
  ///   - isWanted: Tells of the row's identity whether it is one that was asked for, where not all were.
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell of this row, or of one before it, doesn't fit, and
  ///   `invalidMapping` when a record made of it would hold cells in wrong properties. Who asked for the rows is told too.
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
    // A copy of these rows must not get those that are appended here.
    if !isKnownUniquelyReferenced(&lane) { lane = RowPackingQueue(try lane?.finish() ?? direct) }
    try lane?.check()
    lane?.take(batch)
    batch = RowBatch()
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
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell doesn't fit, `invalidMapping` when records are made of
  ///   the rows in a wrong way.
  package func packer() throws(StoreError) -> RowPacker {
    guard let lane else { return direct }
    var placed = try lane.finish()
    try batch.place(into: &placed)
    return placed
  }
}
