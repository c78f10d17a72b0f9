/// Packs rows into a block.
struct RowBlockBuilder: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var slots: [RowBlock.Slot] = []
  private(set) var runs: [RowBlock.Run] = []

  var count: Int { slots.count }

  /// Appends a row that is not packed yet.
  ///
  /// - Parameters:
  ///   - place: Its section, its order and its identity.
  ///   - contents: Its cells.
  ///   - rowID: Its rowid, if it is to be found by it.
  ///   - section: Its section, as an array that rows of one section share.
  mutating func append(
    _ place: RowPlace, contents: UnsafeRawBufferPointer, rowID: Int64?, in section: [UInt8]
  ) {
    let hash = IdentityHash.hash(place.bytes, place.identity)
    slots.append(RowBlock.Slot(start: UInt32(bytes.count), hash: hash))
    unsafe PackedRecord.append(place, contents: contents, rowID: rowID, to: &bytes)
    appendRun(section, at: slots.count - 1)
  }

  /// Appends rows of a block as they are.
  mutating func append(_ positions: Range<Int>, of block: RowBlock) {
    guard let first = positions.first, let last = positions.last else { return }
    let (start, end) = (block.range(of: first).lowerBound, block.range(of: last).upperBound)
    let offset = bytes.count - start
    let shift = slots.count - positions.lowerBound
    for slot in block.slots[positions] {
      slots.append(RowBlock.Slot(start: UInt32(Int(slot.start) + offset), hash: slot.hash))
    }
    bytes.append(contentsOf: block.bytes[start..<end])
    for run in block.run(of: first)...block.run(of: last) {
      appendRun(block.runs[run].section, at: max(block.runs[run].start, first) + shift)
    }
  }

  /// Notes the section of the row at some position, unless the row before has the same.
  private mutating func appendRun(_ section: [UInt8], at position: Int) {
    if let last = runs.last, last.section == section { return }
    runs.append(RowBlock.Run(start: position, section: section))
  }

  mutating func reserveCapacity(bytes: Int, rows: Int) {
    self.bytes.reserveCapacity(bytes)
    slots.reserveCapacity(rows)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }

  /// Returns some of the rows in a block, which takes no more room than they need.
  func block(_ positions: Range<Int>) -> RowBlock {
    let start = positions.isEmpty ? 0 : slots[positions.lowerBound].start
    let end = positions.upperBound < count ? Int(slots[positions.upperBound].start) : bytes.count
    var own: [RowBlock.Run] = []
    own.reserveCapacity(runs.count)
    for place in runs.indices {
      let next = place + 1 < runs.count ? runs[place + 1].start : count
      guard next > positions.lowerBound, runs[place].start < positions.upperBound else { continue }
      let first = max(runs[place].start, positions.lowerBound) - positions.lowerBound
      own.append(RowBlock.Run(start: first, section: runs[place].section))
    }
    // An array of a slice of all of it would keep the room for more.
    let exact = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Array(UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<end]))
    }
    return RowBlock(
      bytes: exact,
      slots: slots[positions].map { RowBlock.Slot(start: $0.start - start, hash: $0.hash) },
      runs: own)
  }

  /// Returns all rows in a block, which takes the room that was reserved for them.
  func block() -> RowBlock { RowBlock(bytes: bytes, slots: slots, runs: runs) }
}
