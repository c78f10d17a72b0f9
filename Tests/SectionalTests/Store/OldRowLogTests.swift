import Sectional
import SectionalTesting
import Testing

/// What the record of commits says of rows, compared with a list of every commit.
struct OldRowLogTests {
  /// What a commit touched: what the rows were before, or only which rows it was.
  private enum Commit {
    case told([Int64: OldRow])
    case named([Int64])

    var rows: [Int64] {
      switch self {
      case .told(let rows): Array(rows.keys)
      case .named(let rows): rows
      }
    }
  }

  private static func row(_ number: Int) -> OldRow {
    number % 5 == 0 ? .absent : .present(["name": .text("name \(number)")])
  }

  /// Returns what the first commit that touched a row says of it, unless a commit before says nothing of the rows.
  private static func first(_ row: Int64, of commits: some Sequence<Commit>) -> OldRow? {
    for commit in commits {
      guard case .told(let rows) = commit else { return nil }
      if let old = rows[row] { return old }
    }
    return nil
  }

  private static func note(_ commit: Commit, in log: inout RecentChanges) {
    log.beginCommit()
    guard case .told(let rows) = commit else {
      return log.note(rowIDs: commit.rows, keys: [], in: "item")
    }
    var old = OldRows()
    for (row, value) in rows { old.note(RowKey(rowID: row)) { value } }
    log.note(rowIDs: Array(rows.keys), keys: [], oldRows: old, in: "item")
  }

  private static func answer(of log: RecentChanges, since commit: Int64) -> ChangedTable {
    guard
      case .tables(let tables) = log.changes(
        in: TableRegion(allColumnsOf: ["item"]), since: commit)
    else { return ChangedTable(keys: []) }
    return tables["item"] ?? ChangedTable(keys: [])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a row is what it was before the first commit that touched it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var log = RecentChanges()
    var commits: [Commit] = []
    var told = 0
    for number in 0..<1500 {
      let rows = (0...generator.below(4)).map { _ in Int64(generator.below(60)) }
      let commit =
        generator.happens(onceIn: 30)
        ? Commit.named(rows)
        : .told(Dictionary(rows.map { ($0, OldRowLogTests.row(number)) }) { first, _ in first })
      commits.append(commit)
      OldRowLogTests.note(commit, in: &log)
      let since = max(0, commits.count - 1 - generator.below(20))
      let answer = OldRowLogTests.answer(of: log, since: Int64(since))
      let later = commits[since...]
      #expect(answer.keys == Set(later.flatMap(\.rows).map { RowKey(rowID: $0) }))
      for row in Set(later.flatMap(\.rows)) {
        let expected = OldRowLogTests.first(row, of: later)
        #expect(answer.oldRows[RowKey(rowID: row)] == expected)
        told += expected == nil ? 0 : 1
      }
      #expect(answer.keys.isSuperset(of: answer.oldRows.keys))
    }
    #expect(told > 5000)
  }

  @Test
  func `old rows take up a bounded amount of memory, and the newest stay`() {
    var log = RecentChanges()
    for row in 0..<20_000 as Range<Int64> {
      OldRowLogTests.note(.told([row: .present(["name": .text("x")])]), in: &log)
    }
    let known = (0..<20_000 as Range<Int64>).last {
      OldRowLogTests.answer(of: log, since: $0).oldRows.isEmpty
    }
    #expect((15_999..<18_001).contains(known ?? 0))
    #expect(OldRowLogTests.answer(of: log, since: 19_000).oldRows.count == 1000)
  }

  @Test
  func `long values and many rows of one commit aren't kept`() {
    for isLong in [false, true] {
      var rows = OldRows()
      for row in 0..<2000 as Range<Int64> {
        let name = isLong ? String(repeating: "x", count: 2000) : "x"
        rows.note(RowKey(rowID: row)) { .present(["name": .text(name)]) }
      }
      var log = RecentChanges()
      log.beginCommit()
      log.note(rowIDs: (0..<2000).map { $0 }, keys: [], oldRows: rows, in: "item")
      let answer = OldRowLogTests.answer(of: log, since: 0)
      #expect(answer.keys.count == 2000 && answer.oldRows.isEmpty)
    }
  }
}
