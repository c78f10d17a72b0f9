/// Some rows of a list, packed into one run of bytes: what a leaf of the tree holds, and what rows travel in.
///
/// A row is two lengths, its rowid if it has one, its sort keys, its identity and its contents. Its section stands
/// beside the rows, once for each run of rows that share it.
struct RowBlock: Sendable {
  /// Where a row begins, and a hash of what identifies it.
  struct Slot: Sendable {
    var start: UInt32
    let hash: UInt32
  }

  /// Rows of one section that follow one another.
  struct Run: Sendable {
    /// The position of the first.
    var start: Int
    let section: [UInt8]
  }

  private(set) var bytes: [UInt8] = []
  private(set) var slots: [Slot] = []
  private(set) var runs: [Run] = []

  var count: Int { slots.count }

  /// Returns one row.
  subscript(position: Int) -> PackedRecord { PackedRecord(bytes, range(of: position)) }

  func range(of position: Int) -> Range<Int> {
    let end = position + 1 < slots.count ? Int(slots[position + 1].start) : bytes.count
    return Int(slots[position].start)..<end
  }

  /// Returns the place of the run that a row belongs to.
  func run(of position: Int) -> Int {
    partition(runs.count) { runs[$0].start <= position } - 1
  }

  /// Returns the section of a row.
  func section(of position: Int) -> [UInt8] { runs[run(of: position)].section }
}

extension RowBlock {
  /// Appends a row that is not packed yet.
  ///
  /// - Parameters:
  ///   - place: Its section, its order and its identity.
  ///   - contents: Its cells.
  ///   - rowID: Its rowid, if it is to be found by it.
  mutating func append(_ place: RowPlace, contents: [UInt8], rowID: Int64?) {
    let hash = IdentityHash.hash(place.bytes, place.identity)
    slots.append(Slot(start: UInt32(bytes.count), hash: hash))
    PackedRecord.append(place, contents: contents, rowID: rowID, to: &bytes)
    let isInLastRun =
      runs.last.map { run in
        ByteOrder.compare(run.section, run.section.indices, place.bytes, place.section) == .equal
      } ?? false
    guard !isInLastRun else { return }
    runs.append(Run(start: slots.count - 1, section: Array(place.bytes[place.section])))
  }

  /// Appends rows of another block as they are.
  mutating func append(_ positions: Range<Int>, of other: RowBlock) {
    guard let first = positions.first, let last = positions.last else { return }
    let (start, end) = (other.range(of: first).lowerBound, other.range(of: last).upperBound)
    let offset = bytes.count
    for position in positions {
      let slot = other.slots[position]
      slots.append(Slot(start: UInt32(Int(slot.start) - start + offset), hash: slot.hash))
    }
    bytes.append(contentsOf: other.bytes[start..<end])
    appendRuns(of: other, positions)
  }

  private mutating func appendRuns(of other: RowBlock, _ positions: Range<Int>) {
    let shift = slots.count - positions.upperBound
    for run in other.run(of: positions.lowerBound)..<other.runs.count {
      guard other.runs[run].start < positions.upperBound else { return }
      let section = other.runs[run].section
      if let last = runs.last, last.section == section { continue }
      let start = max(other.runs[run].start, positions.lowerBound) + shift
      runs.append(Run(start: start, section: section))
    }
  }

  mutating func reserveCapacity(bytes: Int, rows: Int, runs: Int) {
    self.bytes.reserveCapacity(bytes)
    slots.reserveCapacity(rows)
    self.runs.reserveCapacity(runs)
  }

  /// Takes no more room than the rows need.
  func compacted() -> RowBlock {
    var compact = RowBlock()
    compact.reserveCapacity(bytes: bytes.count, rows: slots.count, runs: runs.count)
    compact.bytes.append(contentsOf: bytes)
    compact.slots.append(contentsOf: slots)
    compact.runs.append(contentsOf: runs)
    return compact
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }
}
