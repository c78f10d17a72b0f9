import Sectional

/// The numbers of some rows, added up exactly with integers alone.
///
/// It knows the numbers that histories use: multiples of a half below 2^63, of 1e300, and negative infinity.
struct ReferenceSum {
  private static let huge = 1e300

  private(set) var count = 0
  private var reals = 0
  private var halves: Int128 = 0
  private var huges: Int128 = 0
  private var isInfinite = false

  /// Adds a cell, unless it isn't a number.
  ///
  /// - Throws: ``LawViolation`` if it is a number that no history uses.
  mutating func add(_ cell: OracleValue) throws(LawViolation) {
    switch cell {
    case .integer(let integer): halves += 2 * Int128(integer)
    case .real(-.infinity): isInfinite = true
    case .real(ReferenceSum.huge): huges += 1
    case .real(let real):
      guard abs(real) < 0x1p63, let number = Int128(exactly: real * 2) else {
        throw LawViolation(.oracle, "no history uses the number \(real)")
      }
      halves += number
    case .null, .text, .blob: return
    }
    count += 1
    if case .real = cell { reals += 1 }
  }

  /// The sum: an integer if all numbers are; null if there are none.
  var sum: OracleValue {
    if count == 0 { return .null }
    // Histories have too few rows for more.
    return reals == 0 ? .integer(Int64(halves / 2)) : .real(quotient(by: 1))
  }

  /// The average; null if there is no number.
  var average: OracleValue { count == 0 ? .null : .real(quotient(by: Int128(count))) }

  private func quotient(by divisor: Int128) -> Double {
    if isInfinite { return -.infinity }
    guard huges > 0 else { return ReferenceSum.nearest(to: halves, by: 2 * divisor, exponent: 0) }
    // Beside such numbers, halves only decide which of two doubles is nearer.
    let significand = Int128(ReferenceSum.huge.significandBitPattern | 1 << 52)
    let number = huges * significand << 20 + halves.signum()
    let exponent = Int(ReferenceSum.huge.exponent) - 52 - 20
    return ReferenceSum.nearest(to: number, by: divisor, exponent: exponent)
  }

  /// Returns the double that is nearest to a quotient times a power of two.
  private static func nearest(to number: Int128, by divisor: Int128, exponent: Int) -> Double {
    guard number != 0 else { return 0 }
    let shift = number.magnitude.leadingZeroBitCount - 2
    let (quotient, rest) = (number.magnitude << shift).quotientAndRemainder(
      dividingBy: divisor.magnitude)
    // The last bit stands for all that is less.
    let magnitude = Double(quotient << 1 | (rest == 0 ? 0 : 1))
    return Double(
      sign: number < 0 ? .minus : .plus, exponent: exponent - shift - 1, significand: magnitude)
  }
}
