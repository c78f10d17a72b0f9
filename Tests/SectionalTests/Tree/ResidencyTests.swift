import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Lists that hold some of their blocks, some only by count, and rows without contents.
struct ResidencyTests {
  static let kinds: [ModelList.Kind] = [
    ModelList.Kind(
      grouping: .byKey, shape: RowTreeShape(blockRows: 2, blockBytes: 4096, fanOut: 4)),
    ModelList.Kind(
      grouping: .none, hasTextKeys: true, hasRowIDs: true,
      shape: RowTreeShape(blockRows: 2, blockBytes: 4096, fanOut: 4)),
    ModelList.Kind(
      grouping: .byKey, hasRowIDs: true, teams: 40,
      shape: RowTreeShape(blockRows: 3, blockBytes: 4096, fanOut: 5)),
    ModelList.Kind(
      grouping: .byKey, teams: 2, ids: 300,
      shape: RowTreeShape(blockRows: 16, blockBytes: 4096, fanOut: 4)),
  ]

  @Test(arguments: kinds, 1...6 as ClosedRange<UInt64>)
  func `a list with few blocks in memory changes like one with all`(
    kind: ModelList.Kind, seed: UInt64
  ) throws {
    var run = try ResidencyRun(kind, seed: seed)
    for step in 0..<HistoryLength.steps(60) {
      do { try run.step() } catch let violation as LawViolation {
        throw violation.happening("in a \(kind) with seed \(seed), at step \(step)")
      }
    }
  }

  @Test(arguments: kinds)
  func `a list that is read in pages is the list that is read at once`(
    kind: ModelList.Kind
  ) throws {
    var generator = SeededGenerator(seed: 7)
    var model = ModelList(kind: kind)
    for _ in 0..<12 { _ = model.change(&generator) }
    let whole = try model.list
    var list = RowList.empty(kind.grouping, shape: kind.shape)
    var rest = model.order.compactMap { model.orderedRow($0) }[...]
    while !rest.isEmpty {
      let page = Array(rest.prefix(1 + generator.below(20)))
      rest = rest.dropFirst(page.count)
      list = list.blocks.appending(PackedRows(page, kind.grouping, shape: kind.shape))
      #expect((list.count - page.count..<list.count).map { list[$0].key } == page.map(\.key))
      list = list.blocks.evicting(at: Array(0..<list.count))
      var check = TreeCheck(list, isPartial: true)
      try check.run()
    }
    #expect(list.count == whole.count)
    #expect(list.sectionStarts == whole.sectionStarts)
  }

  @Test(arguments: kinds, 1...4 as ClosedRange<UInt64>)
  func `blocks that are counted again have the rows that are there`(
    kind: ModelList.Kind, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var model = ModelList(kind: kind)
    for _ in 0..<6 { _ = model.change(&generator) }
    var list = try model.list
    list = list.blocks.evicting(at: Array(0..<list.count))
    for _ in 0..<3 { _ = model.change(&generator) }
    var rank = 0
    while rank < list.count {
      let (block, isFirst) = (list.blocks[ofRank: rank], rank == 0)
      let rows = model.order.compactMap { model.orderedRow($0) }.filter { row in
        let order = Array(row.place.bytes[row.place.compared(kind.grouping)])
        return (isFirst || ByteOrder.compare(block.separator, order) != .greater)
          && (block.end.map { ByteOrder.compare($0, order) == .greater } ?? true)
      }
      #expect(
        rows.isEmpty || list.blocks.filling(at: rank, with: PackedRows(rows, kind.grouping)) == nil
          || rows.count == block.ranks.count)
      list = list.blocks.replacing(
        at: rank, with: PackedRows(rows, kind.grouping, shape: kind.shape))
      // If its rows are gone, the next block begins at the same rank, and rows before it are the next one's.
      if isFirst, rows.isEmpty { continue }
      rank += rows.count
    }
    var check = TreeCheck(list, isPartial: true)
    try check.run()
    let whole = try model.list
    #expect(list.rows == whole.rows)
    #expect(list.sectionStarts == whole.sectionStarts)
  }

  @Test func `rows with other order keys aren't taken for those that were counted`() throws {
    var model = ModelList(kind: Self.kinds[0])
    for id in 0..<4 { model.rows[id] = .init(team: 1, position: id, note: 0, rowID: nil) }
    let list = try model.list.blocks.evicting(at: [0, 2])
    let count = list.blocks[ofRank: 0].ranks.count
    let rows = model.order.prefix(count).compactMap { model.orderedRow($0) }
    #expect(list.blocks.filling(at: 0, with: PackedRows(rows, .byKey)) != nil)
    model.rows[model.order[0]]?.position = 20
    let moved = model.order.prefix(count).compactMap { model.orderedRow($0) }
    #expect(moved.map(\.key) == rows.map(\.key))
    #expect(list.blocks.filling(at: 0, with: PackedRows(moved, .byKey)) == nil)
  }

  @Test(arguments: kinds)
  func `rows of a block that is only counted can't be given contents`(
    kind: ModelList.Kind
  ) throws {
    var generator = SeededGenerator(seed: 12)
    var model = ModelList(kind: kind)
    for _ in 0..<6 { _ = model.change(&generator) }
    let list = try model.list.blocks.evicting(at: [0])
    for (rank, id) in model.order.enumerated() {
      let row = try #require(model.orderedRow(id))
      let loaded = list.loading(PackedRows([row], kind.grouping))
      #expect((loaded == nil) == !list.blocks.isResident(rank))
    }
  }
}
