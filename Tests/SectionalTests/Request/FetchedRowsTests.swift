import Testing

@testable import Sectional

/// Rows that a store appends, many of which are placed on another thread.
struct FetchedRowsTests {
  private struct Reading: StoredRecord {
    var id: Int64
    var place: String
    var amount: Int64
    static let table = RecordTable(
      "reading", RecordColumn("id", \.id, primaryKey: true), RecordColumn("place", \.place),
      RecordColumn("amount", \.amount), row: Reading.init)
  }

  private static let many = 40_000

  private static func rows(isOrdered: Bool) throws -> FetchedRows {
    let request = ResultsRequest<Reading>(sortBy: [SortKey(\.place)])
    let layout = RowLayout(
      columns: RowColumns(["id", "place", "amount"]), keyColumns: [0], fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: ["reading"]), dependence: .row, keyIsRowID: true)
    return FetchedRows(
      try RowQuery(try request.rowRequest(sectionBy: nil), layout: layout), isOrdered: isOrdered)
  }

  private static func contents(_ id: Int, amount: StoredValue = .integer(1)) -> PackedRow {
    PackedRow([.integer(Int64(id)), .text("place \(id * 7919 % many)"), amount])
  }

  private static func ids(_ rows: FetchedRows) throws -> [StoredValue] {
    try rows.packer().sorted.map { $0.values[0] }
  }

  /// Returns the expected ids, ordered by a loop over the texts that `contents` gives the rows.
  private static func expected(_ numbers: Range<Int>) -> [StoredValue] {
    var texts: [(text: [UInt8], number: Int)] = []
    for number in numbers { texts.append((Array("place \(number * 7919 % many)".utf8), number)) }
    texts.sort { one, other in
      one.text == other.text
        ? one.number < other.number : one.text.lexicographicallyPrecedes(other.text)
    }
    return texts.map { StoredValue.integer(Int64($0.number)) }
  }

  @Test(arguments: [true, false])
  func `all of many rows are present and in order`(isOrdered: Bool) throws {
    var rows = try FetchedRowsTests.rows(isOrdered: isOrdered)
    for id in 0..<FetchedRowsTests.many { try rows.append(FetchedRowsTests.contents(id)) }
    #expect(try FetchedRowsTests.ids(rows) == FetchedRowsTests.expected(0..<FetchedRowsTests.many))
    #expect(try rows.packer().count == FetchedRowsTests.many)
  }

  @Test(arguments: [3, 20_000, 39_999])
  func `a cell that doesn't fit is reported at any position`(bad: Int) throws {
    var rows = try FetchedRowsTests.rows(isOrdered: false)
    let error = #expect(throws: StoreError.self) {
      for id in 0..<FetchedRowsTests.many {
        try rows.append(FetchedRowsTests.contents(id, amount: id == bad ? .text("x") : .integer(1)))
      }
      _ = try rows.packer()
    }
    #expect(error?.code == .unexpectedCell)
    #expect(error?.message.contains("with the key \(bad) ") == true)
  }

  @Test
  func `a copy does not get the rows of the other`() throws {
    var rows = try FetchedRowsTests.rows(isOrdered: false)
    for id in 0..<20_000 { try rows.append(FetchedRowsTests.contents(id)) }
    let copy = rows
    for id in 20_000..<40_000 { try rows.append(FetchedRowsTests.contents(id)) }
    #expect(try FetchedRowsTests.ids(copy) == FetchedRowsTests.expected(0..<20_000))
    #expect(try FetchedRowsTests.ids(rows) == FetchedRowsTests.expected(0..<40_000))
  }

  @Test
  func `rows that are checked more closely come after those that wait`() throws {
    var rows = try FetchedRowsTests.rows(isOrdered: false)
    for id in 0..<20_000 { try rows.append(FetchedRowsTests.contents(id)) }
    try rows.append(FetchedRowsTests.contents(20_000)) { _ in true }
    try rows.append(FetchedRowsTests.contents(20_001)) { _ in false }
    #expect(try FetchedRowsTests.ids(rows) == FetchedRowsTests.expected(0..<20_001))
    #expect(try rows.packer().unsorted.last?.values[0] == .integer(20_000))
  }

  @Test(arguments: [false, true])
  func `rows of a page that come in another order than requested are noticed`(
    areCounted: Bool
  ) throws {
    var page = RowPage(from: 0, count: 10)
    page.isCounted = areCounted
    let ids = FetchedRowsTests.order.prefix(6)
    for swapped in [nil, 0, 2, 4] {
      var ids = Array(ids)
      if let swapped { ids.swapAt(swapped, swapped + 1) }
      var rows = FetchedRows(
        try FetchedRowsTests.rows(isOrdered: true).query, page: page, isOrdered: true, skipped: 0)
      for id in ids {
        #expect(try rows.append(FetchedRowsTests.contents(id), toPageWith: nil))
      }
      #expect(try rows.packer().arrivedInOrder == (swapped == nil))
      #expect(try rows.packer().count == 6)
    }
  }

  /// The numbers of all rows, in order.
  private static var order: [Int] {
    expected(0..<many).map { if case .integer(let id) = $0 { Int(id) } else { -1 } }
  }
}
