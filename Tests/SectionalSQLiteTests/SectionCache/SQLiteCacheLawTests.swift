import Foundation
import Sectional
import SectionalTesting
import Testing

/// A list over a file that opens from its section cache shows what opening it without the cache shows.
struct SQLiteCacheLawTests {
  private static let lanes = HistoryLanes(8)
  private static let tallies = CacheTallies()
  private static let plans =
    HistoryPlan.series(5000..<5072, of: TableShape.allCases)
    + HistoryPlan.series(
      7000..<7028, of: TableShape.allCases,
      showing: HistoryExtent.slices + HistoryExtent.batches + HistoryExtent.windows,
      presenting: [.plain, .declared], searching: true)

  // Fewer wouldn't open a cache that an earlier one has left.
  private static let openings = max(3, HistoryLength.steps(5))

  @Test(arguments: plans)
  func `a list that is opened again is never stale`(plan: HistoryPlan) async throws {
    try await SQLiteCacheLawTests.lanes.run(plan) {
      let manner = SQLiteCacheSubject.Manner(number: plan.seed)
      let subject = try await SQLiteCacheSubject(plan.shape, manner)
      let tally = try await CacheSuite(subject, plan: plan, folder: subject.folder)
        .run(openings: SQLiteCacheLawTests.openings)
      // A list that wasn't closed properly may still be working when the next one has been closed.
      if let sum = SQLiteCacheLawTests.tallies.sum(
        adding: tally, of: SQLiteCacheLawTests.plans.count)
      {
        #expect(sum.unchangedHits * 10 >= sum.unchanged * 9, "\(sum)")
        #expect(sum.catchUps > 0)
        print("openings from section caches over SQLite: \(sum)")
      }
    }
  }
}
