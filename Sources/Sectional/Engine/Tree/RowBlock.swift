/// Rows of a list, packed into contiguous bytes: a leaf of the tree, and the unit in which rows are passed around.
///
/// A row consists of two lengths, its rowid if it has one, its sort keys, its key and its contents. Sections are
/// stored separately from the rows, once for each run of rows that share one. A block never changes.
///
/// Rows may lack their contents, and a block may lack its rows: then it has only their sections and their
/// ``BlockCounts``, and nothing else of it can be read.
final class RowBlock: Sendable {
  /// The offset at which a row begins, and the hash of its key.
  struct Slot: Sendable {
    let start: UInt32
    let hash: UInt32
  }

  let bytes: [UInt8]
  let slots: [Slot]
  let runs: SectionRuns
  /// The same rows without their contents, if they were loaded into that block.
  ///
  /// It takes little memory, and none has to be allocated when the contents are dropped again.
  let withoutContents: RowBlock?
  /// What is known of the rows if they aren't in memory.
  let counts: BlockCounts?

  init(bytes: [UInt8], slots: [Slot], runs: SectionRuns, withoutContents: RowBlock? = nil) {
    self.bytes = bytes
    self.slots = slots
    self.runs = runs
    self.withoutContents = withoutContents
    counts = nil
  }

  /// Creates a block of rows that aren't in memory.
  init(_ counts: BlockCounts, runs: SectionRuns) {
    (bytes, slots, withoutContents) = ([], [], nil)
    self.runs = runs
    self.counts = counts
  }

  var tally: RowTally? { counts?.tally }

  var count: Int { counts?.tally.count ?? slots.count }

  /// Whether a row has contents.
  var hasContents: Bool { slots.indices.contains { self[$0].hasContents } }

  /// Returns a row.
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

  /// Returns the order key of a row.
  func orderKey(of position: Int) -> RowOrderKey {
    self[position].orderKey(in: section(of: position))
  }

  /// Returns the bytes that order a row.
  func order(of position: Int, _ grouping: RowGrouping) -> [UInt8] {
    let record = self[position]
    let order = record.sort.lowerBound..<record.identity.upperBound
    guard grouping == .byKey else { return Array(bytes[order]) }
    return section(of: position) + bytes[order]
  }
}

/// What is known of the rows of a block that aren't in memory, besides their sections.
struct BlockCounts: Sendable {
  /// The compared bytes of a whole order key that no row of the block precedes.
  ///
  /// A position to read from can be decoded from them; a separator's bytes may be cut off.
  var start: [UInt8]
  var tally: RowTally
  /// What the list's aggregates are of the rows of each run; none if the list has no aggregates.
  var sums: [RowSummary] = []
}

extension RowBlock {
  /// The compared bytes of a whole order key that no row precedes.
  func start(_ grouping: RowGrouping) -> [UInt8] { counts?.start ?? order(of: 0, grouping) }

  /// Returns a block that only counts the same rows, and sums them up.
  func counted(_ grouping: RowGrouping, summing rule: SummaryRule?) -> RowBlock {
    guard counts == nil else { return self }
    let sums = rule.map { rule in runs.indices.map { summary(of: positions(ofRun: $0), rule) } }
    return RowBlock(
      BlockCounts(start: start(grouping), tally: tallied, sums: sums ?? []), runs: runs)
  }
}
