import Testing

@testable import Sectional

struct RowKeyTests {
  @Test
  func `keys are equal when their values are`() {
    #expect(RowKey([1]) == RowKey([1.0]))
    #expect(RowKey([1]) != RowKey(["1"]))
    #expect(RowKey(["a", "b"]) != RowKey(["ab", ""]))
    #expect(RowKey(["\u{E4}"]) != RowKey(["a\u{308}"]))
  }

  @Test
  func `a complete key names a row by its values`() {
    #expect(RowKey([3, "a"]).identity == .key([3, "a"]))
  }

  @Test
  func `a key with a null names a row by its rowid`() {
    let key = RowKey(rowID: 5)
    #expect(key.identity == .rowID(5))
    #expect(key != RowKey(rowID: 6))
  }

  @Test
  func `without key columns the rowid is the key`() {
    #expect(RowKey(rowID: -1).identity == .rowID(-1))
    #expect(RowKey(rowID: .max).identity == .rowID(.max))
  }

  @Test
  func `an ordered row knows its key and contents`() {
    let ordering = RowOrdering(
      section: OrderRule(column: 0), sort: [OrderRule(column: 1, isReversed: true)],
      keyColumns: [3, 2], fallsBackToRowID: false)
    let contents = PackedRow(["team", 7, "code", 4])
    let row = ordering.row(contents)
    #expect(row.key == RowKey([4, "code"]))
    #expect(row.contents == contents)
  }

  @Test
  func `only a row without a complete key gets its rowid`() {
    let ordering = RowOrdering(section: nil, sort: [], keyColumns: [0], fallsBackToRowID: true)
    #expect(ordering.row(PackedRow(["a"]), rowID: 9).key == RowKey(["a"]))
    #expect(ordering.row(PackedRow([.null]), rowID: 9).key == RowKey(rowID: 9))
  }
}
