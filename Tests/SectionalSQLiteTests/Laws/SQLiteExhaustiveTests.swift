import Sectional
import SectionalTesting
import Testing

struct SQLiteExhaustiveTests {
  @Test
  func `a list over a file follows transitions between small states`() async throws {
    let subject = try await SQLiteLawSubject(ExhaustiveHistory.plan.shape)
    try await LawSuite(subject, plan: ExhaustiveHistory.plan).run(
      // Over memory, every run takes all of them.
      ExhaustiveHistory().prefix(HistoryLength.isLong ? .max : 1000), oneByOne: true)
  }
}
