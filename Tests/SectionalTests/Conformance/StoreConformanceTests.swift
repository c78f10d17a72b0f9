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
}
