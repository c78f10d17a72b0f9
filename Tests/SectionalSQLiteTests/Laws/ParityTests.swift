import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// The same history on the memory store and on an SQLite file: the same lists and the same change sets.
struct ParityTests {
  private static let lanes = HistoryLanes(8)
  static let shapes = TableShape.allCases.filter(\.alwaysHasKey)

  @Test(arguments: HistoryPlan.series(1000..<1042, of: shapes))
  func `memory and a file show and report the same`(plan: HistoryPlan) async throws {
    try await follow(plan)
  }

  @Test(
    arguments: HistoryPlan.series(
      7000..<7027, of: shapes, showing: [.all] + HistoryExtent.slices,
      presenting: HistoryPresentation.allCases, searching: true))
  func `memory and a file show and report the same of slices and declared sections`(
    plan: HistoryPlan
  ) async throws {
    try await follow(plan)
  }

  @Test(arguments: HistoryPlan.series(1100..<1120, of: shapes))
  func `memory and a file that is written through its store report the same`(
    plan: HistoryPlan
  ) async throws {
    try await ParityTests.lanes.run(plan) {
      let memory = try await MemoryLawSubject(plan.shape)
      let file = try await SQLiteOwnLawSubject(plan.shape, hook: .preupdate)
      try await ParitySuite(memory, file, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(20)))
    }
  }

  @Test(arguments: shapes)
  func `an order that no store has is the same on both`(shape: TableShape) async throws {
    try await follow(HistoryPlan(shape, seed: 1200, order: .withoutAccents))
  }

  @Test(
    arguments: try HistoryPlan.pinned().filter { $0.shape.alwaysHasKey && $0.extent.holdsContents })
  func `a history that once broke a law is the same on both`(plan: HistoryPlan) async throws {
    try await follow(plan)
  }

  private func follow(_ plan: HistoryPlan) async throws {
    try await ParityTests.lanes.run(plan) {
      let memory = try await MemoryLawSubject(plan.shape)
      let file = try await SQLiteLawSubject(plan.shape)
      try await ParitySuite(memory, file, plan: plan).run(
        ListHistory(plan).prefix(HistoryLength.steps(20)))
    }
  }
}
