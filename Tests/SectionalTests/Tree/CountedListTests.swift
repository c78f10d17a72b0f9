import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Lists that only count their rows: adding and subtracting rows, and the form in which they are kept.
struct CountedListTests {
  private func counted(_ model: ModelList) throws -> RowList {
    let rows = PackedRows(
      model.order.compactMap { model.orderedRow($0) }, model.kind.grouping,
      shape: model.kind.shape)
    return RowList.empty(model.kind.grouping, shape: model.kind.shape).blocks.appending(
      CountedRows(rows))
  }

  /// Throws if a list doesn't have the counts, or a block doesn't have the rows, of a model.
  private func compare(_ list: RowList, with model: ModelList) throws {
    var check = TreeCheck(list, isPartial: true)
    try check.run()
    let whole = try model.list
    #expect(list.count == whole.count)
    #expect(list.sectionStarts == whole.sectionStarts)
    var rest = 0
    while rest < list.count {
      let block = list.blocks[ofRank: rest]
      let rows = model.order[block.ranks].compactMap { model.orderedRow($0) }
      #expect(
        list.blocks.filling(
          at: rest, with: PackedRows(rows, model.kind.grouping, shape: model.kind.shape))
          != nil)
      rest = block.ranks.upperBound
    }
  }

  private static let kinds = ResidencyTests.kinds

  @Test(arguments: kinds, 1...6 as ClosedRange<UInt64>)
  func `rows can be added and subtracted without any in memory`(
    kind: ModelList.Kind, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var model = ModelList(kind: kind)
    for _ in 0..<6 { _ = model.change(&generator) }
    var list = try counted(model)
    for step in 0..<HistoryLength.steps(60) {
      let before = model
      let ids = model.change(&generator)
      list = try #require(
        list.blocks.adjusting(
          removing: ids.compactMap { before.orderedRow($0)?.place },
          adding: ids.compactMap { model.orderedRow($0)?.place }), "seed \(seed), step \(step)")
      try compare(list, with: model)
    }
  }

  @Test(arguments: kinds)
  func `a block that grew is divided`(kind: ModelList.Kind) throws {
    var generator = SeededGenerator(seed: 9)
    var model = ModelList(kind: kind)
    _ = model.change(&generator)
    var list = try counted(model)
    for _ in 0..<8 {
      let before = model
      let ids = model.change(&generator)
      list = try #require(
        list.blocks.adjusting(
          removing: ids.compactMap { before.orderedRow($0)?.place },
          adding: ids.compactMap { model.orderedRow($0)?.place }))
      var rank = 0
      while rank < list.count {
        let block = list.blocks[ofRank: rank]
        let rows = model.order[block.ranks].compactMap { model.orderedRow($0) }
        let packed = PackedRows(rows, kind.grouping, shape: kind.shape)
        #expect(
          rows.count < 2
            || list.blocks.dividing(
              at: rank, into: PackedRows(rows.dropLast(), kind.grouping, shape: kind.shape))
              == nil
        )
        list = try #require(list.blocks.dividing(at: rank, into: packed))
        rank = block.ranks.upperBound
      }
      try compare(list, with: model)
    }
  }

  @Test func `rows that a block doesn't have can't be subtracted`() throws {
    var generator = SeededGenerator(seed: 3)
    var model = ModelList(kind: Self.kinds[0])
    for _ in 0..<6 { _ = model.change(&generator) }
    let list = try counted(model)
    let id = try #require(model.order.first)
    let row = try #require(model.orderedRow(id)?.place)
    let copies = [RowOrderKey](repeating: row, count: list.count + 1)
    #expect(list.blocks.adjusting(removing: copies, adding: []) == nil)
  }

  @Test(arguments: kinds)
  func `what is kept of a list is the same list when it is read`(kind: ModelList.Kind) throws {
    var generator = SeededGenerator(seed: 5)
    var model = ModelList(kind: kind)
    for _ in 0..<9 { _ = model.change(&generator) }
    let last = try #require(model.order.last.flatMap { model.orderedRow($0)?.place.bytes })
    for frontier in [nil, last] {
      let outline = try #require(CountedOutline(try counted(model), upTo: frontier))
      let read = try #require(
        CountedOutline(
          head: outline.head, blocks: OutlineRowsInMemory(bytes: outline.allBlocks ?? [])))
      #expect(read.frontier == frontier)
      #expect(read.count == model.order.count)
      try compare(try #require(read.list(kind.ordering, shape: kind.shape)), with: model)
    }
  }

  @Test func `a list isn't kept if an order key is a long text`() throws {
    let kind = Self.kinds[0]
    var generator = SeededGenerator(seed: 7)
    var model = ModelList(kind: kind)
    for _ in 0..<4 { _ = model.change(&generator) }
    #expect(CountedOutline(try counted(model), upTo: [UInt8](repeating: 1, count: 256)) != nil)
    #expect(CountedOutline(try counted(model), upTo: [UInt8](repeating: 1, count: 257)) == nil)
  }

  @Test func `a kept list with more rows than a tree can count is refused`() throws {
    let kind = Self.kinds[0]
    var generator = SeededGenerator(seed: 6)
    var model = ModelList(kind: kind)
    for _ in 0..<4 { _ = model.change(&generator) }
    let outline = try #require(CountedOutline(try counted(model), upTo: nil))
    var (bytes, blocks) = ([UInt8](), 0)
    let list = try counted(model)
    var rank = 0
    while rank < list.count {
      let block = list.blocks[ofRank: rank]
      PackedLength.append(block.start.count, to: &bytes)
      bytes += block.start
      bytes.append(longWord: 0)
      PackedLength.append(1, to: &bytes)
      PackedLength.append(Int(Int32.max) - 1, to: &bytes)
      PackedLength.append(list[rank].section.count + 1, to: &bytes)
      bytes += list[rank].section
      blocks += 1
      rank = block.ranks.upperBound
      while rank < list.count,
        list[rank].section
          == list.blocks[ofRank: rank - 1].ranks
          .map({ list[$0].section }).last
      { rank = list.blocks[ofRank: rank].ranks.upperBound }
    }
    try #require(blocks > 1)
    var head = Array(outline.head[..<8])
    head.append(longWord: Checksum.of(bytes))
    for number in [list.count, list.sectionCount, blocks] { head.append(longWord: UInt64(number)) }
    head += outline.head[40...]
    let read = try #require(
      CountedOutline(head: head, blocks: OutlineRowsInMemory(bytes: bytes)))
    #expect(read.list(kind.ordering, shape: kind.shape) == nil)
  }

  @Test(arguments: kinds)
  func `a kept list whose bytes were changed is refused, or can be read`(
    kind: ModelList.Kind
  ) throws {
    var generator = SeededGenerator(seed: 8)
    var model = ModelList(kind: kind)
    for _ in 0..<5 { _ = model.change(&generator) }
    let outline = try #require(CountedOutline(try counted(model), upTo: nil))
    let blocks = try #require(outline.allBlocks)
    var refused = 0
    for _ in 0..<HistoryLength.steps(2000) {
      var (head, bytes) = (outline.head, blocks)
      for _ in 0...generator.below(2) {
        if generator.happens(onceIn: 4) {
          head[generator.below(head.count)] = UInt8(generator.below(256))
        } else if generator.happens(onceIn: 6) {
          bytes.removeLast(generator.below(bytes.count))
        } else if !bytes.isEmpty {
          bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
        }
      }
      // Somebody who means harm makes the checksum fit.
      let sum = Checksum.of(bytes)
      for byte in 0..<8 { head[8 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(byte))) }
      let read = CountedOutline(head: head, blocks: OutlineRowsInMemory(bytes: bytes))
      guard let list = read?.list(kind.ordering, shape: kind.shape) else {
        refused += 1
        continue
      }
      var rank = 0
      while rank < list.count {
        let block = list.blocks[ofRank: rank]
        _ = RowPosition(decoding: block.start, kind.ordering)
        _ = kind.ordering.sectionValue(of: list[rank].section)
        rank = block.ranks.upperBound
      }
    }
    #expect(refused > 0)
  }
}
