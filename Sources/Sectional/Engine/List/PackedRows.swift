/// Rows in blocks, in the order they come.
struct PackedRows: Sendable {
  let grouping: RowGrouping
  let shape: RowTreeShape
  private(set) var blocks: [RowBlock] = []
  private(set) var count = 0
  /// Whether every row stands behind the one before it.
  private(set) var ascends = true
  private var open = RowBlock()
  private var last = RowPlace()

  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    self.grouping = grouping
    self.shape = shape
  }

  /// Appends a row, which is copied; its place is exchanged for one whose room can be used again.
  mutating func append(_ place: inout RowPlace, contents: [UInt8], rowID: Int64?) {
    if ascends, count > 0, !last.precedes(place, in: grouping) { ascends = false }
    open.append(place, contents: contents, rowID: rowID)
    swap(&last, &place)
    count += 1
    if shape.isFilled(open) { seal() }
  }

  /// Appends a row of a block.
  mutating func append(_ position: Int, of block: RowBlock) {
    open.append(position..<(position + 1), of: block)
    count += 1
    if shape.isFilled(open) { seal() }
  }

  /// Appends rows that are packed already.
  mutating func append(_ other: PackedRows) {
    if count > 0 { ascends = false }
    for (block, position) in other.positions { append(position, of: other.blocks[block]) }
  }

  /// Makes a block of the rows that wait for one.
  mutating func seal() {
    guard open.count > 0 else { return }
    blocks.append(open.compacted())
    open.removeAll()
  }

  /// Returns the rows whose keys meet a condition.
  func filtered(_ isIncluded: (RowKey) -> Bool) -> PackedRows {
    var filtered = PackedRows(grouping, shape: shape)
    filtered.ascends = ascends
    for (block, position) in positions where isIncluded(blocks[block][position].key) {
      filtered.append(position, of: blocks[block])
    }
    return filtered
  }

  /// What every row is, in the order they came.
  var keys: [RowKey] {
    blocks.flatMap { block in (0..<block.count).map { block[$0].key } }
  }

  /// The rows by block and position, in the order they came.
  var positions: [(block: Int, position: Int)] {
    blocks.indices.flatMap { block in (0..<blocks[block].count).map { (block, $0) } }
  }
}

extension PackedRows {
  /// A row with the first bytes of its order that tell rows apart.
  private struct SortKey {
    let prefix: UInt64
    let block: UInt32
    let position: UInt32
  }

  /// Returns the rows sorted by their order.
  ///
  /// - Complexity: O(*n* log *n*)
  func sorted() -> PackedRows {
    var keys = sortKeys()
    keys.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return precedes(left, right)
    }
    var sorted = PackedRows(grouping, shape: shape)
    for key in keys { sorted.append(Int(key.position), of: blocks[Int(key.block)]) }
    sorted.seal()
    return sorted
  }

  private func precedes(_ left: SortKey, _ right: SortKey) -> Bool {
    let (one, other) = (blocks[Int(left.block)], blocks[Int(right.block)])
    let (oneAt, otherAt) = (Int(left.position), Int(right.position))
    if grouping == .byKey {
      switch ByteOrder.compare(one.section(of: oneAt), other.section(of: otherAt)) {
      case .less: return true
      case .greater: return false
      case .equal: break
      }
    }
    return one[oneAt].compareOrder(with: other[otherAt]) == .less
  }

  /// Looks at eight bytes of each row's order, behind those that all rows share.
  private func sortKeys() -> [SortKey] {
    let shared = sharedPrefix()
    var keys: [SortKey] = []
    keys.reserveCapacity(count)
    for (number, block) in blocks.enumerated() {
      for run in block.runs.indices {
        let section = grouping == .byKey ? block.runs[run].section : []
        for position in block.positions(ofRun: run) {
          let prefix = block[position].orderPrefix(behind: shared, of: section)
          keys.append(
            SortKey(prefix: prefix, block: UInt32(number), position: UInt32(position)))
        }
      }
    }
    return keys
  }

  private func sharedPrefix() -> Int {
    guard let first = blocks.first?.order(of: 0, grouping) else { return 0 }
    var shared = first.count
    for block in blocks {
      for run in block.runs.indices {
        let section = grouping == .byKey ? block.runs[run].section : []
        for position in block.positions(ofRun: run) {
          shared = block[position].sharedPrefix(with: first, upTo: shared, of: section)
        }
      }
    }
    return shared
  }
}

extension RowBlock {
  /// Returns the positions of the rows of a run.
  func positions(ofRun run: Int) -> Range<Int> {
    runs[run].start..<(run + 1 < runs.count ? runs[run + 1].start : count)
  }
}

extension PackedRecord {
  /// Returns the byte at some place of section, sort keys and identity.
  @inline(__always) private func orderByte(_ place: Int, of section: [UInt8]) -> UInt8? {
    if place < section.count { return section[place] }
    let position = sort.lowerBound + place - section.count
    return position < identity.upperBound ? bytes[position] : nil
  }

  /// Returns eight bytes of the order as a number that compares like them.
  func orderPrefix(behind shared: Int, of section: [UInt8]) -> UInt64 {
    var prefix: UInt64 = 0
    for place in shared..<(shared + 8) {
      prefix = prefix << 8 | UInt64(orderByte(place, of: section) ?? 0)
    }
    return prefix
  }

  /// Returns how many bytes of the order are those of another one.
  func sharedPrefix(with order: [UInt8], upTo limit: Int, of section: [UInt8]) -> Int {
    for place in 0..<limit where orderByte(place, of: section) != order[place] { return place }
    return limit
  }
}
