/// A sum of decimal numbers without any rounding, in parts of nine digits each.
///
/// A part can be beyond nine digits and have another sign than the others, so that adding carries nothing: the order in which numbers
/// are added makes no difference, and 2^33 of them fit.
struct DecimalTotal: Sendable {
  private static let base: Int64 = 1_000_000_000
  private static let digitsOfPart = 9
  private static let powers: [Int64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// How many numbers there are.
  private(set) var count = 0
  /// The parts, the lowest first.
  private var parts: [Int64] = []
  /// The place of the first part: how often it is multiplied by the base.
  private var lowest = 0
  private var (infinities, negativeInfinities, notNumbers) = (0, 0, 0)

  /// Adds a cell, unless it isn't a number.
  ///
  /// - Parameters:
  ///   - cell: The cell: an integer, a real that stands for its shortest digits, or digits as text.
  ///   - isNegated: Whether the number is taken away.
  mutating func add(_ cell: StoredValue, isNegated: Bool = false) {
    switch cell {
    case .integer(let integer): add(digits: "\(integer)", isNegated)
    case .real(let real) where real.isFinite: add(digits: "\(real)", isNegated)
    case .real(let real): add(special: isNegated ? -real : real)
    case .text(let text): add(digits: text, isNegated)
    case .null, .malformedText, .blob: break
    }
  }

  /// Adds other numbers.
  mutating func add(_ other: DecimalTotal) {
    count += other.count
    infinities += other.infinities
    negativeInfinities += other.negativeInfinities
    notNumbers += other.notNumbers
    for (index, part) in other.parts.enumerated() { add(part, at: other.lowest + index) }
  }

  /// The sum; null if there is no number.
  var sum: StoredValue {
    guard count > 0 else { return .null }
    return special.map(StoredValue.real) ?? .decimal(text(normalized))
  }

  /// The average, rounded once to 20 digits behind the point, and of two that are equally near to the one whose last digit is even;
  /// null if there is no number.
  var average: StoredValue {
    guard count > 0 else { return .null }
    return special.map(StoredValue.real) ?? .decimal(quotient(by: UInt64(count)))
  }

  /// Returns whether a number is less than another one; text among them stands for a finite number.
  static func isLess(_ value: StoredValue, than other: StoredValue) -> Bool {
    if case .text = value {
    } else if case .text = other {
    } else {
      return value.order(to: other) == .less
    }
    for (cell, isOther) in [(value, false), (other, true)] {
      guard case .real(let real) = cell, !real.isFinite else { continue }
      // NaN is above all numbers, as on the server.
      return isOther ? real.isNaN || real > 0 : real < 0
    }
    var difference = DecimalTotal()
    difference.add(value)
    difference.add(other, isNegated: true)
    return difference.normalized.isNegative
  }

  private mutating func add(special real: Double) {
    count += 1
    if real.isNaN {
      notNumbers += 1
    } else if real > 0 {
      infinities += 1
    } else {
      negativeInfinities += 1
    }
  }

  /// The sum if one of the numbers isn't finite.
  private var special: Double? {
    if notNumbers > 0 || infinities > 0 && negativeInfinities > 0 { return .nan }
    if infinities > 0 { return .infinity }
    return negativeInfinities > 0 ? -.infinity : nil
  }

  /// Adds a number given by its digits, such as -12.50 or 1.5e-7.
  private mutating func add(digits text: String, _ isNegated: Bool) {
    var bytes = Array(text.utf8)[...]
    let isMinus = bytes.first == UInt8(ascii: "-")
    if isMinus || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    let halves = bytes.split(separator: UInt8(ascii: "e"), maxSplits: 1)
    guard let mantissa = halves.first,
      let exponent = halves.count < 2 ? 0 : Int(String(decoding: halves[1], as: UTF8.self))
    else { return }
    let sides = mantissa.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let digits = sides.joined().map { $0 &- UInt8(ascii: "0") }
    guard !digits.isEmpty, digits.allSatisfy({ $0 < 10 }) else { return }
    count += 1
    // The place of the last digit, by powers of ten.
    let last = exponent - (sides.count > 1 ? sides[1].count : 0)
    let sign: Int64 = isMinus == isNegated ? 1 : -1
    for (index, digit) in digits.reversed().enumerated() where digit != 0 {
      let (place, rest) = Int64(last + index).dividedDown(by: Int64(DecimalTotal.digitsOfPart))
      add(sign * Int64(digit) * DecimalTotal.powers[Int(rest)], at: Int(place))
    }
  }

  private mutating func add(_ part: Int64, at place: Int) {
    guard part != 0 else { return }
    if parts.isEmpty { lowest = place }
    if place < lowest {
      parts.insert(contentsOf: repeatElement(0, count: lowest - place), at: 0)
      lowest = place
    }
    while parts.count <= place - lowest { parts.append(0) }
    parts[place - lowest] += part
  }
}

/// A decimal number in parts that have nine digits each.
private struct NormalizedDecimal {
  var isNegative = false
  /// The parts, the lowest first, each from 0 to 999,999,999.
  var parts: [Int64]
  let lowest: Int
}

extension DecimalTotal {
  private var normalized: NormalizedDecimal {
    var (rest, carry) = DecimalTotal.carried(parts)
    let isNegative = carry < 0
    if isNegative { (rest, carry) = DecimalTotal.carried(parts.map { -$0 }) }
    while carry > 0 {
      let (more, digits) = carry.dividedDown(by: DecimalTotal.base)
      rest.append(digits)
      carry = more
    }
    return NormalizedDecimal(isNegative: isNegative, parts: rest, lowest: lowest)
  }

  private static func carried(_ parts: [Int64]) -> (parts: [Int64], carry: Int64) {
    var carry: Int64 = 0
    let rest = parts.map { part in
      let (more, digits) = (part + carry).dividedDown(by: base)
      carry = more
      return digits
    }
    return (rest, carry)
  }

  private func text(_ number: NormalizedDecimal) -> String {
    let (whole, fraction) = DecimalTotal.digits(number)
    return DecimalTotal.text(number.isNegative, whole, fraction)
  }

  /// Returns the digits before and behind the point.
  private static func digits(_ number: NormalizedDecimal) -> (whole: [UInt8], fraction: [UInt8]) {
    // Places between the number and the point are zeros.
    let top = max(number.lowest + number.parts.count, 0)
    var (whole, fraction): ([UInt8], [UInt8]) = ([], [])
    for place in (min(number.lowest, 0)..<top).reversed() {
      let index = place - number.lowest
      var part = number.parts.indices.contains(index) ? number.parts[index] : 0
      var digits: [UInt8] = []
      for _ in 0..<digitsOfPart {
        digits.append(UInt8(part % 10))
        part /= 10
      }
      if place >= 0 { whole += digits.reversed() } else { fraction += digits.reversed() }
    }
    return (whole, fraction)
  }

  /// Returns a number as text, without zeros that mean nothing.
  private static func text(_ isNegative: Bool, _ whole: [UInt8], _ fraction: [UInt8]) -> String {
    let first = whole.drop { $0 == 0 }
    let last = fraction.reversed().drop { $0 == 0 }.reversed()
    guard !first.isEmpty || !last.isEmpty else { return "0" }
    func text(_ digits: some Sequence<UInt8>) -> String {
      String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }
    return (isNegative ? "-" : "") + (first.isEmpty ? "0" : text(first))
      + (last.isEmpty ? "" : ".\(text(last))")
  }

  private func quotient(by divisor: UInt64) -> String {
    let number = normalized
    // Three parts behind the point are 27 digits; with the remainder they decide how twenty are rounded.
    let lowest = min(number.lowest, -3)
    var parts = Array(repeating: Int64(0), count: max(number.lowest - lowest, 0)) + number.parts
    var remainder: UInt128 = 0
    for index in parts.indices.reversed() {
      let value = remainder * UInt128(DecimalTotal.base) + UInt128(parts[index])
      parts[index] = Int64(value / UInt128(divisor))
      remainder = value % UInt128(divisor)
    }
    let (whole, fraction) = DecimalTotal.digits(NormalizedDecimal(parts: parts, lowest: lowest))
    var digits = whole + fraction.prefix(20)
    let rest = fraction.dropFirst(20)
    let isAbove = rest.dropFirst().contains { $0 != 0 } || remainder != 0
    let isHalf = rest.first == 5
    if (rest.first ?? 0) > 5 || isHalf && (isAbove || digits.last.map { $0 & 1 == 1 } ?? false) {
      DecimalTotal.increment(&digits)
    }
    return DecimalTotal.text(
      number.isNegative, digits.dropLast(20).map(\.self), digits.suffix(20).map(\.self))
  }

  private static func increment(_ digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      guard digits[index] == 9 else {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }
}
