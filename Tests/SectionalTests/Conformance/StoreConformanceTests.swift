import Sectional
import SectionalTesting
import Testing

/// The conformance suite finds each broken rule, and nothing else.
@Suite struct StoreConformanceTests {
  @Test func `a store that keeps every rule passes`() async {
    let failures = await StoreConformance { try FlawedSubject(nil) }.failures()
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test(arguments: ConformanceRule.allCases)
  func `a store that breaks one rule fails that rule's check and no other`(
    rule: ConformanceRule
  ) async {
    let suite = StoreConformance(bound: .seconds(1)) { try FlawedSubject(rule) }
    let failures = await suite.failures()
    #expect(failures.map(\.rule) == [rule], "\(failures)")
  }

  @Test(arguments: Alteration.slices)
  func `a store with other pages fails the rule about pages`(alteration: Alteration) async {
    await expect(alteration, fails: .readsPages)
  }

  @Test(arguments: Alteration.windows)
  func `a store with other rows next to a row fails the rule about windows`(
    alteration: Alteration
  ) async {
    await expect(alteration, fails: .readsWindows)
  }

  @Test(arguments: Alteration.batches)
  func `a store that reads other rows by their keys fails the rule about batches`(
    alteration: Alteration
  ) async {
    await expect(alteration, fails: .readsBatches)
  }

  private func expect(_ alteration: Alteration, fails rule: ConformanceRule) async {
    let suite = StoreConformance(bound: .seconds(1)) { try FlawedSubject(nil, alteration) }
    await #expect(throws: ConformanceFailure.self) { try await suite.check(rule) }
  }
}
