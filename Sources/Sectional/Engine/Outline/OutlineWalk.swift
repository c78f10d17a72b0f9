/// A way through the rows of an outline, in their order.
struct OutlineWalk {
  private let outline: Outline
  private var reader: CarefulReader
  /// The rank of the row that comes next.
  private(set) var rank: Int
  /// The beginning of the row's sort keys.
  private(set) var order: [UInt8] = []
  /// Whether the sort keys go on behind that.
  private(set) var isCut = false
  private var cells = 0..<0
  /// The row's rowid, where the outline has them.
  private(set) var rowID: Int64?
  private var identifying: RowOrderKeyBuilder
  private var orderKey = RowOrderKey()

  /// Begins before the row of some rank.
  init(_ outline: Outline, from rank: Int = 0) {
    self.outline = outline
    let block = rank / Outline.blockRows
    self.rank = block * Outline.blockRows
    identifying = RowOrderKeyBuilder(
      RowOrdering(
        section: nil, sort: [], keyColumns: Array(0..<outline.shape.keyCount),
        fallsBackToRowID: outline.shape.fallsBackToRowID))
    reader = CarefulReader([], 0..<0)
    guard rank < outline.count else { return }
    enterSegment(skipping: outline.offset(inSegmentOfBlock: block))
    while self.rank < rank, advance() {}
  }

  private mutating func enterSegment(skipping offset: Int = 0) {
    let bytes = outline.segment(rank / Outline.segmentRows) ?? []
    reader = CarefulReader(bytes, min(offset, bytes.count)..<bytes.count)
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one; where rows can't be had or make no sense, there are none any more.
  mutating func advance() -> Bool {
    guard rank < outline.count else { return false }
    if rank % Outline.segmentRows == 0 { enterSegment() }
    guard let shared = reader.length(), shared <= order.count, let head = reader.length(),
      let rest = reader.take(head >> 1), let cells = reader.cells(outline.shape.keyCount)
    else { return false }
    order.removeSubrange(shared...)
    order += reader.bytes[rest]
    isCut = head & 1 == 1
    self.cells = cells
    if outline.shape.hasRowIDs {
      guard let rowID = reader.number() else { return false }
      self.rowID = rowID
    }
    rank += 1
    return true
  }

  /// The cells that identify the row.
  var keyCells: ArraySlice<UInt8> { reader.bytes[cells] }

  /// What the row is.
  mutating func key() -> RowKey {
    identifying.compute(PackedRow(bytes: Array(keyCells)), rowID: rowID, into: &orderKey)
    return RowKey(bytes: Array(orderKey.bytes[orderKey.identity]))
  }
}

extension Outline {
  /// Returns what some rows are, in order; fewer where they can't be had.
  package func keys(in ranks: Range<Int>) -> [RowKey] {
    var walk = OutlineWalk(self, from: ranks.lowerBound)
    var keys: [RowKey] = []
    keys.reserveCapacity(min(ranks.count, 1 << 20))
    while walk.rank < ranks.upperBound, walk.advance() { keys.append(walk.key()) }
    return keys
  }

  /// Returns the rank of the row with some identity.
  ///
  /// - Complexity: O(*n*)
  func rank(of key: RowKey) -> Int? {
    var walk = OutlineWalk(self)
    while walk.advance() { if walk.key() == key { return walk.rank - 1 } }
    return nil
  }
}
