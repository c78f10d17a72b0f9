import Sectional
import SectionalTesting
import Testing

/// The log of changed rows, compared with a list of every commit.
struct RecentChangesTests {
  private typealias Commit = (number: Int64, table: String, rows: [Int64]?)

  private static func answer(_ commits: [Commit], of table: String, since number: Int64)
    -> Set<RowKey>?
  {
    let later = commits.filter { $0.number > number && $0.table == table }
    guard later.allSatisfy({ $0.rows != nil }) else { return nil }
    return Set(later.flatMap { $0.rows ?? [] }.map { RowKey(rowID: $0) })
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the log names the rows of all later commits, or says that it can't`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let capacity = 20 + generator.below(4000)
    let ids = generator.happens(onceIn: 2) ? 5 : 3000
    var log = RecentChanges(capacity: capacity)
    var commits: [Commit] = []
    for _ in 0..<1500 {
      let table = ["a", "b", "c"][min(generator.below(5), 2)]
      log.beginCommit()
      if generator.happens(onceIn: 200) {
        log.noteUnknown(in: table)
        commits.append((log.newest, table, nil))
      } else {
        let rows = (0...generator.below(4)).map { _ in Int64(generator.below(ids)) }
        for row in rows { log.note(rowIDs: [row], keys: [], in: table) }
        commits.append((log.newest, table, rows))
      }
      let since = max(
        0, log.newest - Int64(generator.below(generator.happens(onceIn: 3) ? 1500 : 20)))
      let expected = RecentChangesTests.answer(commits, of: table, since: since)
      switch log.changes(in: TableRegion(allColumnsOf: [table]), since: since) {
      case .tables(let tables): #expect(tables[table]?.keys ?? [] == expected)
      case .everything: #expect(expected == nil || log.newest - since > Int64(capacity) / 16)
      }
    }
  }

  @Test
  func `a row that changes all the time takes the room of a few`() {
    var log = RecentChanges()
    for _ in 0..<100_000 {
      log.beginCommit()
      log.note(rowIDs: [7], keys: [], in: "item")
    }
    #expect(
      log.changes(in: TableRegion(allColumnsOf: ["item"]), since: 0).keys == [RowKey(rowID: 7)])
    #expect(log.entryCount < 2048)
  }

  @Test
  func `the log is bounded, and does not forget other lists' tables first`() {
    var log = RecentChanges(capacity: 1000)
    log.beginCommit()
    log.note(rowIDs: [1], keys: [], in: "quiet")
    for row in 0..<10_000 {
      log.beginCommit()
      log.note(rowIDs: [Int64(row)], keys: [], in: "busy")
    }
    #expect(log.entryCount <= 1000)
    #expect(
      log.changes(in: TableRegion(allColumnsOf: ["quiet"]), since: 0).keys == [RowKey(rowID: 1)])
    guard case .everything = log.changes(in: TableRegion(allColumnsOf: ["busy"]), since: 0) else {
      Issue.record("the log says that it knows ten thousand rows")
      return
    }
    #expect(
      log.changes(in: TableRegion(allColumnsOf: ["busy"]), since: 10_000).keys == [
        RowKey(rowID: 9999)
      ])
  }
}
