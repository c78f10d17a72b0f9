import Sectional
import SectionalTesting
import Testing

struct SQLiteExhaustiveTests {
  @Test
  func `a list over a file goes from each small state to each`() async throws {
    let subject = try await SQLiteLawSubject(ExhaustiveHistory.plan.shape)
    try await LawSuite(subject, plan: ExhaustiveHistory.plan).run(
      ExhaustiveHistory(), oneByOne: true)
  }
}
