import Foundation
import Sectional
import Testing

/// Arithmetic in predicates gives Swift's results.
///
/// Where Swift would trap, the predicate doesn't match.
@MainActor @Suite struct PredicateArithmeticTests {
  nonisolated static let integers: [PredicateCase] = [
    PredicateCase("+", #Predicate { $0.count + 2 > 3 }) {
      let (sum, overflows) = $0.count.addingReportingOverflow(2)
      return !overflows && sum > 3
    },
    PredicateCase("-", #Predicate { $0.count - 2 < 0 }) {
      let (difference, overflows) = $0.count.subtractingReportingOverflow(2)
      return !overflows && difference < 0
    },
    PredicateCase("*", #Predicate { $0.count * $0.count < 30 }) {
      let (product, overflows) = $0.count.multipliedReportingOverflow(by: $0.count)
      return !overflows && product < 30
    },
    PredicateCase("/", #Predicate { $0.count / 2 == -1 }) { $0.count / 2 == -1 },
    PredicateCase("/ by zero", #Predicate { 10 / $0.count != 10 }) {
      $0.count != 0 && 10 / $0.count != 10
    },
    PredicateCase("%", #Predicate { $0.count % 3 == -1 }) { $0.count % 3 == -1 },
    PredicateCase("% by zero", #Predicate { !(100 % $0.count == 0) }) {
      $0.count != 0 && 100 % $0.count != 0
    },
    PredicateCase("/ that overflows", #Predicate { $0.count / -1 > 0 }) {
      let (quotient, overflows) = $0.count.dividedReportingOverflow(by: -1)
      return !overflows && quotient > 0
    },
    PredicateCase("unary minus", #Predicate { -$0.count > 0 }) {
      $0.count != .min && -$0.count > 0
    },
    PredicateCase("Int32 has its own bounds", #Predicate { ($0.limit ?? 0) + 1 > 0 }) {
      let (sum, overflows) = ($0.limit ?? 0).addingReportingOverflow(1)
      return !overflows && sum > 0
    },
    PredicateCase("Int32's minus", #Predicate { -($0.limit ?? 0) < 1 }) {
      let limit = $0.limit ?? 0
      return limit != .min && -limit < 1
    },
    PredicateCase("a failure that is not reached", #Predicate { $0.count == 0 || 5 / $0.count > 1 })
    { $0.count == 0 || 5 / $0.count > 1 },
    PredicateCase("a failure behind !", #Predicate { !(5 / $0.count > 1) || true }) {
      $0.count != 0
    },
    PredicateCase("a failure in a branch", #Predicate { $0.isFragile ? 5 / $0.count > 1 : true }) {
      $0.isFragile ? $0.count != 0 && 5 / $0.count > 1 : true
    },
  ]

  nonisolated static let reals: [PredicateCase] = [
    PredicateCase("+", #Predicate { $0.weight + 0.5 > 1 }) { $0.weight + 0.5 > 1 },
    PredicateCase("*", #Predicate { $0.weight * $0.weight > 1 }) { $0.weight * $0.weight > 1 },
    PredicateCase("- to infinity", #Predicate { $0.weight * 1e300 > 1e308 }) {
      $0.weight * 1e300 > 1e308
    },
    PredicateCase("/", #Predicate { $0.weight / 4 == 0.25 }) { $0.weight / 4 == 0.25 },
    PredicateCase("unary minus", #Predicate { -$0.weight >= 0 }) { -$0.weight >= 0 },
  ]

  // In Swift, such a quotient is infinite or NaN. A list doesn't match the record.
  nonisolated static let divisionsByZero: [PredicateCase] = [
    PredicateCase("infinity", #Predicate { 1 / $0.weight < 0.3 }) {
      $0.weight != 0 && 1 / $0.weight < 0.3
    },
    PredicateCase("no number", #Predicate { $0.weight / $0.weight != 2 }) {
      $0.weight != 0
    },
  ]

  @Test func `integer arithmetic gives the same result as in Swift`() async throws {
    try await PredicateCheck.run(Self.integers)
  }

  @Test func `floating-point arithmetic gives the same result as in Swift`() async throws {
    try await PredicateCheck.run(Self.reals)
  }

  @Test func `a division of a double by zero never matches`() async throws {
    try await PredicateCheck.run(Self.divisionsByZero)
  }
}
