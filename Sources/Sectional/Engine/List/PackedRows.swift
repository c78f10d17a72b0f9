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

  /// Makes a block of the rows that wait for one.
  mutating func seal() {
    guard open.count > 0 else { return }
    blocks.append(open.compacted())
    open.removeAll()
  }

  /// Returns the first rows.
  func prefix(_ count: Int) -> PackedRows {
    var rows = self
    rows.seal()
    var prefix = PackedRows(grouping, shape: shape)
    for (block, position) in rows.positions.prefix(count) {
      prefix.append(position, of: rows.blocks[block])
    }
    prefix.seal()
    return prefix
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
  /// Returns the rows sorted by their order.
  ///
  /// - Complexity: O(*n* log *n*)
  func sorted() -> PackedRows {
    var staged = StagedRows(grouping, shape: shape)
    for block in blocks {
      for run in block.runs.indices {
        for position in block.positions(ofRun: run) {
          let record = block[position]
          staged.append(
            record.place(in: block.runs[run].section),
            contents: Array(block.bytes[record.contents]),
            rowID: record.rowID)
        }
      }
    }
    return staged.sorted()
  }
}

extension RowBlock {
  /// Returns the positions of the rows of a run.
  func positions(ofRun run: Int) -> Range<Int> {
    runs[run].start..<(run + 1 < runs.count ? runs[run + 1].start : count)
  }
}
