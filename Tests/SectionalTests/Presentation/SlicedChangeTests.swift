import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Changes of a list of which a slice is shown: rows come into the slice and leave it without having changed.
struct SlicedChangeTests {
  /// A list of which some rows are shown.
  private struct Slice {
    let list: RowList
    let ranks: Range<Int>

    init(_ list: RowList, _ generator: inout SeededGenerator) {
      self.list = list
      let start = generator.below(list.count + 1)
      ranks = start..<start + generator.below(list.count - start + 1)
    }

    var presented: PresentedList {
      list.presented(in: RandomList.ordering).clipped(to: ranks)
    }

    /// Groups the rows without the engine.
    func picture() throws -> ListPicture {
      let rows = ranks.map { list[$0].contents.values.map(OracleValue.init) }
      return try ReferenceList(
        columns: ["id", "team", "position", "note"], keyColumns: ["id"], section: "team"
      ).picture(of: rows)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `the fewest changes lead from one slice to the next`(seed: UInt64) throws {
    var random = RandomList(seed: seed)
    var old = Slice(try random.list(), &random.generator)
    for step in 0..<HistoryLength.steps(400) {
      let keys = random.change()
      let new = Slice(try random.list(), &random.generator)
      let known = new.presented.changes(
        new.list.changes(from: old.list, among: keys), from: old.presented)
      try ChangeCheck(before: try old.picture(), after: try new.picture()) {
        Array($0[1...2])
      }.run(FullForm(known), TableUpdates(known))
      let compared = new.presented.changes(
        new.list.changes(from: old.list), from: old.presented)
      try #require(known == compared, "step \(step)")
      old = new
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a slice is the same part of the whole list`(seed: UInt64) throws {
    var random = RandomList(seed: seed)
    for _ in 0..<60 {
      _ = random.change()
      let slice = Slice(try random.list(), &random.generator)
      let (shown, picture) = (slice.presented, try slice.picture())
      #expect(shown.count == slice.ranks.count)
      #expect(shown.sectionCount == picture.sections.count)
      for (index, section) in picture.sections.enumerated() {
        let ranks = shown.ranks(ofSection: index)
        #expect(shown.keys(in: ranks).map(OracleValue.id(of:)) == section.rows.map(\.id))
        #expect(OracleValue(shown.sectionKey(index)) == section.key)
        for (item, rank) in ranks.enumerated() {
          #expect(shown.path(ofRank: rank) == ElementPath(section: index, item: item))
          #expect(shown.rank(of: shown.keys(in: rank..<rank + 1)[0]) == rank)
        }
      }
      for rank in 0..<slice.list.count where !slice.ranks.contains(rank) {
        #expect(shown.rank(of: slice.list[rank].key) == nil)
      }
    }
  }
}
