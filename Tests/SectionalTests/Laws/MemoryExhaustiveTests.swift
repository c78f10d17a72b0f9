import Sectional
import SectionalTesting
import Testing

struct MemoryExhaustiveTests {
  @Test
  func `a list over memory goes from each small state to each`() async throws {
    let subject = try await MemoryLawSubject(ExhaustiveHistory.plan.shape)
    try await LawSuite(subject, plan: ExhaustiveHistory.plan).run(
      ExhaustiveHistory(), oneByOne: true)
  }
}
