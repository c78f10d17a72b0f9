/// The sections of a list, and what its rows are in their order, without the rows' contents.
///
/// It lies in one run of bytes, which is what is kept on disk, and is read where it lies. Behind a head come the
/// sections, each with the rank of its first row and the cell that is its key; then where each block of rows begins; then
/// the rows. A row is the beginning of its sort keys, as far as sets it apart from its neighbors, the cells of its key, and
/// its rowid where changes are logged by that. Of the sort keys only what differs from the row before is written.
package struct Outline: Sendable {
  /// What is known of every row.
  struct Shape: Sendable, Hashable {
    /// The number of cells that identify a row.
    let keyCount: Int
    /// Whether each row has its rowid.
    let hasRowIDs: Bool
    /// Whether the rowid identifies a row without key cells or with a null in them.
    let fallsBackToRowID: Bool
    /// Whether there are no sections.
    let isPlain: Bool
  }

  static let headCount = 24
  static let blockRows = 64

  let bytes: [UInt8]
  private let start: Int
  let shape: Shape
  /// The number of rows.
  package let count: Int
  private let runCount: Int
  private let sectionTable: Int
  private let sectionCells: Range<Int>
  private let blockTable: Int
  private let rows: Range<Int>

  /// The number of sections; a list without any is one.
  package var sectionCount: Int { shape.isPlain ? 1 : runCount }

  /// Finds the parts; nothing where the bytes are no outline.
  ///
  /// - Parameters:
  ///   - bytes: The outline, and what may stand before it.
  ///   - start: Where it begins; it ends with the bytes.
  /// - Complexity: O(*s* + *b*) in the numbers of sections and of blocks.
  init?(_ bytes: [UInt8], at start: Int) {
    guard start >= 0, bytes.count - start >= Outline.headCount else { return nil }
    self.bytes = bytes
    self.start = start
    count = bytes.word(at: start)
    runCount = bytes.word(at: start + 4)
    let flags = bytes.word(at: start + 12)
    shape = Shape(
      keyCount: bytes.word(at: start + 8), hasRowIDs: flags & 1 != 0,
      fallsBackToRowID: flags & 2 != 0, isPlain: flags & 4 != 0)
    sectionTable = start + Outline.headCount
    let cells = sectionTable + 8 * runCount
    sectionCells = cells..<(cells + bytes.word(at: start + 16))
    blockTable = sectionCells.upperBound
    let firstRow = blockTable + 4 * ((count + Outline.blockRows - 1) / Outline.blockRows)
    rows = firstRow..<(firstRow + bytes.word(at: start + 20))
    guard rows.upperBound == bytes.count, shape.keyCount <= 2000, isSound else { return nil }
  }

  /// Whether sections and blocks follow one another.
  private var isSound: Bool {
    guard shape.isPlain ? runCount == 0 : (runCount == 0) == (count == 0) else { return false }
    guard shape.keyCount > 0 || shape.hasRowIDs else { return count == 0 }
    var (rank, cell) = (-1, -1)
    for section in 0..<runCount {
      let (nextRank, nextCell) = (start(ofRun: section), cellOffset(of: section))
      guard nextRank > rank, nextCell > cell, nextCell < sectionCells.count else { return false }
      (rank, cell) = (nextRank, nextCell)
    }
    guard rank < max(count, 1), runCount == 0 || start(ofRun: 0) == 0 else { return false }
    return isInOrder(blockTable, rows.lowerBound, below: rows.count)
  }

  private func isInOrder(_ start: Int, _ end: Int, below limit: Int) -> Bool {
    var last = -1
    for place in stride(from: start, to: end, by: 4) {
      let next = bytes.word(at: place)
      guard next > last, next < limit else { return false }
      last = next
    }
    return true
  }

  private func start(ofRun run: Int) -> Int { bytes.word(at: sectionTable + 8 * run) }
  private func cellOffset(of run: Int) -> Int { bytes.word(at: sectionTable + 8 * run + 4) }
}

extension Outline {
  /// The bytes of the outline, without what stands before it.
  var ownBytes: [UInt8] { start == 0 ? bytes : Array(bytes[start...]) }

  /// The ranks of a section's rows.
  ///
  /// - Precondition: There is such a section.
  package func ranks(ofSection section: Int) -> Range<Int> {
    guard !shape.isPlain else { return 0..<count }
    return start(ofRun: section)..<(section + 1 < runCount ? start(ofRun: section + 1) : count)
  }

  /// Returns the section that the row of a rank stands in.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func section(ofRank rank: Int) -> Int {
    shape.isPlain ? 0 : max(partitionPoint(runCount) { start(ofRun: $0) <= rank } - 1, 0)
  }

  /// Returns the key of a section as the only cell of a row; null for a list without sections.
  func sectionCell(_ section: Int) -> PackedRow {
    guard !shape.isPlain else { return PackedRow([.null]) }
    var reader = CarefulReader(
      bytes, sectionCells.lowerBound + cellOffset(of: section)..<sectionCells.upperBound)
    guard let cell = reader.cell() else { return PackedRow([.null]) }
    return PackedRow(bytes: Array(bytes[cell]))
  }

  /// Returns the rows from some rank on.
  func walk(from rank: Int = 0) -> OutlineWalk {
    guard rank < count else { return OutlineWalk(self, rows.upperBound..<rows.upperBound, count) }
    let block = rank / Outline.blockRows
    let start = rows.lowerBound + bytes.word(at: blockTable + 4 * block)
    var walk = OutlineWalk(self, start..<rows.upperBound, block * Outline.blockRows)
    while walk.rank < rank, walk.advance() {}
    return walk
  }
}
