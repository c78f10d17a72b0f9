/// Some rows of a list, packed into one run of bytes: a leaf of the tree, and what rows travel in.
///
/// A row is two lengths, its rowid if it has one, its sort keys, its identity and its contents. Its section stands
/// beside the rows, once for each run of rows that share it. A block never changes.
final class RowBlock: Sendable {
  /// Where a row begins, and a hash of what identifies it.
  struct Slot: Sendable {
    let start: UInt32
    let hash: UInt32
  }

  let bytes: [UInt8]
  let slots: [Slot]
  let runs: SectionRuns

  init(bytes: [UInt8], slots: [Slot], runs: SectionRuns) {
    self.bytes = bytes
    self.slots = slots
    self.runs = runs
  }

  var count: Int { slots.count }

  /// Returns one row.
  subscript(position: Int) -> PackedRecord { PackedRecord(bytes, range(of: position)) }

  func range(of position: Int) -> Range<Int> {
    let end = position + 1 < slots.count ? Int(slots[position + 1].start) : bytes.count
    return Int(slots[position].start)..<end
  }

  /// Returns the positions of the rows of a run.
  func positions(ofRun run: Int) -> Range<Int> {
    runs.start(of: run)..<(run + 1 < runs.count ? runs.start(of: run + 1) : count)
  }

  /// Returns the section of a row.
  func section(of position: Int) -> [UInt8] { runs[runs.run(of: position)].section }

  /// Returns the place of a row.
  func orderKey(of position: Int) -> RowOrderKey {
    self[position].orderKey(in: section(of: position))
  }

  /// Returns the bytes that a row is ordered by.
  func order(of position: Int, _ grouping: RowGrouping) -> [UInt8] {
    let record = self[position]
    let order = record.sort.lowerBound..<record.identity.upperBound
    guard grouping == .byKey else { return Array(bytes[order]) }
    return section(of: position) + bytes[order]
  }
}
