import SectionalTesting
import Testing

@testable import Sectional

/// Where rows that changed were, and where they are now.
struct PlacedRowsTests {
  private static let ordering = RowOrdering(
    section: nil, sort: [OrderRule(column: 1)], keyColumns: [0], fallsBackToRowID: false)

  private static func row(_ id: Int, at place: Int, _ note: String = "") -> OrderedRow {
    ordering.row(PackedRow([.integer(Int64(id)), .integer(Int64(place)), .text(note)]))
  }

  private static func key(_ id: Int) -> RowKey { RowKey([.integer(Int64(id))]) }

  private static func packed(_ rows: [OrderedRow]) -> PackedRows { PackedRows(rows, .none) }

  /// A list that only counts its rows.
  private static func counted(_ rows: [OrderedRow]) -> RowList {
    RowList.empty(.none).blocks.appending(CountedRows(packed(rows)))
  }

  @Test func `a counted row that is counted at the same place is left out`() throws {
    let list = Self.counted([Self.row(3, at: 1), Self.row(1, at: 5), Self.row(2, at: 6)])
    var placed = PlacedRows(
      Self.packed([Self.row(1, at: 5, "new"), Self.row(2, at: 7)]), inPlaceOf: [], in: .everything)
    for row in [Self.row(1, at: 5, "old"), Self.row(2, at: 6), Self.row(3, at: 1)] {
      try placed.add(row.key, at: .at(row.place), in: list, .everything)
    }
    placed.settle()
    #expect(placed.arrived.all.map(\.key) == [Self.key(2)])
    #expect(placed.counted.count == 2)
    #expect(placed.keys == [Self.key(2), Self.key(3)])
    #expect(!placed.isEmpty)
  }

  @Test func `nothing is left if all rows are counted at the same place`() throws {
    let row = Self.row(1, at: 5)
    var placed = PlacedRows(
      Self.packed([Self.row(1, at: 5, "new")]), inPlaceOf: [], in: .everything)
    try placed.add(row.key, at: .at(row.place), in: Self.counted([row]), .everything)
    placed.settle()
    #expect(placed.isEmpty)
    #expect(placed.keys == [])
  }

  @Test func `several names of a row count it once`() throws {
    let rows = [Self.row(1, at: 5), Self.row(4, at: 9)]
    let list = Self.counted(rows)
    let lower = RowPosition(decoding: rows[1].place.bytes, Self.ordering)
    var placed = PlacedRows(Self.packed([]), inPlaceOf: [], in: .everything)
    for name in [RowKey(rowID: 9), Self.key(1)] {
      try placed.add(name, at: .at(rows[0].place), in: list, .everything)
    }
    #expect(placed.counted.count == 1)
    #expect(placed.rowsBefore(in: list) == nil)
    var before = PlacedRows(Self.packed([]), inPlaceOf: [], in: .everything)
    for name in [RowKey(rowID: 9), Self.key(1)] {
      try before.add(
        name, at: .at(rows[0].place), in: list, Coverage(from: lower, after: 3, upTo: nil))
    }
    #expect(before.headGrowth == -1)
  }

  @Test func `rows before a slice may have the same key`() throws {
    let rows = [Self.row(1, at: 5), Self.row(1, at: 6), Self.row(1, at: 6), Self.row(4, at: 9)]
    let lower = RowPosition(decoding: rows[3].place.bytes, Self.ordering)
    let list = try RowList([rows[3]], .none)
    var placed = PlacedRows(Self.packed([]), inPlaceOf: [], in: .everything)
    for (rowID, row) in zip([1, 2, 3] as [Int64], rows) {
      try placed.add(
        RowKey(rowID: rowID), at: .at(row.place), in: list,
        Coverage(from: lower, after: 3, upTo: nil))
    }
    #expect(placed.headGrowth == -3)
  }

  @Test func `a row that would have been in memory contradicts the log`() throws {
    let rows = [Self.row(1, at: 5), Self.row(2, at: 6)]
    let list = try RowList(rows, .none)
    var placed = PlacedRows(Self.packed([]), inPlaceOf: [], in: .everything)
    #expect(throws: UnfollowedChange.self) {
      try placed.add(Self.key(3), at: .at(Self.row(3, at: 5).place), in: list, .everything)
    }
  }

  @Test func `rows after the known ones don't belong to the list, and those before are counted`() {
    let rows = (1...6).map { Self.row($0, at: $0) }
    let (lower, upper) = (rows[1].place.bytes, rows[3].place.bytes)
    let coverage = Coverage(
      from: RowPosition(decoding: lower, Self.ordering), after: 7,
      upTo: RowPosition(decoding: upper, Self.ordering))
    let placed = PlacedRows(Self.packed(rows), inPlaceOf: [], in: coverage)
    #expect(placed.keys == [Self.key(2), Self.key(3), Self.key(4)])
    #expect(placed.headGrowth == 1)
  }

  @Test func `the rows before are all in memory`() throws {
    let list = try RowList([1, 2, 3].map { Self.row($0, at: $0) }, .none)
    let placed = PlacedRows(
      Self.packed([Self.row(2, at: 9)]), inPlaceOf: [RankedRow(rank: 1, row: list[1])],
      in: .everything)
    #expect(placed.rowsBefore(in: list)?.map(\.rank) == [1])
    #expect(placed.keys == [Self.key(2)])
  }
}
