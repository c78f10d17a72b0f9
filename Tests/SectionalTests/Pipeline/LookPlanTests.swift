import Testing

@testable import Sectional

/// What a look reads, given what is held and what the store answers.
@Suite struct LookPlanTests {
  private static let keys: Set<RowKey> = [RowKey([.integer(1)])]

  private static func layout(
    _ dependence: RowLayout.Dependence = .row, columns: [String] = ["id"]
  ) -> RowLayout {
    RowLayout(
      columns: RowColumns(columns), keyColumns: [0], fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: ["item"]), dependence: dependence)
  }

  private func plan(
    _ changes: ChangedRows?, _ dependence: RowLayout.Dependence = .row, isChanged: Bool = false,
    canTrace: Bool = false
  ) -> LookPlan {
    LookPlan.decide(
      held: Self.layout(dependence),
      layout: Self.layout(dependence, columns: isChanged ? ["id", "name"] : ["id"]),
      changes: changes, canTrace: canTrace)
  }

  @Test func `rows that depend on themselves alone are read by key`() {
    #expect(plan(.keys(Self.keys, in: "item")) == .rows(Self.keys))
    #expect(plan(.nothing) == .nothing)
    #expect(plan(.keys([], in: "item")) == .nothing)
  }

  @Test func `rows that depend on other tables are all read if anything changed`() {
    #expect(plan(.nothing, .tables) == .nothing)
    #expect(isEverything(plan(.keys(Self.keys, in: "item"), .tables)))
  }

  @Test func `rows that depend on tables that the request names are traced`() {
    #expect(plan(.nothing, .tables, canTrace: true) == .nothing)
    #expect(
      plan(.keys(Self.keys, in: "item"), .tables, canTrace: true)
        == .traced(["item": ChangedTable(keys: Self.keys)]))
    #expect(
      plan(.everything(reason: "why"), .tables, canTrace: true) == .everything(reason: "why"))
    #expect(plan(.keys(Self.keys, in: "item"), canTrace: true) == .rows(Self.keys))
  }

  @Test func `in doubt everything is read`() {
    #expect(plan(.everything(reason: "why")) == .everything(reason: "why"))
    #expect(plan(.nothing, .unknown(reason: "a view")) == .everything(reason: "a view"))
    #expect(isEverything(plan(nil)))
    #expect(isEverything(plan(.nothing, isChanged: true)))
  }

  private func isEverything(_ plan: LookPlan) -> Bool {
    if case .everything = plan { true } else { false }
  }
}
