import SectionalTesting
import Testing

@testable import Sectional

/// Finding rows by the names that a log calls them.
struct RowNameTests {
  private static let ordering = RowOrdering(
    section: nil, sort: [OrderRule(column: 1)], keyColumns: [0], fallsBackToRowID: false)
  private static let shape = RowTreeShape(blockRows: 4, blockBytes: 4096, fanOut: 4)

  private static func key(_ id: Int) -> RowKey { RowKey([.integer(Int64(id))]) }
  private static func rowID(_ id: Int) -> Int64 { 10_000 - Int64(id) }

  private func list(of ids: Range<Int>, _ generator: inout SeededGenerator) throws -> RowList {
    let rows = ids.map { id in
      RowNameTests.ordering.row(
        PackedRow([.integer(Int64(id)), .integer(Int64(generator.below(20)))]),
        rowID: RowNameTests.rowID(id))
    }
    return try RowList(rows, .none, shape: RowNameTests.shape)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `each row is found once, by its key, its rowid or both, and no row by a strange name`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let list = try list(of: 0..<100, &generator)
    var (names, wanted) = (Set<RowKey>(), Set<Int>())
    for _ in 0..<generator.below(120) {
      let id = generator.below(150)
      if id < 100 { wanted.insert(id) }
      let ways = generator.below(3)
      if ways != 1 { names.insert(RowNameTests.key(id)) }
      if ways != 0 { names.insert(RowKey(rowID: RowNameTests.rowID(id))) }
    }
    var work = TreeWork()
    let found = list.rows(named: names, keyIsRowID: false, &work)
    #expect(found.map(\.row.key).count == wanted.count)
    #expect(Set(found.map(\.row.key)) == Set(wanted.map(RowNameTests.key)))
    for row in found { #expect(list[row.rank].key == row.row.key) }
  }

  private static func levels(above children: [RowTree.Child]) -> Int {
    guard case .branch(let inner)? = children.first?.content else { return 1 }
    return 1 + levels(above: inner)
  }

  @Test func `finding a row compares as many keys as the tree is deep, and visits one path`() throws
  {
    var generator = SeededGenerator(seed: 1)
    let list = try list(of: 0..<2000, &generator)
    for rank in [0, 999, 1999] {
      var work = TreeWork()
      let row = try #require(list.rows(of: [list[rank].key], &work).first)
      #expect(row.rank == rank)
      // The children of the tree, those of each branch, and the block.
      let path = RowNameTests.levels(above: list.tree.children) + 1
      #expect((6...12).contains(path), "2,000 rows are in at least 500 blocks, four in a branch")
      #expect(work.nodesVisited == path)
      work = TreeWork()
      #expect(list.tree.rank(of: list[rank].record.orderKey(in: list[rank].section), &work) == rank)
      #expect(work.nodesVisited == path)
      #expect((work.nodesVisited...4 * work.nodesVisited).contains(work.keyComparisons))
    }
  }
}
