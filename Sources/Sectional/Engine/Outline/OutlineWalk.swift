/// An iteration over the rows of an outline, in order.
struct OutlineWalk {
  private let outline: Outline
  /// The leaves that follow.
  private var leaves: Range<Int>
  private var leafEnd: Int
  private var reader: CarefulReader
  /// The rank of the next row.
  private(set) var rank: Int
  /// The beginning of the current row's sort keys.
  private(set) var order: [UInt8] = []
  /// Whether the sort keys continue after these bytes.
  private(set) var isCut = false
  private var cells = 0..<0
  /// The current row's rowid, if the outline includes rowids.
  private(set) var rowID: Int64?
  private var identifying: RowOrderKeyBuilder
  private var orderKey = RowOrderKey()

  /// Creates a walk that starts before the row at a rank.
  init(_ outline: Outline, from rank: Int = 0) {
    let leaf = outline.leaf(ofRank: rank)
    self.init(outline, leaves: leaf..<outline.leaves.count)
    guard rank < outline.count else { return }
    let block = (rank - self.rank) / Outline.blockRows
    if block > 0, enterLeaf(atBlock: block) { self.rank += block * Outline.blockRows }
    while self.rank < rank, advance() {}
  }

  /// Creates a walk over the rows of some leaves.
  init(_ outline: Outline, leaves: Range<Int>) {
    self.outline = outline
    self.leaves = leaves
    identifying = RowOrderKeyBuilder(
      RowOrdering(
        section: nil, sort: [], keyColumns: Array(0..<outline.shape.keyCount),
        fallsBackToRowID: outline.shape.fallsBackToRowID))
    reader = CarefulReader([], 0..<0)
    rank = leaves.first.map { outline.ranks(ofLeaf: $0).lowerBound } ?? outline.count
    leafEnd = rank
  }

  /// Goes to the next leaf, or to a block of it.
  private mutating func enterLeaf(atBlock block: Int = 0) -> Bool {
    guard let leaf = leaves.popFirst() else { return false }
    let bytes = outline.leaves[leaf].rows ?? []
    let blocks = (outline.leaves[leaf].count + Outline.blockRows - 1) / Outline.blockRows
    // The places of the blocks follow the rows.
    let end = max(bytes.count - 4 * blocks, 0)
    let start = end > 0 ? bytes.word(at: end + 4 * block) : 0
    reader = CarefulReader(bytes, min(start, end)..<end)
    leafEnd = outline.ranks(ofLeaf: leaf).upperBound
    order = []
    return true
  }

  /// Moves to the next row.
  ///
  /// - Returns: Whether there is one; the walk also ends if rows can't be read or are invalid.
  mutating func advance() -> Bool {
    guard rank < leafEnd || enterLeaf(), let shared = reader.length(), shared <= order.count,
      let head = reader.length(), let rest = reader.take(head >> 1),
      let cells = reader.cells(outline.shape.keyCount)
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

  /// The key of the current row, if it consists of one integer.
  var integerKey: Int64? {
    guard outline.shape.keyCount == 1, let tag = keyCells.first, (1...8).contains(tag) else {
      return nil
    }
    var pattern: UInt64 = 0
    for byte in keyCells.dropFirst().reversed() { pattern = pattern << 8 | UInt64(byte) }
    let unused = 64 - 8 * Int64(tag)
    return (Int64(bitPattern: pattern) << unused) >> unused
  }

  /// The key of the current row.
  mutating func key() -> RowKey {
    identifying.compute(PackedRow(bytes: Array(keyCells)), rowID: rowID, into: &orderKey)
    return RowKey(bytes: Array(orderKey.bytes[orderKey.identity]))
  }
}

extension Outline {
  /// Returns the keys of the rows in a range of ranks, in order; fewer if some rows can't be read.
  package func keys(in ranks: Range<Int>) -> [RowKey] {
    var walk = OutlineWalk(self, from: ranks.lowerBound)
    var keys: [RowKey] = []
    keys.reserveCapacity(min(ranks.count, 1 << 20))
    while walk.rank < ranks.upperBound, walk.advance() { keys.append(walk.key()) }
    return keys
  }

  /// Returns an outline of the rows in a range of ranks, or `nil` if they can't be read.
  ///
  /// Leaves that are in the range as a whole are kept as they are.
  func rows(in ranks: Range<Int>) -> Outline? {
    guard ranks != 0..<count else { return self }
    var sections = OutlineSections()
    for section in 0..<self.sections.count where self.ranks(ofSection: section).overlaps(ranks) {
      let start = self.ranks(ofSection: section).lowerBound - ranks.lowerBound
      sections.append(sectionCell(section), at: max(start, 0))
    }
    let whole = leaves.indices.filter {
      let own = self.ranks(ofLeaf: $0)
      return own.clamped(to: ranks) == own
    }
    guard let first = whole.first, let last = whole.last else {
      return copiedLeaves(of: ranks).map { Outline(shape, sections, $0) }
    }
    let kept = self.ranks(ofLeaf: first).lowerBound..<self.ranks(ofLeaf: last).upperBound
    guard let start = copiedLeaves(of: ranks.lowerBound..<kept.lowerBound),
      let end = copiedLeaves(of: kept.upperBound..<ranks.upperBound)
    else { return nil }
    return Outline(shape, sections, start + leaves[first...last] + end)
  }

  /// Returns leaves of their own for the rows in a range of ranks, or `nil` if they can't be read.
  private func copiedLeaves(of ranks: Range<Int>) -> [OutlineLeaf]? {
    guard !ranks.isEmpty else { return [] }
    var builder = OutlineBuilder(shape, expecting: ranks.count)
    var walk = OutlineWalk(self, from: ranks.lowerBound)
    while walk.rank < ranks.upperBound {
      guard walk.advance() else { return nil }
      let (cells, key) = (walk.keyCells, walk.key())
      builder.append(
        OutlineBuilder.Row(
          order: walk.order[...], isCut: walk.isCut, identity: key.bytes[...], rowID: walk.rowID)
      ) { $0 += cells }
    }
    return builder.outline()?.leaves
  }

  /// Returns the rank of the row with the given key, or `nil` if there is none.
  ///
  /// - Complexity: O(*l*), where *l* is the number of leaves, and the rows of those that may have the row.
  func rank(of key: RowKey) -> Int? {
    let hash = IdentityHash.hash(key.bytes)
    for leaf in leaves.indices where leaves[leaf].filter?.mayContain(hash) ?? true {
      var walk = OutlineWalk(self, leaves: leaf..<leaf + 1)
      while walk.advance() { if walk.key() == key { return walk.rank - 1 } }
    }
    return nil
  }
}
