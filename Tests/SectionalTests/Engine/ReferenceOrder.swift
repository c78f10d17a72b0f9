import Sectional

/// A second, simple and exact implementation of the order of values.
struct ReferenceOrder {
  var rule: OrderRule

  func precedes(_ left: StoredValue, _ right: StoredValue) -> Bool {
    if left == .null || right == .null {
      guard left != right else { return false }
      return (left == .null) != rule.placesNullsLast
    }
    return rule.isReversed ? isLess(right, left) : isLess(left, right)
  }

  private func isLess(_ left: StoredValue, _ right: StoredValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): isLess(left, right)
    case (.real(let left), .integer(let right)):
      Int64(exactly: left) != right && !isLess(right, left)
    default:
      rank(left) == rank(right)
        ? bytes(left).lexicographicallyPrecedes(bytes(right)) : rank(left) < rank(right)
    }
  }

  private func isLess(_ integer: Int64, _ real: Double) -> Bool {
    if real >= 0x1p63 { return true }
    if real < -0x1p63 { return false }
    let floor = real.rounded(.down)
    return integer < Int64(floor) || (integer == Int64(floor) && real > floor)
  }

  private func rank(_ value: StoredValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text, .malformedText: 2
    case .blob: 3
    }
  }

  private func bytes(_ value: StoredValue) -> [UInt8] {
    switch value {
    case .text(let text): text.utf8.map(folded)
    case .malformedText(let bytes): bytes.map(folded)
    case .blob(let bytes): bytes
    default: []
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    rule.collation == .caseInsensitive && (0x41...0x5A).contains(byte) ? byte + 32 : byte
  }
}
