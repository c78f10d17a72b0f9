import Sectional
import Testing

@testable import SectionalSQLite

/// Between which states of a file the rows of all commits are known.
struct KnownCommitsTests {
  private let commits = KnownCommits()
  private let region = TableRegion(allColumnsOf: ["item"])

  private static func state(_ number: UInt64) -> SQLiteStoreVersion.Identity {
    .file(device: 1, file: 2, commits: [number], opening: 1)
  }

  private static func counters(
    _ commit: Int64, data: Int64 = 5, of connection: UInt64 = 9
  ) -> SQLiteCounters {
    SQLiteCounters(connection: connection, data: data, schema: 0, commit: commit)
  }

  private static func cursor(
    _ number: UInt64?, _ counters: SQLiteCounters = counters(0, data: 0)
  ) -> SQLiteCursor {
    SQLiteCursor(counters: counters, identity: number.map(state), log: nil, file: nil)
  }

  private static func step(_ before: UInt64, _ after: UInt64) -> CommitStep {
    CommitStep(before: state(before), after: state(after))
  }

  /// Notes a commit of a row; of any row if it has no rowid.
  private func note(
    _ rowID: Int64?, in step: CommitStep?, seenBy counters: SQLiteCounters? = nil
  ) {
    var rows = TouchedRows()
    var table = TouchedRows.Table()
    if let rowID { table.note(rowID: rowID, isUpdate: true) } else { table.noteUnknown() }
    rows.insert(table, named: "item")
    commits.note(rows, in: step, seenBy: counters)
  }

  private func rows(_ from: SQLiteCursor, _ to: SQLiteCursor) -> [Int64]? {
    let keys = commits.changes(in: region, from: from, to: to)?.0.keys
    return keys.map { keys in (1...3000).filter { keys.contains(RowKey(rowID: $0)) } }
  }

  @Test func `commits that follow each other are known from each state to each later one`() {
    for number in 1...5 {
      note(Int64(number), in: Self.step(UInt64(number), UInt64(number + 1)))
    }
    for from in 1...6 {
      for to in 1...6 {
        // What came after the second state is told, too.
        let known = rows(Self.cursor(UInt64(from)), Self.cursor(UInt64(to)))
        #expect(known == (from <= to ? (from..<6).map(Int64.init) : nil), "\(from), \(to)")
      }
    }
    #expect(rows(Self.cursor(7), Self.cursor(6)) == nil)
    #expect(commits.newest == 5)
  }

  @Test func `a commit from another state forgets what was before`() {
    note(1, in: Self.step(1, 2))
    note(2, in: Self.step(3, 4))
    #expect(rows(Self.cursor(1), Self.cursor(4)) == nil)
    #expect(rows(Self.cursor(2), Self.cursor(4)) == nil)
    #expect(rows(Self.cursor(3), Self.cursor(4)) == [2])
  }

  @Test func `a commit between unknown states forgets every state`() {
    note(1, in: Self.step(1, 2), seenBy: Self.counters(1))
    note(2, in: nil)
    #expect(rows(Self.cursor(1), Self.cursor(2)) == nil)
    #expect(rows(Self.cursor(nil, Self.counters(0)), Self.cursor(nil, Self.counters(2))) == nil)
  }

  @Test func `a commit that leaves the file as it is has no state of its own`() {
    note(1, in: Self.step(1, 1))
    note(2, in: Self.step(1, 2))
    #expect(rows(Self.cursor(1), Self.cursor(2)) == [1, 2])
  }

  @Test func `a commit of unknown rows changes everything since the state before it`() {
    note(1, in: Self.step(1, 2))
    note(nil, in: Self.step(2, 3))
    note(3, in: Self.step(3, 4))
    let all = commits.changes(in: region, from: Self.cursor(1), to: Self.cursor(4))
    #expect(all != nil && all?.0.keys == nil)
    #expect(rows(Self.cursor(3), Self.cursor(4)) == [3])
  }

  @Test func `without states, counts tell the store's own commits if nobody else committed`() {
    note(1, in: Self.step(1, 2), seenBy: Self.counters(1))
    note(2, in: Self.step(2, 3), seenBy: Self.counters(2))
    let (before, after) = (
      Self.cursor(nil, Self.counters(1)), Self.cursor(nil, Self.counters(2))
    )
    #expect(rows(before, after) == [2])
    #expect(rows(Self.cursor(1), after) == [1, 2])
    #expect(rows(before, Self.cursor(3)) == [2])
    #expect(rows(Self.cursor(nil, Self.counters(1, data: 4)), after) == nil)
    #expect(rows(Self.cursor(nil, Self.counters(1, of: 8)), after) == nil)
    note(3, in: Self.step(3, 4), seenBy: Self.counters(3, data: 6))
    #expect(rows(before, Self.cursor(4)) == nil)
    #expect(rows(Self.cursor(nil, Self.counters(2, data: 6)), Self.cursor(4)) == [3])
  }

  @Test func `the oldest states are forgotten`() {
    for number in 1...2100 {
      note(Int64(number), in: Self.step(UInt64(number), UInt64(number + 1)))
    }
    #expect(rows(Self.cursor(1), Self.cursor(2101)) == nil)
    #expect(rows(Self.cursor(1000), Self.cursor(2101)) == nil)
    #expect(rows(Self.cursor(1100), Self.cursor(2101))?.count == 1001)
    #expect(rows(Self.cursor(2100), Self.cursor(2101)) == [2100])
  }
}
