import Sectional
import Testing

@testable import SectionalTesting

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

  @Test(arguments: Fault.allCases)
  func `a fault that authors make fails the rule about it`(fault: Fault) async {
    let suite = StoreConformance(bound: .seconds(1)) { try FlawedSubject(nil, nil, fault) }
    let failure = await #expect(throws: ConformanceFailure.self) {
      try await suite.check(fault.rule)
    }
    #expect(failure?.rule == fault.rule)
  }

  @Test func `a check that never ends is a failure`() async {
    let late = await TimeLimit.first(within: .milliseconds(20)) {
      try? await Task.sleep(for: .seconds(30))
      return 7
    }
    #expect(late == nil)
    let answer = await TimeLimit.first(within: .seconds(60)) { 7 }
    #expect(answer == 7)
  }

  private func expect(_ alteration: Alteration, fails rule: ConformanceRule) async {
    let suite = StoreConformance(bound: .seconds(1)) { try FlawedSubject(nil, alteration) }
    let failure = await #expect(throws: ConformanceFailure.self) { try await suite.check(rule) }
    #expect(failure?.rule == rule, "\(failure?.description ?? "")")
  }
}
