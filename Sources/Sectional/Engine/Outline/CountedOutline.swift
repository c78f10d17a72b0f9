/// How many rows each block of a list has, and in which sections, without the rows.
///
/// The head has the totals, how far the list is counted, and a checksum of the blocks, which are stored separately: for each
/// its first position, its tally, and the sections of its rows. A position is the whole order key of a row, because a block is read
/// from there.
package struct CountedOutline: Sendable {
  private static let mark = Array("counts 2".utf8)
  /// The most bytes of a position, so that long texts don't come to rest in a file.
  private static let mostPositionBytes = 256
  private static let fixedCount = 48

  let head: [UInt8]
  /// The number of rows.
  package let count: Int
  /// The number of sections.
  package let sectionCount: Int
  /// The position up to which rows are counted, or `nil` if all are.
  let frontier: [UInt8]?
  private let blockCount: Int
  private let blocks: any OutlineRows

  /// Creates an outline from its head and its blocks, or returns `nil` if the bytes aren't a valid head.
  init?(head: [UInt8], blocks: any OutlineRows) {
    guard head.count >= CountedOutline.fixedCount, head.starts(with: CountedOutline.mark) else {
      return nil
    }
    let frontierCount = head.word(at: 44)
    guard head.count == CountedOutline.fixedCount + frontierCount else { return nil }
    let numbers = (0..<3).map { Int(truncatingIfNeeded: head.longWord(at: 16 + 8 * $0)) }
    guard numbers.allSatisfy({ (0...Int(Int32.max)).contains($0) }) else { return nil }
    (count, sectionCount, blockCount) = (numbers[0], numbers[1], numbers[2])
    frontier = head.word(at: 40) == 1 ? nil : Array(head[CountedOutline.fixedCount...])
    self.head = head
    self.blocks = blocks
  }

  /// Creates the outline of a list, or returns `nil` if an order key is too long to be kept.
  ///
  /// - Complexity: O(*b*), where *b* is the number of blocks; blocks in memory are counted.
  init?(_ list: RowList, upTo frontier: [UInt8]?) {
    var bytes: [UInt8] = []
    var (blockCount, last) = (0, [UInt8]?.none)
    var longest = frontier?.count ?? 0
    list.forEachBlock { block in
      blockCount += 1
      let start = block.start(list.grouping)
      longest = max(longest, start.count)
      PackedLength.append(start.count, to: &bytes)
      bytes += start
      let tally = block.tallied
      bytes.append(longWord: tally.sum)
      PackedLength.append(block.runs.count, to: &bytes)
      for run in 0..<block.runs.count {
        let section = block.runs[run].section
        PackedLength.append(block.positions(ofRun: run).count, to: &bytes)
        PackedLength.append(section == last ? 0 : section.count + 1, to: &bytes)
        if section != last { bytes += section }
        last = section
      }
    }
    guard longest <= CountedOutline.mostPositionBytes else { return nil }
    var head = CountedOutline.mark
    head.append(longWord: Checksum.of(bytes))
    for number in [list.count, list.sectionCount, blockCount] {
      head.append(longWord: UInt64(number))
    }
    head.append(word: frontier == nil ? 1 : 0)
    head.append(word: frontier?.count ?? 0)
    self.head = head + (frontier ?? [])
    (count, sectionCount, self.blockCount) = (list.count, list.sectionCount, blockCount)
    self.frontier = frontier
    blocks = OutlineRowsInMemory(bytes: bytes)
  }

  /// The most bytes that are read of the blocks: those of a billion rows take less.
  private static let mostBytes = 1 << 28

  /// The bytes of the blocks, or `nil` if they can no longer be read or have changed.
  var allBlocks: [UInt8]? {
    guard blocks.count <= CountedOutline.mostBytes,
      let bytes = blocks.bytes(in: 0..<blocks.count), Checksum.of(bytes) == head.longWord(at: 8)
    else { return nil }
    return bytes
  }

  /// Returns the list, or `nil` if the blocks can't be read or can't be those of a list with an order.
  ///
  /// - Complexity: O(*b*), where *b* is the number of blocks.
  func list(_ ordering: RowOrdering, shape: RowTreeShape) -> RowList? {
    guard let bytes = allBlocks, frontier.map(ordering.isOrder) ?? true else {
      return nil
    }
    var reader = CountedBlockReader(bytes, ordering)
    var blocks: [RowBlock] = []
    for _ in 0..<blockCount {
      guard let block = reader.next() else { return nil }
      blocks.append(block)
    }
    let list = RowList(counted: blocks, RowGrouping(ordering), shape)
    guard reader.isAtEnd, list.count == count, list.sectionCount == sectionCount else { return nil }
    return list
  }
}

/// Reads blocks from untrusted bytes.
private struct CountedBlockReader {
  private var reader: CarefulReader
  private let ordering: RowOrdering
  private let isPlain: Bool
  private var start: [UInt8]?
  private var section: [UInt8]?
  /// The number of rows so far, which a tree counts in 32 bits.
  private var total = 0

  init(_ bytes: [UInt8], _ ordering: RowOrdering) {
    reader = CarefulReader(bytes, bytes.indices)
    self.ordering = ordering
    isPlain = ordering.section.isEmpty
  }

  var isAtEnd: Bool { reader.isAtEnd }

  /// Returns the next block, or `nil` if it can't be valid.
  mutating func next() -> RowBlock? {
    guard let start = bytes(), ordering.isOrder(start),
      self.start.map({ ByteOrder.compare($0, start) == .less }) ?? true,
      let sum = reader.take(8), let runCount = reader.length()
    else { return nil }
    self.start = start
    let checksum = reader.bytes.longWord(at: sum.lowerBound)
    var (runs, count) = (SectionRuns(), 0)
    for run in 0..<runCount {
      guard let rows = reader.length(), rows > 0, rows < Int(Int32.max),
        let section = nextSection(isFirst: run == 0)
      else { return nil }
      runs.append(section, at: count)
      count += rows
      guard count < Int(Int32.max) else { return nil }
    }
    total += count
    guard count > 0, total < Int(Int32.max) else { return nil }
    return RowBlock(
      BlockCounts(start: start, tally: RowTally(count: count, sum: checksum)), runs: runs)
  }

  private mutating func bytes() -> [UInt8]? {
    reader.length().flatMap { reader.take($0) }.map { Array(reader.bytes[$0]) }
  }

  /// Returns the next section, which follows the one before; only the first one of a block can be the same.
  private mutating func nextSection(isFirst: Bool) -> [UInt8]? {
    guard let length = reader.length() else { return nil }
    guard length > 0 else { return isFirst ? section : nil }
    guard let range = reader.take(length - 1) else { return nil }
    let next = Array(reader.bytes[range])
    guard isPlain ? next.isEmpty : ordering.isSection(next),
      section.map({ ByteOrder.compare($0, next) == .less }) ?? true
    else { return nil }
    section = next
    return next
  }
}

extension RowList {
  /// Creates a list whose rows are only counted.
  fileprivate init(counted blocks: [RowBlock], _ grouping: RowGrouping, _ shape: RowTreeShape) {
    let separators = blocks.map { $0.start(grouping) }
    self.init(
      RowTree(blocks, separators: separators, grouping, shape: shape),
      BlockDirectory([], separators: separators), SectionRows([], grouping, isPart: false),
      wasSorted: false)
  }
}
