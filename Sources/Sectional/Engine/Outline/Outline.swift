/// The sections of a list, and the order and keys of its rows, without the rows' contents.
///
/// The head lists the sections, each with the rank of its first row and the cell that is its key, and contains the
/// offset of each block of rows. The rows are stored separately, in segments with checksums, and are fetched when
/// they are needed. A row consists of as much of its sort keys as distinguishes it from its neighbors, the cells of
/// its key and, if changes are logged by rowid, its rowid. Only the part of the sort keys that differs from the
/// previous row is written.
package struct Outline: Sendable {
  /// The properties that all rows share.
  struct Shape: Sendable, Hashable {
    /// The number of cells that identify a row.
    let keyCount: Int
    /// Whether each row includes its rowid.
    let hasRowIDs: Bool
    /// Whether the rowid identifies rows that have no key cells or a null in one.
    let fallsBackToRowID: Bool
    /// Whether the list has no sections.
    let isPlain: Bool
  }

  static let blockRows = 64
  static let segmentRows = 4096
  private static let fixedCount = 28

  /// Everything except the rows.
  let head: [UInt8]
  let shape: Shape
  /// The number of rows.
  package let count: Int
  private let source: any OutlineRows
  private let runCount: Int
  private let sectionCells: Range<Int>
  private let blockTable: Int
  private let segmentTable: Int
  private let rowBytes: Int

  /// The number of sections; a list without sections counts as one.
  package var sectionCount: Int { shape.isPlain ? 1 : runCount }

  /// Creates an outline from its head and its rows, or returns `nil` if the bytes aren't a valid head.
  ///
  /// - Complexity: O(*s* + *b*), where *s* is the number of sections and *b* the number of blocks.
  init?(head: [UInt8], rows: any OutlineRows) {
    guard head.count >= Outline.fixedCount else { return nil }
    self.head = head
    source = rows
    count = head.word(at: 0)
    runCount = head.word(at: 4)
    let flags = head.word(at: 12)
    shape = Shape(
      keyCount: head.word(at: 8), hasRowIDs: flags & 1 != 0, fallsBackToRowID: flags & 2 != 0,
      isPlain: flags & 4 != 0)
    let cells = Outline.fixedCount + 8 * runCount
    sectionCells = cells..<(cells + head.word(at: 16))
    rowBytes = Int(truncatingIfNeeded: head.longWord(at: 20))
    blockTable = sectionCells.upperBound
    segmentTable = blockTable + 4 * ((count + Outline.blockRows - 1) / Outline.blockRows)
    let segments = (count + Outline.segmentRows - 1) / Outline.segmentRows
    guard segmentTable + 8 * segments == head.count, rowBytes == rows.count,
      shape.keyCount <= 2000, hasSections, hasBlocks
    else { return nil }
  }

  /// Whether the sections are in ascending order and start at the first row.
  private var hasSections: Bool {
    guard !shape.isPlain else { return runCount == 0 }
    guard (runCount == 0) == (count == 0) else { return false }
    var (rank, cell) = (-1, -1)
    for section in 0..<runCount {
      let (nextRank, nextCell) = (start(ofRun: section), cellOffset(of: section))
      guard nextRank > rank, nextCell > cell, nextCell < sectionCells.count else { return false }
      (rank, cell) = (nextRank, nextCell)
    }
    return runCount == 0 || (start(ofRun: 0) == 0 && rank < count)
  }

  /// Whether the blocks are in ascending order and start at the first byte.
  private var hasBlocks: Bool {
    var last = -1
    for offset in stride(from: blockTable, to: segmentTable, by: 4) {
      let next = head.word(at: offset)
      guard next > last, next < rowBytes, last >= 0 || next == 0 else { return false }
      last = next
    }
    return true
  }

  private func start(ofRun run: Int) -> Int { head.word(at: Outline.fixedCount + 8 * run) }
  private func cellOffset(of run: Int) -> Int { head.word(at: Outline.fixedCount + 8 * run + 4) }

  /// Returns the offset at which a block begins or, after the last block, the offset at which the rows end.
  private func offset(ofBlock block: Int) -> Int {
    let offset = blockTable + 4 * block
    return offset < segmentTable ? head.word(at: offset) : rowBytes
  }
}

extension Outline {
  /// The ranks of a section's rows.
  ///
  /// - Precondition: The section exists.
  package func ranks(ofSection section: Int) -> Range<Int> {
    guard !shape.isPlain else { return 0..<count }
    return start(ofRun: section)..<(section + 1 < runCount ? start(ofRun: section + 1) : count)
  }

  /// Returns the section that contains the row at a rank.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  func section(ofRank rank: Int) -> Int {
    shape.isPlain ? 0 : max(partitionPoint(runCount) { start(ofRun: $0) <= rank } - 1, 0)
  }

  /// Returns the key of a section as the only cell of a row, or null for a list without sections.
  func sectionCell(_ section: Int) -> PackedRow {
    guard !shape.isPlain else { return PackedRow([.null]) }
    var reader = CarefulReader(
      head, sectionCells.lowerBound + cellOffset(of: section)..<sectionCells.upperBound)
    guard let cell = reader.cell() else { return PackedRow([.null]) }
    return PackedRow(bytes: Array(head[cell]))
  }
}

extension Outline {
  var segmentCount: Int { (head.count - segmentTable) / 8 }

  /// Fetches the rows of a segment, or returns `nil` if they can't be read or have changed.
  func segment(_ segment: Int) -> [UInt8]? {
    guard segment < segmentCount else { return nil }
    let blocks = Outline.segmentRows / Outline.blockRows
    let range = offset(ofBlock: segment * blocks)..<offset(ofBlock: (segment + 1) * blocks)
    guard let bytes = source.bytes(in: range),
      Checksum.of(bytes) == head.longWord(at: segmentTable + 8 * segment)
    else { return nil }
    return bytes
  }

  /// Returns the offset at which a block begins in its segment.
  func offset(inSegmentOfBlock block: Int) -> Int {
    let blocks = Outline.segmentRows / Outline.blockRows
    return offset(ofBlock: block) - offset(ofBlock: block / blocks * blocks)
  }

  /// The bytes of all rows, or `nil` if they can't be read.
  var allRows: [UInt8]? { source.bytes(in: 0..<rowBytes) }
}
