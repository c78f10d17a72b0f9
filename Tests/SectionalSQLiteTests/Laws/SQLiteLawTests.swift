import Sectional
import SectionalTesting
import Testing

/// The laws on SQLite files that another program writes, over random histories.
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
      7000..<7014, of: TableShape.allCases, showing: HistoryExtent.slices,
      presenting: HistoryPresentation.allCases, searching: true),
    SQLiteLawSubject.Log.allCases)
  func `a slice over a file is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: SQLiteLawSubject.Log
  ) async throws {
    try await follow(plan, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7300..<7314, of: TableShape.allCases, showing: HistoryExtent.tails,
      presenting: HistoryPresentation.allCases, searching: true),
    SQLiteLawSubject.Log.allCases)
  func `a list over a file that begins at its end is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: SQLiteLawSubject.Log
  ) async throws {
    try await follow(plan, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7100..<7114, of: TableShape.allCases, showing: HistoryExtent.batches,
      presenting: HistoryPresentation.allCases, searching: true),
    SQLiteLawSubject.Log.allCases)
  func `a list with batches over a file is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: SQLiteLawSubject.Log
  ) async throws {
    try await follow(plan, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7200..<7214, of: TableShape.allCases, showing: HistoryExtent.windows,
      presenting: [.plain, .declared], searching: true),
    SQLiteLawSubject.Log.allCases)
  func `a list with a window over a file is fresh and reports exactly what changed`(
    plan: HistoryPlan, log: SQLiteLawSubject.Log
  ) async throws {
    try await follow(plan, log)
  }

  @Test(
    arguments: HistoryPlan.series(
      7300..<7321, of: TableShape.allCases, presenting: [.declared, .listed]))
  func `a list with declared sections over a file is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan)
  }

  @Test(arguments: try HistoryPlan.pinned())
  func `a history that once broke a law breaks none over a file`(plan: HistoryPlan) async throws {
    try await follow(plan)
  }

  private func follow(
    _ plan: HistoryPlan, _ log: SQLiteLawSubject.Log = .none
  ) async throws {
    try await SQLiteLawTests.lanes.run(plan) {
      let subject = try await SQLiteLawSubject(plan.shape, log: log)
      try await LawSuite(subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(40)))
    }
  }
}
