import Testing

@testable import Sectional

/// Which contents a list requests, and what it says of the rows that somebody looked at.
struct RequestedContentsTests {
  private static func rows(_ keys: some Sequence<Int>) -> WantedRows {
    var wanted = WantedRows()
    wanted.keys = keys.map { RowKey([.integer(Int64($0))]) }
    return wanted
  }

  private static func look(at key: Int) -> WantedRows {
    var look = WantedRows()
    look.touched = [RowKey([.integer(Int64(key))])]
    return look
  }

  private static func look(atBlock start: UInt8) -> WantedRows {
    var look = WantedRows()
    look.touchedRanges = [OrderRange(start: [start], end: nil)]
    return look
  }

  @Test func `rows are requested once until the pipeline reports a step`() {
    var requested = RequestedContents()
    #expect(requested.requesting(Self.rows(0..<3))?.keys.count == 3)
    #expect(requested.requesting(Self.rows(0..<3)) == nil)
    #expect(requested.requesting(Self.rows(2..<5))?.keys.count == 2)
    requested.forget()
    #expect(requested.requesting(Self.rows(0..<3))?.keys.count == 3)
  }

  @Test func `what was looked at goes with the next request, and only with that`() {
    var requested = RequestedContents()
    requested.touch(Self.look(at: 7))
    #expect(requested.requesting(Self.rows(0..<1))?.touched == [RowKey([.integer(7)])])
    #expect(requested.requesting(Self.rows(1..<2))?.touched == [])
    requested.touch(Self.look(at: 8))
    #expect(requested.withTouched(Self.rows(0..<1)).touched == [RowKey([.integer(8)])])
  }

  @Test
  func `a request for rows that are requested already leaves what was looked at to the next one`() {
    var requested = RequestedContents()
    _ = requested.requesting(Self.rows(0..<1))
    requested.touch(Self.look(at: 7))
    #expect(requested.requesting(Self.rows(0..<1)) == nil)
    #expect(requested.requesting(Self.rows(1..<2))?.touched.count == 1)
  }

  @Test func `somebody who scrolls for long leaves a bounded number of looks, the newest ones`() {
    var requested = RequestedContents()
    for row in 0..<10_000 { requested.touch(Self.look(at: row)) }
    for block in 0..<200 { requested.touch(Self.look(atBlock: UInt8(block))) }
    let all = requested.withTouched(WantedRows())
    #expect(all.touched.count <= 512)
    #expect(all.touched.last == RowKey([.integer(9_999)]))
    #expect(all.touchedRanges.count <= 64)
    #expect(all.touchedRanges.last?.start == [199])
  }

  @Test func `looks at one block after the other are told apart, repeated ones aren't`() {
    var requested = RequestedContents()
    for block in [1, 1, 2, 2, 1] as [UInt8] { requested.touch(Self.look(atBlock: block)) }
    #expect(requested.withTouched(WantedRows()).touchedRanges.map(\.start) == [[1], [2], [1]])
  }
}
