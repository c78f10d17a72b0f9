/// A sum of doubles without any rounding.
///
/// Doubles are whole multiples of 2^-1074 below 2^1024, so 2^64 of them fit into 2,163 bits and a sign. Most numbers in practice are
/// multiples of 2^-64 below 2^59, and are added up in a single integer. What is added in which order makes no difference.
struct ExactSum: Sendable {
  private static let wordCount = 34
  private static let lowestExponent = 1074
  /// How many bits 2^-64 is above the smallest double.
  private static let commonShift = lowestExponent - 64

  /// The sum of common numbers, in parts of 2^-64.
  private var common: Int128 = 0
  /// The sum of the others, in parts of the smallest double: two's complement, the lowest word first; empty for zero.
  private var words: [UInt64] = []

  /// Adds a finite double.
  mutating func add(_ number: Double) {
    guard number != 0 else { return }
    let field = Int(number.bitPattern >> 52 & 0x7FF)
    let fraction = number.bitPattern & 0xF_FFFF_FFFF_FFFF
    let significand = field == 0 ? fraction : fraction | 1 << 52
    let shift = max(field - 1, 0)
    guard !addCommon(significand, shift - ExactSum.commonShift, number < 0) else { return }
    add(UInt128(significand), shiftedBy: shift, isNegative: number < 0)
  }

  /// Adds an integer.
  mutating func add(_ integer: Int128) {
    let isCommon = integer.magnitude < 1 << 62 && addCommon(integer << 64)
    if !isCommon {
      add(integer.magnitude, shiftedBy: ExactSum.lowestExponent, isNegative: integer < 0)
    }
  }

  /// Adds a number that is shifted from parts of 2^-64.
  ///
  /// - Returns: Whether it is a common number; otherwise nothing is added.
  private mutating func addCommon(_ significand: UInt64, _ shift: Int, _ isNegative: Bool) -> Bool {
    guard shift <= 70, shift >= 0 || significand.trailingZeroBitCount >= -shift else {
      return false
    }
    let part = shift < 0 ? Int128(significand >> -shift) : Int128(significand) << shift
    return addCommon(isNegative ? -part : part)
  }

  private mutating func addCommon(_ part: Int128) -> Bool {
    let (sum, overflow) = common.addingReportingOverflow(part)
    if !overflow { common = sum }
    return !overflow
  }

  /// Adds another sum.
  mutating func add(_ other: ExactSum) {
    if !addCommon(other.common) { addToWords(common: other.common) }
    guard !other.words.isEmpty else { return }
    guard !words.isEmpty else {
      words = other.words
      return
    }
    var carry = false
    for index in words.indices {
      let (sum, overflow) = words[index].addingReportingOverflow(other.words[index])
      let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
      words[index] = total
      carry = overflow || second
    }
  }

  private mutating func addToWords(common part: Int128) {
    add(part.magnitude, shiftedBy: ExactSum.commonShift, isNegative: part < 0)
  }

  private mutating func add(_ magnitude: UInt128, shiftedBy bits: Int, isNegative: Bool) {
    guard magnitude != 0 else { return }
    if words.isEmpty { words = Array(repeating: 0, count: ExactSum.wordCount) }
    let (low, high) = (UInt64(truncatingIfNeeded: magnitude), UInt64(magnitude >> 64))
    let (first, shift) = (bits / 64, bits % 64)
    let middle = shift == 0 ? high : low >> (64 - shift) | high << shift
    let last = shift == 0 ? 0 : high >> (64 - shift)
    var (index, carry) = (first, false)
    while index < words.count, index < first + 3 || carry {
      let part =
        switch index - first {
        case 0: low << shift
        case 1: middle
        case 2: last
        default: UInt64(0)
        }
      let (sum, overflow) =
        isNegative
        ? words[index].subtractingReportingOverflow(part)
        : words[index].addingReportingOverflow(part)
      let (total, second) =
        isNegative
        ? sum.subtractingReportingOverflow(carry ? 1 : 0)
        : sum.addingReportingOverflow(carry ? 1 : 0)
      words[index] = total
      carry = overflow || second
      index += 1
    }
  }

  /// The nearest double; of two that are equally near, the one with an even significand.
  var rounded: Double {
    // Scaling is exact, because the parts are far above the smallest double.
    words.isEmpty ? Double(common) * 0x1p-64 : divided(by: 1)
  }

  /// Returns the quotient by a number above zero, rounded once.
  func divided(by divisor: UInt64) -> Double {
    var all = self
    all.addToWords(common: common)
    return ExactSum.quotient(of: all.words, by: divisor)
  }

  private static func quotient(of words: [UInt64], by divisor: UInt64) -> Double {
    guard !words.isEmpty else { return 0 }
    let isNegative = Int64(bitPattern: words[words.count - 1]) < 0
    // Two more words below keep the bits that decide how a quotient is rounded.
    var quotient = [0, 0] + (isNegative ? ExactSum.negated(words) : words)
    var remainder: UInt64 = 0
    if divisor > 1 {
      for index in quotient.indices.reversed() {
        (quotient[index], remainder) = divisor.dividingFullWidth((remainder, quotient[index]))
      }
    }
    let magnitude = ExactSum.double(quotient, extraBits: 128, hasRest: remainder > 0)
    return isNegative ? -magnitude : magnitude
  }

  private static func negated(_ words: [UInt64]) -> [UInt64] {
    var carry = true
    return words.map { word in
      let (negated, overflow) = (~word).addingReportingOverflow(carry ? 1 : 0)
      carry = overflow
      return negated
    }
  }

  /// Returns the double that is nearest to a whole number of parts of the smallest double.
  ///
  /// - Parameters:
  ///   - words: The number, the lowest word first.
  ///   - extraBits: How many of its bits are below the smallest double.
  ///   - hasRest: Whether there is more below these.
  /// - Returns: The double; infinity if the number is beyond all.
  private static func double(_ words: [UInt64], extraBits: Int, hasRest: Bool) -> Double {
    guard let top = words.lastIndex(where: { $0 != 0 }) else { return 0 }
    let highest = top * 64 + 63 - words[top].leadingZeroBitCount
    let shift = max(highest - 52, extraBits)
    func bit(_ index: Int) -> UInt64 {
      index / 64 < words.count ? words[index / 64] >> (index % 64) & 1 : 0
    }
    var significand: UInt64 = 0
    for index in 0..<53 { significand |= bit(shift + index) << index }
    let half = shift - 1
    let hasMore =
      hasRest || words[..<(half / 64)].contains { $0 != 0 }
      || words[half / 64] & (1 << (half % 64) - 1) != 0
    if bit(half) == 1, hasMore || significand & 1 == 1 { significand += 1 }
    // A significand of 54 bits is carried into the exponent.
    let pattern = UInt64(shift - extraBits) << 52 + significand
    return Double(bitPattern: min(pattern, Double.infinity.bitPattern))
  }
}
