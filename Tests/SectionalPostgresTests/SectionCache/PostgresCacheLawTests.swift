import Foundation
import Sectional
import SectionalTesting
import Testing

/// A list over a server that opens from its section cache shows what opening it without the cache shows.
struct PostgresCacheLawTests {
  private static let plans =
    HistoryPlan.series(6000..<6016, of: PostgresLawTests.shapes, holding: HistoryCells.typed)
    + HistoryPlan.series(
      7000..<7007, of: PostgresLawTests.shapes, holding: HistoryCells.typed,
      showing: HistoryExtent.slices + HistoryExtent.batches + HistoryExtent.windows,
      presenting: HistoryPresentation.allCases, searching: true)

  private static let tallies = CacheTallies()

  private static let openings = HistoryLength.steps(7)

  @Test(arguments: plans, [true, false])
  func `a list that is opened again is never stale`(
    plan: HistoryPlan, hasLog: Bool
  ) async throws {
    try await LawServer.use { server in
      let subject = try await PostgresCacheSubject(plan, on: server, hasLog: hasLog)
      defer { subject.removeFolder() }
      let tally = try await CacheSuite(subject, plan: plan, folder: subject.folder)
        .run(openings: PostgresCacheLawTests.openings)
      if let sum = PostgresCacheLawTests.tallies.sum(
        adding: tally, of: 2 * PostgresCacheLawTests.plans.count)
      {
        #expect(sum.unchangedHits * 10 >= sum.unchanged * 9, "\(sum)")
        #expect(sum.catchUps > 0 || HistoryLength.isShort)
        print("openings from section caches over PostgreSQL: \(sum)")
      }
    }
  }

  @Test(arguments: plans.prefix(2), [true, false])
  func `a list over a server that is restored to earlier states is never stale`(
    plan: HistoryPlan, hasLog: Bool
  ) async throws {
    let subject = try await PutBackSubject(plan, hasLog: hasLog)
    defer { subject.removeFolder() }
    let tally = try await CacheSuite(subject, plan: plan, folder: subject.folder)
      .run(openings: max(14, PostgresCacheLawTests.openings))
    #expect(tally.hits + tally.catchUps > 0)
  }
}
