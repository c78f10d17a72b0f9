import SectionalTesting
import Testing

@testable import Sectional

/// Sums and averages of doubles, checked with integers of any size: no other double is nearer.
struct ExactSumTests {
  private enum Kind: CaseIterable {
    case price, unit, large, anyBits, subnormal, huge, tie
  }

  private static func number(_ kind: Kind, _ generator: inout SeededGenerator) -> Double {
    let sign = generator.happens(onceIn: 2) ? 1.0 : -1.0
    switch kind {
    case .price: return sign * Double(generator.below(1_000_000)) / 100
    case .unit: return sign * Double.random(in: 0..<1, using: &generator)
    // A few of them fit into one integer together.
    case .large:
      let significand = Double.random(in: 1..<2, using: &generator)
      return Double(sign: .plus, exponent: 50 + generator.below(12), significand: significand)
    case .anyBits:
      let number = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      return number.isFinite ? number : 0
    case .subnormal:
      return sign * Double(bitPattern: .random(in: 0..<1 << 54, using: &generator))
    case .huge: return sign * .greatestFiniteMagnitude
    case .tie:
      return sign * Double(sign: .plus, exponent: 900 + generator.below(3) * 53, significand: 1)
    }
  }

  /// Returns whether no double is nearer to a quotient, and of two that are equally near, it is the even one.
  private static func isNearest(_ number: Double, to sum: SlowInteger, by count: UInt32) -> Bool {
    func distance(_ other: Double) -> SlowInteger {
      // Beyond the greatest double is the one that would follow it.
      let parts =
        other.isInfinite
        ? SlowInteger(1, shiftedBy: 2098, isNegative: other < 0) : SlowInteger(partsOf: other)
      return (sum + -(parts * count)).magnitude
    }
    let own = distance(number)
    let neighbors =
      number.isInfinite
      ? [number > 0 ? number.nextDown : number.nextUp] : [number.nextUp, number.nextDown]
    return neighbors.allSatisfy { other in
      let theirs = distance(other)
      if own.isSmaller(than: theirs) { return true }
      return !theirs.isSmaller(than: own)
        && (number.isInfinite || number.significandBitPattern & 1 == 0)
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `a sum and an average are the nearest doubles, in whatever order and parts`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let kinds = Kind.allCases.filter { _ in generator.happens(onceIn: 2) }
    let numbers = (0..<1 + generator.below(60)).map { _ in
      Self.number(generator.element(of: kinds) ?? .anyBits, &generator)
    }
    let exact = numbers.reduce(SlowInteger()) { $0 + SlowInteger(partsOf: $1) }
    var (sum, parts) = (ExactSum(), [ExactSum(), ExactSum(), ExactSum()])
    for number in numbers { sum.add(number) }
    for number in numbers.shuffled(using: &generator) { parts[generator.below(3)].add(number) }
    let joined = parts.reduce(into: ExactSum()) { $0.add($1) }
    #expect(joined.rounded.bitPattern == sum.rounded.bitPattern)
    #expect(Self.isNearest(sum.rounded, to: exact, by: 1), "\(numbers)")
    let count = UInt32(numbers.count)
    #expect(Self.isNearest(sum.divided(by: UInt64(count)), to: exact, by: count), "\(numbers)")
  }

  @Test func `what is added and taken away again leaves nothing`() {
    var sum = ExactSum()
    let least = Double.leastNonzeroMagnitude
    for number in [1e40, 1, 1e-10, least, -1e40, -1, -least] { sum.add(number) }
    #expect(sum.rounded == 1e-10)
    sum.add(-1e-10)
    #expect(sum.rounded.bitPattern == 0)
  }

  @Test func `totals know integers, infinities and what is no number`() {
    func total(_ cells: [PackedCell]) -> NumberTotal {
      cells.compactMap(\.number).reduce(into: NumberTotal()) { $0.add($1) }
    }
    #expect(total([.null]).sum == .nothing)
    #expect(
      total([.integer(.max), .integer(1), .integer(-1), .null]).sum == .integer(.init(Int64.max)))
    #expect(total([.integer(.max), .integer(.max)]).sum == .integer(2 * Int128(Int64.max)))
    #expect(total([.integer(1), .real(0.5)]).sum == .real(1.5))
    #expect(total([.integer(.max), .real(0.5), .real(0.5)]).sum == .real(0x1p63))
    #expect(total([.real(1e308), .real(1e308)]).sum == .real(.infinity))
    #expect(total([.real(1e308), .real(1e308)]).average == .real(1e308))
    #expect(total([.integer(1), .integer(2)]).average == .real(1.5))
    #expect(total([.real(.infinity), .real(1)]).sum == .real(.infinity))
    #expect(total([.real(-.infinity), .real(1)]).average == .real(-.infinity))
    if case .real(let sum) = total([.real(.infinity), .real(-.infinity)]).sum {
      #expect(sum.isNaN)
    } else {
      Issue.record("infinities that cancel each other are no number")
    }
    #expect(total([.real(-0.0)]).sum == .real(0))
  }
}
