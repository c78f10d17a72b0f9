import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Positions that are told from the compared bytes of a row.
struct RowPositionTests {
  private static let values: [StoredValue] = [
    .null, .integer(0), .integer(-1), .integer(.max), .integer(.min), .integer(1 << 53 + 1),
    .real(0.5), .real(-1e300), .real(.infinity), .text(""), .text("a"), .text("a\u{0}b"),
    .text("\u{0}"), .text("zürich"), .blob([]), .blob([0, 1, 255]), .blob([1, 0]),
  ]

  private func orderings() -> [RowOrdering] {
    var orderings: [RowOrdering] = []
    for isReversed in [false, true] {
      for nullsLast in [false, true] {
        let rule = OrderRule(column: 1, isReversed: isReversed, placesNullsLast: nullsLast)
        for hasSection in [false, true] {
          orderings.append(
            RowOrdering(
              section: hasSection ? OrderRule(column: 2, isReversed: isReversed) : nil,
              sort: [rule], keyColumns: [0], fallsBackToRowID: true))
        }
      }
    }
    return orderings
  }

  @Test func `the values are those of the row`() {
    for ordering in orderings() {
      for one in Self.values {
        for other in Self.values {
          let cells = PackedRow([other, one, other])
          var orderKey = RowOrderKey()
          var builder = RowOrderKeyBuilder(ordering)
          builder.compute(cells, rowID: 77, into: &orderKey)
          #expect(ordering.isOrder(orderKey.bytes))
          let position = RowPosition(decoding: orderKey.bytes, ordering)
          for (term, rule) in ordering.terms.enumerated() {
            #expect(position.value(ofTerm: term) == cells.value(at: rule.column))
          }
          #expect(position.rowID == (other == .null ? 77 : nil))
        }
      }
    }
  }

  @Test func `bytes that no row has are told`() {
    var generator = SeededGenerator(seed: 4)
    for ordering in orderings() {
      for _ in 0..<2000 {
        let bytes = (0..<generator.below(40)).map { _ in
          let tags: [UInt8] = [0x01, 0x10, 0x20, 0x30, 0x40, 0xFE, 0xCF, 0xDF, 0xBF, 0, 0xFF]
          return generator.happens(onceIn: 2)
            ? tags[generator.below(tags.count)] : UInt8(generator.below(256))
        }
        if ordering.isOrder(bytes) { _ = RowPosition(decoding: bytes, ordering) }
      }
    }
  }
}
