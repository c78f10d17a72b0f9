import SectionalTesting
import Testing

@testable import Sectional

/// The parts of order keys, and where one part ends and the next begins.
struct RowOrderKeyTests {
  private static func values(_ generator: inout SeededGenerator) -> [StoredValue] {
    (0..<4).map { _ in generator.anyValue() }
  }

  private static func rule(_ column: Int, _ generator: inout SeededGenerator) -> OrderRule {
    OrderRule(
      column: column, isReversed: generator.happens(onceIn: 2),
      placesNullsLast: generator.happens(onceIn: 2),
      collation: generator.happens(onceIn: 3) ? .caseInsensitive : .binary)
  }

  private static func key(_ values: [StoredValue], _ ordering: RowOrdering) -> RowOrderKey {
    var orderKey = RowOrderKey()
    var builder = RowOrderKeyBuilder(ordering)
    builder.compute(PackedRow(values), rowID: nil, into: &orderKey)
    return orderKey
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a key belongs to the section of its own value and to no other`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let ordering = RowOrdering(
        section: RowOrderKeyTests.rule(0, &generator), sort: [RowOrderKeyTests.rule(1, &generator)],
        keyColumns: [3], fallsBackToRowID: false)
      let values = RowOrderKeyTests.values(&generator)
      let one = RowOrderKeyTests.key(values, ordering)
      #expect(one.hasSection(Array(one.bytes[one.section])))
      #expect(ordering.isSection(Array(one.bytes[one.section])))
      #expect(ordering.isOrder(one.bytes))
      #expect(!ordering.isOrder(one.bytes.dropLast()))
      #expect(!one.hasSection(Array(one.bytes[one.section].dropLast())))
      #expect(!one.hasSection(Array(one.bytes[0..<one.sectionEnd + 1])))
      let other = RowOrderKeyTests.key(
        [generator.anyValue()] + values.dropFirst(), ordering)
      let isSame = Array(other.bytes[other.section]) == Array(one.bytes[one.section])
      #expect(other.hasSection(Array(one.bytes[one.section])) == isSame)
      #expect(one.precedes(other, in: .byKey) || other.precedes(one, in: .byKey) || isSame)
      // Without the section, the rows differ in nothing.
      #expect(!one.precedes(other, in: .asSorted))
      #expect(!other.precedes(one, in: .asSorted))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the value of a section is that of its rows`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let ordering = RowOrdering(
        section: RowOrderKeyTests.rule(0, &generator), sort: [], keyColumns: [3],
        fallsBackToRowID: false)
      let values = RowOrderKeyTests.values(&generator)
      let orderKey = RowOrderKeyTests.key(values, ordering)
      let told = ordering.sectionValue(of: Array(orderKey.bytes[orderKey.section]))
      // Numbers are told by value: whole reals as integers, and negative zero as zero.
      let again = RowOrderKeyTests.key([told] + values.dropFirst(), ordering)
      #expect(again.hasSection(Array(orderKey.bytes[orderKey.section])), "\(values[0])")
    }
  }

  @Test func `a copy has the parts of its original`() {
    let ordering = RowOrdering(
      section: OrderRule(column: 0), sort: [OrderRule(column: 1)], keyColumns: [2],
      fallsBackToRowID: false)
    let original = RowOrderKeyTests.key([.text("a"), .integer(7), .integer(1)], ordering)
    var copy = RowOrderKeyTests.key([.text("longer"), .null, .integer(2)], ordering)
    copy.copy(original)
    #expect(copy == original)
    #expect(copy.section == original.section)
    #expect(copy.identity.count < copy.bytes.count)
  }
}
