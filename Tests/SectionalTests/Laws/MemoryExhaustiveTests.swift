import Sectional
import SectionalTesting
import Testing

struct MemoryExhaustiveTests {
  @Test
  func `a list over memory follows every transition between small states`() async throws {
    let subject = try await MemoryLawSubject(ExhaustiveHistory.plan.shape)
    try await LawSuite(subject, plan: ExhaustiveHistory.plan).run(
      ExhaustiveHistory(), oneByOne: true)
  }
}
