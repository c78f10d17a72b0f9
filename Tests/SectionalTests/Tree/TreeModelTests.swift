import SectionalTesting
import Testing

@testable import Sectional

/// Random transactions on lists whose trees are so small that blocks and branches split and join constantly.
struct TreeModelTests {
  static let tiny = RowTreeShape(blockRows: 2, blockBytes: 100_000, fanOut: 4)

  static let kinds: [ModelList.Kind] = [
    .init(grouping: .byKey, shape: tiny),
    .init(grouping: .none, hasTextKeys: true, shape: tiny),
    .init(grouping: .asSorted, shape: .init(blockRows: 3, blockBytes: 100_000, fanOut: 4)),
    .init(
      grouping: .byKey, hasTextKeys: true, hasRowIDs: true, teams: 40,
      shape: .init(blockRows: 4, blockBytes: 100_000, fanOut: 4)),
    .init(
      grouping: .byKey, teams: 2, noteLength: 30,
      shape: .init(blockRows: 12, blockBytes: 200, fanOut: 5)),
    .init(
      grouping: .byKey, hasRowIDs: true, teams: 9, ids: 250,
      shape: .init(blockRows: 7, blockBytes: 100_000, fanOut: 4)),
    .init(grouping: .byKey, teams: 1, ids: 30, shape: .standard),
    .init(grouping: .none, hasRowIDs: true, teams: 9, shape: findingTeams),
  ]

  private static let findingTeams = {
    var shape = tiny
    shape.foundBy = [1, 3]
    return shape
  }()

  @Test(arguments: kinds.indices)
  func `the tree equals a list made by a loop, after every transaction`(kind: Int)
    async throws
  {
    let seed = UInt64(kind + 1)
    var run = try ModelRun(TreeModelTests.kinds[kind], seed: seed)
    for transaction in 0..<ModelRun.count(amongKinds: TreeModelTests.kinds.count) {
      // Other tests are waiting for answers on few threads at the same time.
      if transaction % 16 == 0 { await Task.yield() }
      do {
        try run.step()
      } catch let violation as LawViolation {
        throw violation.happening(
          "transaction \(transaction) of seed \(seed), \(TreeModelTests.kinds[kind])")
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a section that a row would split is an error that names both rows`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var model = ModelList(kind: TreeModelTests.kinds[2])
    for _ in 0..<40 { _ = model.change(&generator) }
    let list = try RowList(
      model.order.compactMap(model.orderedRow), .asSorted, shape: model.kind.shape)
    var torn = model
    torn.rows[999] = .init(team: 0, position: 12 * 5 + 12, note: 0)
    torn.rows[998] = .init(team: 1, position: 12 * 5 + 13, note: 0)
    torn.rows[997] = .init(team: 0, position: 12 * 5 + 14, note: 0)
    let added = [997, 998, 999]
    #expect(throws: RowListError.self) {
      try list.applying(added.compactMap(torn.orderedRow), for: Set(added.map(torn.key)))
    }
    #expect(throws: RowListError.self) {
      try RowList(torn.order.compactMap(torn.orderedRow), .asSorted)
    }
  }

  @Test
  func `rows in any order make the same list as sorted rows`() throws {
    var generator = SeededGenerator(seed: 3)
    for kind in TreeModelTests.kinds {
      var model = ModelList(kind: kind)
      for _ in 0..<30 { _ = model.change(&generator) }
      let sorted = model.order.compactMap(model.orderedRow)
      let list = try RowList(sorted, kind.grouping, shape: kind.shape)
      let shuffled = sorted.shuffled(using: &generator)
      let other = try RowList(shuffled, kind.grouping, shape: kind.shape)
      #expect(!list.wasSorted)
      #expect(other.wasSorted == (shuffled != sorted))
      #expect(other.rows == sorted)
      #expect(list.rows == sorted)
    }
  }
}
