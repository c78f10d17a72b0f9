/// Rows that follow each other and are only counted, divided into the blocks of a list.
struct CountedRows: Sendable {
  private let grouping: RowGrouping
  private let mostRows: Int
  private let summary: SummaryRule?
  private(set) var blocks: [RowBlock] = []
  private(set) var count = 0
  /// The bytes that order the last row; `nil` if there are no rows.
  var end: [UInt8]? { count > 0 ? Array(last.bytes[last.compared(grouping)]) : nil }

  private var last = RowOrderKey()
  private var section: [UInt8] = []
  private var sectionHash: UInt64 = 0
  /// The rows that aren't in a block yet.
  private var open = BlockCounts(start: [], tally: RowTally())
  private var runs = SectionRuns()

  /// Creates an empty collection.
  init(_ grouping: RowGrouping, shape: RowTreeShape) {
    (self.grouping, mostRows, summary) = (grouping, shape.countedRows, shape.summary)
  }

  /// Counts rows that are in memory.
  init(_ rows: PackedRows) {
    self.init(rows.grouping, shape: rows.shape)
    blocks = rows.blocks.map { $0.counted(grouping, summing: summary) }
    count = rows.count
    if let block = rows.blocks.last { last = block.orderKey(of: block.count - 1) }
  }

  /// Counts a row that follows the others.
  ///
  /// - Parameters:
  ///   - orderKey: Its order key, which is swapped with another one, whose storage can be reused.
  ///   - cells: The cells that are summed up, after a mark.
  mutating func append(_ orderKey: inout RowOrderKey, summing cells: [UInt8] = []) {
    let isSectionNew = count == 0 || !orderKey.hasSection(section)
    if isSectionNew {
      section = Array(orderKey.bytes[orderKey.section])
      sectionHash = RowTally.part(section, section.indices)
    }
    if open.tally.count == 0 { open.start = Array(orderKey.bytes[orderKey.compared(grouping)]) }
    if isSectionNew || open.tally.count == 0 { runs.append(section, at: open.tally.count) }
    if let summary {
      if open.sums.count < runs.count { open.sums.append(RowSummary(summary)) }
      open.sums[runs.count - 1].add(cells, in: cells.indices.dropFirst(), summary)
    }
    open.tally.add(
      section: sectionHash,
      order: RowTally.part(orderKey.bytes, orderKey.sectionEnd..<orderKey.bytes.count))
    swap(&last, &orderKey)
    count += 1
    if open.tally.count >= mostRows { seal() }
  }

  /// Creates a block from the rows that aren't in one yet.
  mutating func seal() {
    guard open.tally.count > 0 else { return }
    blocks.append(RowBlock(open, runs: runs))
    (open, runs) = (BlockCounts(start: [], tally: RowTally()), SectionRuns())
  }
}
