/// Packs rows into a block.
struct RowBlockBuilder: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var slots: [RowBlock.Slot] = []
  private(set) var runs = SectionRuns()

  var count: Int { slots.count }

  /// Whether a row has contents.
  var hasContents: Bool {
    slots.indices.contains { position in
      let end = position + 1 < count ? Int(slots[position + 1].start) : bytes.count
      return PackedRecord(bytes, Int(slots[position].start)..<end).hasContents
    }
  }

  /// Appends a row that isn't packed yet.
  ///
  /// - Parameters:
  ///   - orderKey: The row's section, sort keys and key.
  ///   - contents: The row's cells.
  ///   - rowID: The row's rowid, if rows can be looked up by it.
  ///   - section: The row's section, as an array that is shared by the rows of a section.
  mutating func append(
    _ orderKey: RowOrderKey, contents: UnsafeRawBufferPointer, rowID: Int64?, in section: [UInt8]
  ) {
    let hash = IdentityHash.hash(orderKey.bytes, orderKey.identity)
    slots.append(RowBlock.Slot(start: UInt32(bytes.count), hash: hash))
    unsafe PackedRecord.append(orderKey, contents: contents, rowID: rowID, to: &bytes)
    runs.append(section, at: slots.count - 1)
  }

  /// Appends rows of a block unchanged.
  mutating func append(_ positions: Range<Int>, of block: RowBlock) {
    guard let first = positions.first, let last = positions.last else { return }
    let (start, end) = (block.range(of: first).lowerBound, block.range(of: last).upperBound)
    let offset = bytes.count - start
    let shift = slots.count - positions.lowerBound
    for slot in block.slots[positions] {
      slots.append(RowBlock.Slot(start: UInt32(Int(slot.start) + offset), hash: slot.hash))
    }
    bytes.append(contentsOf: block.bytes[start..<end])
    for run in block.runs.run(of: first)...block.runs.run(of: last) {
      runs.append(block.runs[run].section, at: max(block.runs.start(of: run), first) + shift)
    }
  }

  /// Appends a row of a block without its contents, but with those cells that are summed up.
  mutating func append(withoutContents row: BlockRow, summing rule: SummaryRule?) {
    let record = row.record
    let orderKey = row.block.orderKey(of: row.position)
    let kept = record.keptCells(rule)
    unsafe kept.withUnsafeBytes { cells in
      unsafe append(orderKey, contents: cells, rowID: record.rowID, in: row.section)
    }
  }

  mutating func reserveCapacity(bytes: Int, rows: Int) {
    self.bytes.reserveCapacity(bytes)
    slots.reserveCapacity(rows)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    runs.removeAll()
  }

  /// Returns a block with some of the rows, which uses no more memory than they need.
  ///
  /// - Parameters:
  ///   - positions: The positions of the rows.
  ///   - withoutContents: The same rows without contents, if they are in a block.
  /// - Returns: The block.
  func block(_ positions: Range<Int>, withoutContents: RowBlock? = nil) -> RowBlock {
    let start = positions.isEmpty ? 0 : slots[positions.lowerBound].start
    let end = positions.upperBound < count ? Int(slots[positions.upperBound].start) : bytes.count
    var own = SectionRuns()
    for run in runs where run.start < positions.upperBound {
      // Of the runs that begin at or before the first row, only the last one includes it.
      if run.start <= positions.lowerBound { own.removeAll() }
      own.append(run.section, at: max(run.start - positions.lowerBound, 0))
    }
    // An array created from a slice of the whole array would keep its excess capacity.
    let exact = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Array(UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<end]))
    }
    return RowBlock(
      bytes: exact,
      slots: slots[positions].map { RowBlock.Slot(start: $0.start - start, hash: $0.hash) },
      runs: own, withoutContents: withoutContents)
  }

  /// Returns a block with all rows, which uses the memory that was reserved for them.
  func block() -> RowBlock { RowBlock(bytes: bytes, slots: slots, runs: runs) }
}
