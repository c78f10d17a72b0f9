import Sectional
import SectionalSQLite

extension Benchmark {
  private static let mostComparedRows = 1_000_000

  /// One row of a list that is longer than memory: it moves from a block that isn't in memory to another one, in another
  /// section.
  ///
  /// It is compared with a change of a list that holds as many rows, but at most a million.
  static let windowChange = Benchmark("window-change", sizes: .any(from: 10_000)) { session, rows in
    let list = try await ChangedWindow(EntryTable(rows: rows), in: session.files.folder)
    let changes = try await list.measure(session)
    var measurement = Measurement("window-change", rows: rows, changes.times)
    measurement.counts = changes.counts
    guard session.purpose == .figures else { return [measurement] }
    let compared = min(rows, mostComparedRows)
    let one = try await session.median(of: "change-one", in: .changeOne, rows: compared)
    let name = compared == rows ? "change-one" : "change-one, \(CountText.grouped(compared)) rows"
    measurement.compare(with: name, one, reaching: 5)
    return [measurement]
  }
}

/// A list with a window whose rows are counted.
@ListOwner private struct ChangedWindow {
  struct Changes {
    var times = Sample()
    /// The counts of the last change.
    var counts: [Count] = []
  }

  private let table: EntryTable
  private let list: FollowedList<Entry>

  init(_ table: EntryTable, in folder: TemporaryFolder) async throws {
    self.table = table
    let store = try SQLiteStore(path: try table.path(in: folder))
    list = try await FollowedList(ofEntriesIn: store)
  }

  func measure(_ session: Session) async throws -> Changes {
    var changes = Changes()
    var generator = Generator(seed: 19)
    try await list.controller.finishCounting(expecting: table.rows)
    try await list.settle()
    // The first changes fill caches.
    for _ in 0..<3 { try await moveAndReturn(&generator, &changes) }
    changes.times = Sample()
    let plan = RoundPlan(least: 5, most: 200, limit: .seconds(10))
    try await session.rounds(plan).run { _ in
      try await moveAndReturn(&generator, &changes)
    }
    list.controller.stop()
    return changes
  }

  /// Moves a row to another section, and back, so that the table is the same afterwards.
  private func moveAndReturn(_ generator: inout Generator, _ changes: inout Changes) async throws {
    let id = idOutsideOfMemory(&generator)
    let old = table.team(of: id)
    // The first teams are in memory.
    let last = table.teams - 1 - generator.below(table.teams / 2)
    for team in [last == old ? last - 1 : last, old] {
      let before = list.controller.diagnostics
      let change = try await list.change { db in
        try db.execute(
          "UPDATE entry SET team = printf('team %05d', ?) WHERE id = ?", [Int64(team), id])
      }
      let after = list.controller.diagnostics
      try list.controller.checkCounts(expecting: table.rows)
      guard after.fullFetches == before.fullFetches,
        list.controller.indexPath(forKey: RowKey(id)) == nil
      else { throw BenchmarkError("a change read more than the blocks of its row") }
      changes.times.add(change.afterCommit)
      changes.counts = Counters.rowCounts(from: before, to: after)
    }
  }

  /// Returns the id of a random row that is only counted.
  private func idOutsideOfMemory(_ generator: inout Generator) -> Int64 {
    var id = Int64(generator.below(table.rows) + 1)
    while list.controller.indexPath(forKey: RowKey(id)) != nil {
      id = Int64(generator.below(table.rows) + 1)
    }
    return id
  }
}
