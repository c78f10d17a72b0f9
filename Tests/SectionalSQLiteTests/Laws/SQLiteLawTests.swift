import Sectional
import SectionalTesting
import Testing

/// The laws on SQLite files that another program writes, over random histories: 84 plans, and 21 slices.
struct SQLiteLawTests {
  private static let lanes = HistoryLanes(8)

  @Test(arguments: HistoryPlan.series(0..<84, of: TableShape.allCases))
  func `a list over a file is fresh and reports exactly what changed`(plan: HistoryPlan)
    async throws
  {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(
      7000..<7021, of: TableShape.allCases, showing: HistoryExtent.slices))
  func `a slice over a file is fresh and reports exactly what changed`(plan: HistoryPlan)
    async throws
  {
    try await follow(plan)
  }

  @Test(arguments: try HistoryPlan.pinned())
  func `a history that once broke a law breaks none over a file`(plan: HistoryPlan) async throws {
    try await follow(plan)
  }

  private func follow(_ plan: HistoryPlan) async throws {
    try await SQLiteLawTests.lanes.run(plan) {
      let subject = try await SQLiteLawSubject(plan.shape)
      try await LawSuite(subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(40)))
    }
  }
}
