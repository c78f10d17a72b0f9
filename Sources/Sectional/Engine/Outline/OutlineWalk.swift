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
  /// Where the cells of the row's key are.
  private(set) var cells = 0..<0
  /// The row's rowid, where the outline has them.
  private(set) var rowID: Int64?
  private var identifying: RowPlacing
  private var place = RowPlace()

  init(_ outline: Outline, _ range: Range<Int>, _ rank: Int) {
    self.outline = outline
    self.rank = rank
    reader = CarefulReader(outline.bytes, range)
    identifying = RowPlacing(
      RowOrdering(
        section: nil, sort: [], keyColumns: Array(0..<outline.shape.keyCount),
        fallsBackToRowID: outline.shape.fallsBackToRowID))
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one; an outline whose bytes make no sense ends there.
  mutating func advance() -> Bool {
    guard rank < outline.count, let shared = reader.length(), shared <= order.count,
      let head = reader.length(), let rest = reader.take(head >> 1),
      let cells = reader.cells(outline.shape.keyCount)
    else { return false }
    order.removeSubrange(shared...)
    order += outline.bytes[rest]
    isCut = head & 1 == 1
    self.cells = cells
    if outline.shape.hasRowIDs {
      guard let rowID = reader.number() else { return false }
      self.rowID = rowID
    }
    rank += 1
    // Each block begins with a row that shares nothing.
    return true
  }

  /// The cells that identify the row.
  var keyCells: PackedRow { PackedRow(bytes: Array(outline.bytes[cells])) }

  /// What the row is.
  mutating func key() -> RowKey {
    identifying.place(keyCells, rowID: rowID, into: &place)
    return RowKey(bytes: Array(place.bytes[place.identity]))
  }
}

extension Outline {
  /// Returns what some rows are, in order; fewer where the bytes make no sense.
  package func keys(in ranks: Range<Int>) -> [RowKey] {
    var walk = walk(from: ranks.lowerBound)
    var keys: [RowKey] = []
    keys.reserveCapacity(ranks.count)
    while walk.rank < ranks.upperBound, walk.advance() { keys.append(walk.key()) }
    return keys
  }

  /// Returns the cells that identify some rows, in order; where only the rowid does, that.
  package func keyCells(in ranks: Range<Int>) -> [[Value]] {
    var walk = walk(from: ranks.lowerBound)
    var cells: [[Value]] = []
    cells.reserveCapacity(ranks.count)
    while walk.rank < ranks.upperBound, walk.advance() {
      let identity = walk.key().identity
      if case .rowID(let rowID) = identity {
        cells.append([.integer(rowID)])
      } else {
        cells.append(walk.keyCells.values)
      }
    }
    return cells
  }

  /// Returns the rank of the row with some identity.
  ///
  /// - Complexity: O(*n*)
  func rank(of key: RowKey) -> Int? {
    var walk = walk()
    while walk.advance() { if walk.key() == key { return walk.rank - 1 } }
    return nil
  }
}
