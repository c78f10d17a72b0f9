import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Changes of a list of which some rows are hidden: rows come and go because others do, or because a section opens.
struct DisplayedChangeTests {
  /// A slice of a list, and what is displayed of it.
  private struct Screen {
    let list: RowList
    let ranks: Range<Int>
    let model: DisplayModel

    init(_ list: RowList, _ model: DisplayModel, _ generator: inout SeededGenerator) {
      (self.list, self.model) = (list, model)
      guard generator.happens(onceIn: 3) else {
        ranks = 0..<list.count
        return
      }
      let start = generator.below(list.count + 1)
      ranks = start..<start + generator.below(list.count - start + 1)
    }

    var presented: PresentedList {
      list.presented(in: RandomList.ordering).clipped(to: ranks).displayed(model.display)
    }

    /// Groups all rows of the slice without the engine.
    func whole() throws -> ListPicture {
      let rows = ranks.map { list[$0].contents.values.map(OracleValue.init) }
      return try ReferenceList(
        columns: ["id", "team", "position", "note"], keyColumns: ["id"], section: "team"
      ).picture(of: rows)
    }

    func picture() throws -> ListPicture { model.part(of: try whole()) }

    /// Returns what the headers say: the number of all rows, of those that are shown, and whether a section is collapsed.
    func headers() throws -> [OracleValue: [Int]] {
      let (whole, shown) = (model.merging(try whole()), try picture())
      return [OracleValue: [Int]](
        uniqueKeysWithValues: zip(whole.sections, shown.sections).map { all, some in
          (all.key, [all.rows.count, some.rows.count, model.isCollapsed(all.key) ? 1 : 0])
        })
    }
  }

  private func changeset(
    _ old: PresentedList, _ new: PresentedList, _ changes: RowListDiff
  ) -> ResultsChangeset<StoredRow> {
    ResultsChangeset(
      before: ResultsList(old, mapping: .ofRows, indexTitle: .none),
      after: ResultsList(new, mapping: .ofRows, indexTitle: .none), changes: changes, tag: nil)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `the fewest changes lead from what a screen shows to what it shows next`(
    seed: UInt64
  ) throws {
    var random = RandomList(seed: 900 + seed)
    var model = DisplayModel()
    var old = Screen(try random.list(), model, &random.generator)
    for step in 0..<HistoryLength.steps(400) {
      var keys: Set<RowKey> = []
      if !random.generator.happens(onceIn: 4) { keys = random.change() }
      while random.generator.happens(onceIn: 2) {
        model.change((0..<5).map { .integer($0) } + [.integer(100)], &random.generator)
        if random.generator.happens(onceIn: 3) { model.merge(among: 0..<5, &random.generator) }
      }
      let new = Screen(try random.list(), model, &random.generator)
      let (before, after) = (old.presented, new.presented)
      let known = after.changes(new.list.changes(from: old.list, among: keys), from: before)
      let told = changeset(before, after, known)
      try ChangeCheck(before: try old.picture(), after: try new.picture()) {
        Array($0[1...2])
      }.run(FullForm(told), told.tableUpdates)
      try ChangeCheck(before: try old.picture(), after: try new.picture()) { $0 }
        .simulate(told.tableUpdates(reloadingSectionsAbove: 1 + step % 4))
      try #require(known == after.changes(new.list.changes(from: old.list), from: before))
      try checkHeaders(told, from: old, to: new)
      let expected = try new.picture().sections.map { [[$0.key]] + $0.rows.map(\.id) }
      let shown = told.after.map { section in
        [[OracleValue(section.key)]] + section.rows.keys.map(OracleValue.id(of:))
      }
      try #require(shown == expected, "step \(step), \(model.display)")
      old = new
    }
  }

  /// Headers are told of exactly if they say something else.
  private func checkHeaders(
    _ told: ResultsChangeset<StoredRow>, from old: Screen, to new: Screen
  ) throws {
    let (before, after) = (try old.headers(), try new.headers())
    let expected = told.after.indices.filter { section in
      let key = OracleValue(told.after[section].key)
      guard let info = before[key], let next = after[key] else { return false }
      return info != next
    }
    try #require(told.sectionInfoUpdates == expected)
    for section in told.after {
      let info = try #require(after[OracleValue(section.key)])
      try #require(
        [section.totalCount, section.count, section.isCollapsed ? 1 : 0] == info)
      try #require(section.hiddenCount == info[0] - info[1])
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `every row is found, shown or hidden, and every place leads to its row`(seed: UInt64) throws
  {
    var random = RandomList(seed: 950 + seed)
    var model = DisplayModel()
    for _ in 0..<60 {
      _ = random.change()
      model.change((0..<4).map { .integer($0) }, &random.generator)
      if random.generator.happens(onceIn: 3) { model.merge(among: 0..<4, &random.generator) }
      let screen = Screen(try random.list(), model, &random.generator)
      let results = ResultsList(screen.presented, mapping: .ofRows, indexTitle: .firstLetter)
      let (whole, shown) = (model.merging(try screen.whole()), try screen.picture())
      #expect(results.totalCount == screen.ranks.count)
      #expect(results.allRows.map { OracleValue.id(of: $0.key) } == whole.rows.map(\.row.id))
      #expect(results.rows.map { OracleValue.id(of: $0.key) } == shown.rows.map(\.row.id))
      #expect(results.rows.keys.map(OracleValue.id(of:)) == shown.rows.map(\.row.id))
      for (path, row) in shown.rows {
        let key = results.object(at: path).key
        #expect(OracleValue.id(of: key) == row.id)
        #expect(results.path(forKey: key) == path)
        #expect(results.place(forKey: key) == .shown(path.indexPath))
      }
      let visible = Set(shown.rows.map(\.row.id))
      for (path, row) in whole.rows where !visible.contains(row.id) {
        guard case .integer(let id) = row.id[0] else { continue }
        let key = RowKey([.integer(id)])
        #expect(results.place(forKey: key) == .hidden(section: path.section))
        #expect(results.indexPath(forKey: key) == nil)
        #expect(results.row(forKey: key) != nil)
      }
      // Whether rows are shown changes no title.
      let all = ResultsList(
        screen.presented.displayed(model.display.withoutHiding), mapping: .ofRows,
        indexTitle: .firstLetter)
      #expect(results.sectionIndexTitles == all.sectionIndexTitles)
    }
  }

  @Test func `opening a section of 100,000 rows looks at none of them`() throws {
    let rows = (0..<100_000).map { id in
      RandomList.ordering.row(
        PackedRow([.integer(Int64(id)), .integer(Int64(id % 2)), .integer(0), .integer(0)]))
    }
    let list = try RowList(rows, .byKey).presented(in: RandomList.ordering)
    var display = SectionDisplay()
    display.collapse(.integer(1))
    let closed = list.displayed(display)
    let changes = list.changes(ListChanges(), from: closed)
    #expect(changes.rows.isEmpty && changes.leaving.isEmpty)
    #expect(changes.entering.map(\.items) == [0..<50_000])
    #expect(changes.sectionInfoUpdates == [1])
    let told = changeset(closed, list, changes)
    #expect(told.rowChanges.count == 50_000)
    #expect(told.tableUpdates.inserts.count == 50_000)
    let reloading = told.tableUpdates(reloadingSectionsAbove: 500)
    #expect(reloading.inserts.isEmpty && reloading.sectionReloads == [1])
    #expect(
      changeset(list, closed, closed.changes(ListChanges(), from: list)).rowChanges.count == 50_000)
  }

  // MARK: Ranges of ranks

  @Test func `ranges of ranks are the set of their ranks`() {
    var generator = SeededGenerator(seed: 12)
    func random() -> (RankRanges, Set<Int>) {
      var (ranges, set) = (RankRanges(), Set<Int>())
      var start = 0
      for _ in 0..<generator.below(5) {
        start += generator.below(4)
        let end = start + generator.below(4)
        ranges.append(start..<end)
        set.formUnion(start..<end)
        start = end
      }
      return (ranges, set)
    }
    for _ in 0..<2000 {
      let ((one, ones), (two, twos)) = (random(), random())
      #expect(one.count == ones.count && one.ranges.allSatisfy { !$0.isEmpty })
      #expect(one.ranges.flatMap { Array($0) } == ones.sorted())
      #expect(Set(one.intersection(two).ranges.joined()) == ones.intersection(twos))
      #expect(Set(one.subtracting(two).ranges.joined()) == ones.subtracting(twos))
      for rank in -1..<40 {
        #expect(one.contains(rank) == ones.contains(rank))
        #expect(one.count(below: rank) == ones.count { $0 < rank })
      }
      let sorted = ones.sorted()
      for number in sorted.indices { #expect(one[number] == sorted[number]) }
      let part = generator.below(sorted.count + 1)..<sorted.count
      #expect(one.ranges(of: part).flatMap { Array($0) } == Array(sorted[part]))
    }
  }
}
