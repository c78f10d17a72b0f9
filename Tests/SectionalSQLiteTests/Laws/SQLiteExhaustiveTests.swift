import Sectional
import SectionalTesting
import Testing

struct SQLiteExhaustiveTests {
  @Test
  func `a list over a file follows every transition between small states`() async throws {
    let subject = try await SQLiteLawSubject(ExhaustiveHistory.plan.shape)
    try await LawSuite(subject, plan: ExhaustiveHistory.plan).run(
      ExhaustiveHistory(), oneByOne: true)
  }
}
