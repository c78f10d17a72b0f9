import SectionalTesting
import Testing

@testable import Sectional

/// Byte keys stand in for values: their order is the order of the values.
struct ByteKeyTests {
  static let rules = [false, true].flatMap { isReversed in
    [false, true].flatMap { nullsLast in
      [TextCollation.binary, .caseInsensitive].map { collation in
        OrderRule(
          column: 0, isReversed: isReversed, placesNullsLast: nullsLast, collation: collation)
      }
    }
  }

  private func key(_ values: StoredValue..., by rule: OrderRule = OrderRule(column: 0)) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values { ByteKey.append(PackedRow([value]), by: rule, to: &bytes) }
    return bytes
  }

  @Test(arguments: rules)
  func `keys are ordered as their values are`(rule: OrderRule) throws {
    var generator = SeededGenerator(seed: 1)
    let reference = ReferenceOrder(rule: rule)
    for _ in 0..<8000 {
      let (left, right) = (generator.anyValue(), generator.anyValue())
      let order = ByteOrder.compare(key(left, by: rule)[...], key(right, by: rule)[...])
      try #require((order == .less) == reference.precedes(left, right), "\(left) and \(right)")
      try #require((order == .greater) == reference.precedes(right, left), "\(left) and \(right)")
    }
  }

  @Test(arguments: rules)
  func `a pair of keys is ordered by the first, then by the second`(rule: OrderRule) throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<4000 {
      let values = (0..<4).map { _ in generator.anyValue() }
      let first = ByteOrder.compare(key(values[0], by: rule)[...], key(values[1], by: rule)[...])
      let second = ByteOrder.compare(key(values[2], by: rule)[...], key(values[3], by: rule)[...])
      let both = ByteOrder.compare(
        key(values[0], values[2], by: rule)[...], key(values[1], values[3], by: rule)[...])
      try #require(both == (first == .equal ? second : first), "\(values)")
    }
  }

  @Test(arguments: rules)
  func `no key is the beginning of another`(rule: OrderRule) throws {
    var generator = SeededGenerator(seed: 3)
    let keys = Set((0..<300).map { _ in key(generator.anyValue(), by: rule) })
    for one in keys {
      for other in keys where one != other { try #require(!other.starts(with: one)) }
    }
  }

  @Test
  func `values are restored from their keys, numbers by value`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<8000 {
      let values = [generator.anyValue(), generator.anyValue()]
      let decoded = RowKey(values).values.map(OracleValue.init)
      try #require(decoded == values.map { OracleValue($0).byValue }, "\(values)")
    }
  }

  @Test
  func `numbers near the limits of doubles keep their order`() {
    let ascending: [StoredValue] = [
      .real(-.infinity), .real(-0x1p64), .integer(.min), .integer(.min + 1), .real(-0x1p53),
      -1, .real(-.leastNonzeroMagnitude), 0, .real(.leastNonzeroMagnitude), 1,
      .integer(1 << 53 - 1), .integer(1 << 53),
      .integer(1 << 53 + 1), .real(0x1p53 + 2), .real((0x1p63).nextDown), .integer(.max),
      .real(0x1p63), .real(.infinity),
    ]
    let keys = ascending.map { key($0) }
    for (key, next) in zip(keys, keys.dropFirst()) {
      #expect(ByteOrder.compare(key[...], next[...]) == .less)
    }
  }

  @Test
  func `equal numbers have the same key regardless of type`() {
    #expect(key(1) == key(1.0))
    #expect(key(0) == key(.real(-0.0)))
    #expect(key(.integer(1 << 53)) == key(.real(0x1p53)))
    #expect(key(.integer(.min)) == key(.real(-0x1p63)))
    #expect(key(1) != key("1"))
  }

  @Test
  func `composed and decomposed letters have different keys`() {
    #expect(key("\u{E4}") != key("a\u{308}"))
    #expect(key("") != key(.blob([])))
    #expect(key("") != key(.null))
  }
}
