import Sectional
import SectionalTesting
import Testing

/// The laws on the memory store, over random histories.
struct MemoryLawTests {
  private static let lanes = HistoryLanes(8)
  static let shapes = TableShape.allCases.filter(\.alwaysHasKey)

  @Test(arguments: HistoryPlan.series(0..<42, of: shapes))
  func `a list over memory is fresh and reports exactly what changed`(plan: HistoryPlan)
    async throws
  {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(
      7000..<7021, of: shapes, showing: HistoryExtent.slices,
      presenting: HistoryPresentation.allCases, searching: true))
  func `a slice over memory is fresh and reports exactly what changed`(plan: HistoryPlan)
    async throws
  {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(
      7300..<7321, of: shapes, showing: HistoryExtent.tails,
      presenting: HistoryPresentation.allCases, searching: true))
  func `a list over memory that begins at its end is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(
      7100..<7121, of: shapes, showing: HistoryExtent.batches,
      presenting: HistoryPresentation.allCases, searching: true))
  func `a list with batches over memory is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(
      7200..<7230, of: shapes, showing: HistoryExtent.windows,
      presenting: [.plain, .declared], searching: true))
  func `a list with a window over memory is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(7300..<7321, of: shapes, presenting: [.declared, .listed]))
  func `a list with declared sections over memory is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan)
  }

  @Test(arguments: try HistoryPlan.pinned().filter(\.shape.alwaysHasKey))
  func `a history that once broke a law breaks none over memory`(plan: HistoryPlan) async throws {
    try await follow(plan)
  }

  private func follow(_ plan: HistoryPlan) async throws {
    try await MemoryLawTests.lanes.run(plan) {
      let subject = try await MemoryLawSubject(plan.shape)
      try await LawSuite(subject, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(80)))
    }
  }
}
