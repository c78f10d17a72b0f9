/// An integer of any size, for checking exact sums; it has a sign and digits of 32 bits, the lowest first.
struct SlowInteger {
  private var isNegative = false
  private var digits: [UInt32] = []

  init(_ magnitude: UInt64 = 0, shiftedBy bits: Int = 0, isNegative: Bool = false) {
    guard magnitude != 0 else { return }
    self.isNegative = isNegative
    digits = Array(repeating: 0, count: bits / 32)
    var rest = UInt128(magnitude) << (bits % 32)
    while rest != 0 {
      digits.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
  }

  /// Creates the number of times that the smallest double is in a finite one.
  init(partsOf number: Double) {
    self.init(
      number.significandBitPattern | (number.isNormal ? 1 << 52 : 0),
      shiftedBy: number.isNormal ? Int(number.exponentBitPattern) - 1 : 0,
      isNegative: number.sign == .minus)
  }

  static prefix func - (number: SlowInteger) -> SlowInteger {
    var negated = number
    if !number.digits.isEmpty { negated.isNegative.toggle() }
    return negated
  }

  static func + (left: SlowInteger, right: SlowInteger) -> SlowInteger {
    var sum = SlowInteger()
    if left.isNegative == right.isNegative {
      sum.isNegative = left.isNegative
      var carry: UInt64 = 0
      for place in 0..<max(left.digits.count, right.digits.count) {
        carry += UInt64(left.digit(place)) + UInt64(right.digit(place))
        sum.digits.append(UInt32(truncatingIfNeeded: carry))
        carry >>= 32
      }
      if carry > 0 { sum.digits.append(UInt32(carry)) }
      return sum
    }
    let isLess = left.isSmaller(than: right)
    let (large, small) = isLess ? (right, left) : (left, right)
    sum.isNegative = large.isNegative
    var borrow: Int64 = 0
    for place in large.digits.indices {
      var difference = Int64(large.digit(place)) - Int64(small.digit(place)) - borrow
      borrow = difference < 0 ? 1 : 0
      if difference < 0 { difference += 1 << 32 }
      sum.digits.append(UInt32(difference))
    }
    while sum.digits.last == 0 { sum.digits.removeLast() }
    if sum.digits.isEmpty { sum.isNegative = false }
    return sum
  }

  static func * (left: SlowInteger, right: UInt32) -> SlowInteger {
    var product = SlowInteger()
    product.isNegative = left.isNegative
    var carry: UInt64 = 0
    for digit in left.digits {
      carry += UInt64(digit) * UInt64(right)
      product.digits.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    if carry > 0 { product.digits.append(UInt32(carry)) }
    return product
  }

  var magnitude: SlowInteger { isNegative ? -self : self }

  /// Returns whether the magnitude is smaller.
  func isSmaller(than other: SlowInteger) -> Bool {
    guard digits.count == other.digits.count else { return digits.count < other.digits.count }
    for place in digits.indices.reversed() where digits[place] != other.digits[place] {
      return digits[place] < other.digits[place]
    }
    return false
  }

  private func digit(_ place: Int) -> UInt32 { place < digits.count ? digits[place] : 0 }
}
