import SectionalTesting
import Testing

@testable import Sectional

/// What came, went and changed in a list that only counts most of its rows.
struct CountedChangeTests {
  private static let ordering = RowOrdering(
    section: nil, sort: [OrderRule(column: 1)], keyColumns: [0], fallsBackToRowID: false)

  private static func row(_ id: Int, at place: Int, _ note: String = "") -> OrderedRow {
    ordering.row(PackedRow([.integer(Int64(id)), .integer(Int64(place)), .text(note)]))
  }

  private static func key(_ id: Int) -> RowKey { RowKey([.integer(Int64(id))]) }

  private static func change(_ rows: [OrderedRow], frontier: [UInt8]? = nil) -> CountedChange {
    CountedChange(rows: PackedRows(rows, .none), PartialList(frontier: frontier))
  }

  @Test func `a counted row that is counted at the same place is left out`() {
    var change = CountedChangeTests.change([
      CountedChangeTests.row(1, at: 5, "new"), CountedChangeTests.row(2, at: 7),
    ])
    change.note(counted: CountedChangeTests.row(1, at: 5, "old").place, rowID: nil)
    change.note(counted: CountedChangeTests.row(2, at: 6).place, rowID: nil)
    change.note(counted: CountedChangeTests.row(3, at: 1).place, rowID: nil)
    change.settle()
    #expect(change.arrived.all.map(\.key) == [CountedChangeTests.key(2)])
    #expect(change.counted.count == 2)
    #expect(change.keys == [CountedChangeTests.key(2), CountedChangeTests.key(3)])
    #expect(!change.isEmpty)
  }

  @Test func `nothing is left if all rows are counted at the same place`() {
    var change = CountedChangeTests.change([CountedChangeTests.row(1, at: 5, "new")])
    change.note(counted: CountedChangeTests.row(1, at: 5).place, rowID: nil)
    change.settle()
    #expect(change.isEmpty)
    #expect(change.keys == [])
  }

  @Test func `several names of a row count it once`() throws {
    let list = try RowList([CountedChangeTests.row(4, at: 1)], .none)
    var change = CountedChangeTests.change([])
    for _ in 0..<2 {
      change.note(counted: CountedChangeTests.row(1, at: 5).place, rowID: 9)
      change.note(known: RankedRow(rank: 0, row: list[0]))
    }
    #expect(change.counted.count == 1)
    #expect(change.known.count == 1)
    #expect(change.rowsBefore(in: list) == nil)
  }

  @Test func `rows behind the last counted row don't belong to the list`() {
    let change = CountedChangeTests.change(
      [4, 5, 6].map { CountedChangeTests.row($0, at: $0) },
      frontier: CountedChangeTests.row(5, at: 5).place.bytes)
    #expect(change.keys == [CountedChangeTests.key(4), CountedChangeTests.key(5)])
  }

  @Test func `the rows before are all in memory`() throws {
    let rows = [1, 2, 3].map { CountedChangeTests.row($0, at: $0) }
    let list = try RowList(rows, .none)
    var change = CountedChangeTests.change([CountedChangeTests.row(2, at: 9)])
    change.note(known: RankedRow(rank: 1, row: list[1]))
    #expect(change.rowsBefore(in: list)?.map(\.rank) == [1])
    #expect(change.keys == [CountedChangeTests.key(2)])
  }
}
