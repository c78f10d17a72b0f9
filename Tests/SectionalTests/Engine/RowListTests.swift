import SectionalTesting
import Testing

@testable import Sectional

struct RowListTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `applying changes makes the list that a new start would make`(seed: UInt64) throws {
    var random = RandomList(seed: seed)
    var list = try random.list()
    for _ in 0..<200 {
      let keys = random.change()
      let changed = random.rows.values.filter { keys.contains($0.key) }
      let rebuilt = try random.list()
      list = try list.applying(changed, for: keys).list
      // Only a list that is made from all of its rows can have sorted them.
      #expect(!list.wasSorted)
      try #require(list.rows == rebuilt.rows)
      #expect(list.sectionStarts == rebuilt.sectionStarts)
    }
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `the rows that differ between two lists are found, and no others`(seed: UInt64) throws {
    var random = RandomList(seed: seed)
    var list = try random.list()
    var rows = random.rows
    for _ in 0..<200 {
      _ = random.change()
      let next = try random.list()
      let ids = Set(rows.keys).union(random.rows.keys).filter { rows[$0] != random.rows[$0] }
      try #require(Set(next.changes(from: list).rows.map(\.key)) == Set(ids.map(RandomList.key)))
      (list, rows) = (next, random.rows)
    }
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `naming rows that did not change changes nothing`(seed: UInt64) throws {
    var random = RandomList(seed: seed)
    var list = try random.list()
    for _ in 0..<100 {
      _ = random.change()
      let next = try random.list()
      let exact = next.shownChanges(from: list)
      let doubtful = Set((0..<50).map(RandomList.key))
      try #require(next.shownChanges(from: list, among: doubtful) == exact)
      list = next
    }
  }

  @Test
  func `ranks, paths and keys lead to the same rows`() throws {
    var random = RandomList(seed: 8)
    for _ in 0..<30 { _ = random.change() }
    let list = try random.list()
    var rank = 0
    for section in 0..<list.sectionCount {
      #expect(list.ranks(ofSection: section).lowerBound == rank)
      for item in 0..<list.ranks(ofSection: section).count {
        #expect(list.path(ofRank: rank) == ElementPath(section: section, item: item))
        #expect(list.rank(of: list[rank].key) == rank)
        rank += 1
      }
    }
    #expect(rank == list.count)
    #expect(list.rank(of: RandomList.key(99)) == nil)
  }

  @Test
  func `two rows with one key are an error that names both`() {
    let rows = [1, 2, 1].map { RandomList.ordering.row(PackedRow([.integer($0), "A", 0, 0])) }
    let error = #expect(throws: RowListError.self) { try RowList(rows, .byKey) }
    guard case .duplicateKey(_, let positions?)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(positions == (0, 2))
  }

  @Test
  func `an empty list has one section without a section column, and none with one`() throws {
    #expect(try RowList([], .none).sectionCount == 1)
    #expect(try RowList([], .byKey).sectionCount == 0)
  }
}
