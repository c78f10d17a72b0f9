import SectionalTesting
import TestSupport
import Testing

/// Histories are useful tests: repeatable, valid SQL, and full of difficult cases.
struct ListHistoryTests {
  @Test(arguments: TableShape.allCases)
  func `one plan is one history`(shape: TableShape) {
    let plan = HistoryPlan(shape, seed: 3)
    #expect(Array(ListHistory(plan).prefix(100)) == Array(ListHistory(plan).prefix(100)))
    let other = HistoryPlan(shape, seed: 4)
    #expect(Array(ListHistory(plan).prefix(100)) != Array(ListHistory(other).prefix(100)))
  }

  @Test(arguments: TableShape.allCases)
  func `sections appear and disappear, and every statement is accepted`(shape: TableShape)
    async throws
  {
    let plan = HistoryPlan(shape, seed: 5)
    let shell = try SQLiteShell()
    try await shell.execute(shape.declaration)
    var sizes: [Int] = []
    var keys: [[OracleValue]] = []
    for transaction in ListHistory(plan).prefix(300) {
      try await shell.execute(transaction.script)
      let picture = try plan.reference.picture(
        of: try await shell.rows(plan.expressions, from: plan.source))
      sizes.append(picture.rows.count)
      keys.append(picture.sections.map(\.key))
    }
    #expect(sizes.contains(0))
    #expect(sizes.contains { $0 > 40 })
    #expect(sizes.allSatisfy { $0 <= 70 })
    #expect(Set(keys).count > 30 || plan.order.sections == .none)
  }

  @Test
  func `a plan is read back from the line that is printed for it`() {
    let plans = HistoryPlan.series(
      0..<60, of: TableShape.allCases, holding: HistoryCells.allCases,
      showing: HistoryExtent.samples,
      presenting: HistoryPresentation.allCases, searching: true)
    let ordered = [
      HistoryPlan(.textKey, seed: 1, order: .withoutAccents, extent: .window(of: 6)),
      HistoryPlan(.integerKey, seed: 2, order: ListOrder(sections: .none, sort: .ascending)),
    ]
    for plan in plans + ordered { #expect(HistoryPlan(line: "\(plan)") == plan) }
    #expect(Set(plans.map { "\($0)" }).count == plans.count)
    #expect(HistoryPlan(line: "noSuchKey 17") == nil)
    #expect(HistoryPlan(line: "integerKey 17 window") == nil)
    #expect(HistoryPlan(line: "compositeKey") == nil)
    #expect(HistoryPlan(line: "integerKey 17 folded/accents") == nil)
  }

  @Test
  func `the seeds meet every order with every shape`() {
    let shapes = TableShape.allCases
    let plans = HistoryPlan.series(0..<(42 * 7), of: shapes)
    #expect(Set(plans.map { [$0.order.sections.rawValue, $0.shape.rawValue] }).count == 6 * 7)
    #expect(Set(plans.map { [$0.order.sort.rawValue, $0.shape.rawValue] }).count == 7 * 7)
  }

  @Test(arguments: [
    (TableShape.allCases, HistoryExtent.slices + HistoryExtent.windows),
    (TableShape.allCases.filter(\.alwaysHasKey), HistoryExtent.samples),
    ([.integerKey], HistoryExtent.samples),
  ])
  func `the seeds meet every kind of list with every shape`(
    shapes: [TableShape], extents: [HistoryExtent]
  ) {
    let count = shapes.count * extents.count * 3 * HistoryCells.typed.count
    let plans = HistoryPlan.series(
      count..<(2 * count), of: shapes, holding: HistoryCells.typed, showing: extents,
      presenting: HistoryPresentation.allCases)
    let kinds = Set(plans.map { "\($0.shape) \($0.extent) \($0.presentation) \($0.cells)" })
    // A window has declared sections in place of listed ones.
    let windows = extents.count { "\($0)".hasPrefix("window") }
    #expect(
      kinds.count == count / extents.count * (extents.count - windows) + count / extents.count
        * windows * 2 / 3)
    // Few seeds meet many kinds.
    let few = HistoryPlan.series(0..<12, of: shapes, showing: HistoryExtent.samples)
    #expect(Set(few.map(\.extent)).count >= 6)
  }

  @Test
  func `the walk over small states makes each transition once`() {
    let walk = SmallState.walk()
    let ways = Set(zip(walk, walk.dropFirst()).map { [$0, $1] })
    #expect(walk.count == 125 * 125 + 1)
    #expect(ways.count == 125 * 125)
    #expect(ExhaustiveHistory().reduce(0) { count, _ in count + 1 } == 125 * 125)
  }
}
