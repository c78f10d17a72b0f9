import Testing

@testable import Sectional

/// Comparisons of a column with a number that aren't evaluated as expressions.
struct NumberTestTests {
  private static let numbers: [StoredValue] = [
    .integer(-1), .integer(0), .integer(1), .integer(.max), .integer(.min), .real(-0.5), .real(0),
    .real(1), .real(.infinity), .real(-.infinity), .real(.nan), .real(0x1p63),
  ]
  private static let others: [StoredValue] = [.null, .text("1"), .blob([1])]

  @Test(arguments: RowExpression.Comparison.allCases)
  func `a test says what the expression says, or leaves it to that`(
    comparison: RowExpression.Comparison
  ) {
    var places = ColumnPlaces()
    places.add("n", at: 1)
    for constant in Self.numbers {
      let predicate = RowPredicate(.comparison(comparison, .column("n"), .constant(constant)))
      guard let test = predicate.numberTest(at: places) else {
        Issue.record("no test of \(constant)")
        continue
      }
      #expect(test.place == 1)
      for cell in Self.numbers + Self.others {
        let row = PackedRow([.text("before"), cell, .integer(7)])
        guard let number = row.cell(at: 1).number else {
          #expect(Self.others.contains(cell))
          continue
        }
        guard let holds = test.holds(number) else { continue }
        #expect(
          holds == predicate.matches(row, places: places), "\(cell) \(comparison) \(constant)")
      }
    }
    #expect(
      RowPredicate(.comparison(comparison, .column("n"), .constant(.text("1"))))
        .numberTest(at: places) == nil)
    #expect(
      RowPredicate(.comparison(comparison, .column("m"), .constant(.integer(1))))
        .numberTest(at: places) == nil)
  }

  @Test func `numbers are read from packed cells wherever these begin`() {
    let values: [StoredValue] = [
      .integer(0), .integer(-1), .integer(127), .integer(-128), .integer(128), .integer(1 << 40),
      .integer(.min), .integer(.max), .real(1.5), .real(-0.5), .null, .text("abc"), .blob([9, 9]),
      .integer(-(1 << 55)),
    ]
    let row = PackedRow(values)
    var position = 0
    for value in values {
      let number = PackedRow.number(at: position, of: row.bytes)
      switch (number, value) {
      case (.integer(let read)?, .integer(let written)): #expect(read == written)
      case (.real(let read)?, .real(let written)): #expect(read == written)
      case (nil, .null), (nil, .text), (nil, .blob): break
      default: Issue.record("\(value) was read as \(String(describing: number))")
      }
      position = PackedRow.end(ofCellAt: position, of: row.bytes)
    }
    #expect(position == row.bytes.count)
  }
}
