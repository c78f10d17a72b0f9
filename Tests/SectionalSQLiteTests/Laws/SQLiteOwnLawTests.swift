import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The laws on SQLite files that are written through the store, over random histories.
struct SQLiteOwnLawTests {
  private static let lanes = HistoryLanes(8)

  @Test(arguments: HistoryPlan.series(2000..<2042, of: TableShape.allCases))
  func `the store's own writes are reported exactly`(plan: HistoryPlan) async throws {
    try await follow(plan, .preupdate)
  }

  @Test(arguments: HistoryPlan.series(2100..<2142, of: TableShape.allCases))
  func `the store's own writes are reported exactly without the preupdate hook`(plan: HistoryPlan)
    async throws
  {
    try await follow(plan, .update)
  }

  @Test(arguments: HistoryPlan.series(2200..<2242, of: TableShape.allCases))
  func `the store's own writes are reported exactly between another program's`(plan: HistoryPlan)
    async throws
  {
    try await follow(plan, .preupdate, strangerEvery: 5)
  }

  @Test(
    arguments: HistoryPlan.series(
      7400..<7421, of: TableShape.allCases,
      showing: HistoryExtent.samples, presenting: HistoryPresentation.allCases, searching: true),
    [SQLiteHook.preupdate, .update])
  func `the store's own writes are reported exactly to lists of every extent`(
    plan: HistoryPlan, hook: SQLiteHook
  ) async throws {
    try await follow(plan, hook, strangerEvery: 5)
  }

  @Test(arguments: try HistoryPlan.pinned())
  func `a history that once broke a law breaks none`(plan: HistoryPlan) async throws {
    try await follow(plan, .preupdate, strangerEvery: 3)
    try await follow(plan, .update, strangerEvery: 3)
  }

  private func follow(
    _ plan: HistoryPlan, _ hook: SQLiteHook, strangerEvery: Int? = nil
  ) async throws {
    try await SQLiteOwnLawTests.lanes.run(plan) {
      let subject = try await SQLiteOwnLawSubject(
        plan.shape, hook: hook, strangerEvery: strangerEvery)
      try await LawSuite(subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(32)))
    }
  }
}
