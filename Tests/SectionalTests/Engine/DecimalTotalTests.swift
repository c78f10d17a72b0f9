import SectionalTesting
import Testing

@testable import Sectional

/// Sums of decimals, checked digit by digit.
struct DecimalTotalTests {
  /// A number as digits behind a sign, with a fixed number of them behind the point.
  private struct Slow {
    static let fraction = 70
    var number = SlowInteger()

    /// Adds a number of up to nine digits that is multiplied by a power of ten.
    mutating func add(_ digits: Int, exponent: Int) {
      var term = SlowInteger(UInt64(digits.magnitude), isNegative: digits < 0)
      for _ in 0..<Slow.fraction + exponent { term = term * 10 }
      number = number + term
    }

    /// Returns whether the number is what a text says.
    func equals(_ text: String) -> Bool {
      var other = SlowInteger()
      let isNegative = text.hasPrefix("-")
      let sides = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
      let fraction = sides.count > 1 ? String(sides[1]) : ""
      let digits =
        sides[0] + fraction + String(repeating: "0", count: Slow.fraction - fraction.count)
      for digit in digits { other = other * 10 + SlowInteger(UInt64(digit.wholeNumberValue ?? 0)) }
      let difference = number + -(isNegative ? -other : other)
      return !SlowInteger().isSmaller(than: difference.magnitude)
    }
  }

  private static func text(_ cell: StoredValue) -> String {
    switch cell {
    case .integer(let integer): "\(integer)"
    case .real(let real): decimal("\(real)")
    case .text(let text): text
    default: "?"
    }
  }

  /// Returns a number without an exponent.
  private static func decimal(_ text: String) -> String {
    let parts = text.split(separator: "e")
    guard parts.count == 2, var exponent = Int(parts[1]) else { return text }
    let isNegative = parts[0].hasPrefix("-")
    let sides = parts[0].drop { $0 == "-" }.split(separator: ".")
    var digits = sides.joined()
    exponent -= sides.count > 1 ? sides[1].count : 0
    if exponent >= 0 {
      return (isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent)
    }
    digits = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return (isNegative ? "-" : "") + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a sum is exact, in whatever order and parts its numbers are added`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let spread = 1 + generator.below(60)
    let numbers = (0..<1 + generator.below(40)).map { _ in
      (
        digits: (generator.happens(onceIn: 4) ? 999_999_999 : generator.below(1_000_000_000))
          * (generator.happens(onceIn: 2) ? -1 : 1), exponent: generator.below(spread) - spread / 2
      )
    }
    var (slow, sum) = (Slow(), DecimalTotal())
    var parts = [DecimalTotal(), DecimalTotal(), DecimalTotal()]
    for number in numbers {
      slow.add(number.digits, exponent: number.exponent)
      sum.add(.text("\(number.digits)e\(number.exponent)"))
    }
    for number in numbers.shuffled(using: &generator) {
      parts[generator.below(3)].add(.text("\(number.digits)e\(number.exponent)"))
    }
    let joined = parts.reduce(into: DecimalTotal()) { $0.add($1) }
    #expect(slow.equals(Self.text(sum.sum)), "\(numbers): \(sum.sum)")
    #expect(joined.sum == sum.sum && joined.average == sum.average)
    // What is taken away again leaves nothing.
    for number in numbers {
      sum.add(.text("\(number.digits)e\(number.exponent)"), isNegated: true)
    }
    #expect(sum.sum == 0)
  }

  @Test func `averages are rounded once, and halves to the even digit`() {
    func average(_ texts: String...) -> StoredValue {
      texts.reduce(into: DecimalTotal()) { $0.add(.text($1)) }.average
    }
    #expect(average("1", "2") == 1.5)
    #expect(average("1", "1", "2") == .text("1.33333333333333333333"))
    #expect(average("-1", "-2", "-2") == .text("-1.66666666666666666667"))
    #expect(average("0.00000000000000000001", "0") == 0)
    #expect(average("0.00000000000000000003", "0") == .real(2e-20))
    #expect(average("0.00000000000000000001", "0.000000000000000000000001") == .real(1e-20))
    #expect(
      average(
        "99999999999999999999999.99999999999999999999",
        "99999999999999999999999.99999999999999999999")
        == .text("99999999999999999999999.99999999999999999999"))
    #expect(average("9.99999999999999999999", "10.00000000000000000000") == 10)
  }

  @Test func `reals stand for their shortest digits, and what is no number is left out`() {
    var total = DecimalTotal()
    for cell: StoredValue in [0.1, 0.2, .null, .text("north"), .text(""), .text("-"), .blob([1])] {
      total.add(cell)
    }
    #expect(total.sum == 0.3)
    #expect(total.count == 2)
    #expect(DecimalTotal().sum == .null && DecimalTotal().average == .null)
    total.add(.real(1e-300))
    guard case .text(let text) = total.sum else {
      Issue.record("\(total.sum)")
      return
    }
    #expect(text.hasPrefix("0.3000") && text.hasSuffix("01") && text.count == 302)
  }

  @Test func `numbers are compared by value, infinities and NaN as on the server`() {
    let ascending: [StoredValue] = [
      .real(-.infinity), .text("-1\(String(repeating: "0", count: 400))"), -5, -4.5, 0,
      .text("0.\(String(repeating: "0", count: 400))1"), .text("0.10000000000000000000000001"), 1,
      .text("100000000000000000000000000.5"), .real(.infinity),
    ]
    for (index, value) in ascending.enumerated() {
      for (other, greater) in ascending.enumerated() {
        #expect(DecimalTotal.isLess(value, than: greater) == (index < other), "\(value) \(greater)")
      }
    }
    #expect(DecimalTotal.isLess(.text("1\(String(repeating: "0", count: 400))"), than: .real(.nan)))
  }
}
