import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Several writers with overlapping transactions, and a list that looks in between.
@MainActor struct InterleavingTests {
  /// A writer with its own rows, so that it never waits for another one.
  private struct Writer {
    let number: Int
    let shell: PostgresShell
    var isOpen = false
    var hasSavepoint = false
    var newest = 1000

    /// Returns the statement to run next, which never fails.
    mutating func next(_ generator: inout SeededGenerator) -> String {
      let row = generator.below(20) * 4 + number
      guard isOpen else {
        isOpen = true
        return "BEGIN; \(change(row, &generator))"
      }
      switch generator.below(8) {
      case 0:
        (isOpen, hasSavepoint) = (false, false)
        return "ROLLBACK"
      case 1, 2:
        (isOpen, hasSavepoint) = (false, false)
        return "COMMIT"
      case 3 where hasSavepoint:
        return "ROLLBACK TO part"
      case 4:
        hasSavepoint = true
        return "SAVEPOINT part; \(change(row, &generator))"
      default: return change(row, &generator)
      }
    }

    private mutating func change(_ row: Int, _ generator: inout SeededGenerator) -> String {
      switch generator.below(6) {
      case 0: return "DELETE FROM item WHERE id = \(row)"
      case 1:
        return "INSERT INTO item VALUES (\(row), 1) ON CONFLICT (id) DO UPDATE SET n = item.n + 1"
      case 2:
        newest += 4
        return "UPDATE item SET id = \(newest + number) WHERE id = \(row)"
      case 3: return "UPDATE item SET n = n WHERE id % 4 = \(number)"
      default: return "UPDATE item SET n = n + 1 WHERE id = \(row)"
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a list is right after every step of writers that overlap`(seed: UInt64) async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    var generator = SeededGenerator(seed: seed)
    var writers: [Writer] = []
    for number in 0..<4 {
      writers.append(Writer(number: number, shell: try PostgresShell(url: bench.database.url)))
    }
    for step in 0..<100 {
      let place = generator.below(writers.count)
      let script = writers[place].next(&generator)
      try await writers[place].shell.execute(script)
      try await bench.list.refresh()
      try await bench.check(fullFetches: 1, "step \(step), writer \(place): \(script)")
    }
    for writer in writers where writer.isOpen { try await writer.shell.execute("COMMIT") }
    try await bench.list.refresh()
    try await bench.check(fullFetches: 1)
    #expect(!bench.told().isEmpty)
  }

  @Test(arguments: [true, false])
  func `a table that is emptied and filled again and again is never seen empty`(notifies: Bool)
    async throws
  {
    let bench = try await LogBench(
      CommitOrderTests.schema, notifying: notifies, following: .notifications)
    let counts = Counts()
    bench.list.changesetDelegate = counts
    let shell = try PostgresShell(url: bench.database.url)
    for round in 1...40 {
      try await shell.execute(
        """
        BEGIN; TRUNCATE item; INSERT INTO item SELECT g, \(round) FROM generate_series(1, 50) g;
        UPDATE item SET n = -n WHERE id % 10 = 0; COMMIT
        """)
    }
    try? await wait { try await bench.showsTruth() }
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(Set(counts.counts) == [50])
  }

  @Test func `reading waits for a transaction that truncates the table`() async throws {
    let bench = try await LogBench(CommitOrderTests.schema)
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute("BEGIN; TRUNCATE item; INSERT INTO item VALUES (1, 1), (2, 2)")
    let looking = Task { try await bench.list.refresh() }
    try await Task.sleep(for: .milliseconds(300))
    #expect(bench.list.results.rows.count == 400)
    try await shell.execute("UPDATE item SET n = 3 WHERE id = 2; COMMIT")
    try await looking.value
    try await bench.check(fullFetches: 2)
    #expect(bench.list.results.rows.map { $0["n"] } == [1, 3])
    try await shell.execute("BEGIN; TRUNCATE item")
    let waiting = Task { try await bench.list.refresh() }
    try await Task.sleep(for: .milliseconds(300))
    try await shell.execute("ROLLBACK")
    try await waiting.value
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.list.results.rows.count == 2)
  }
}

/// Records how many rows the list has after each change.
private final class Counts: ResultsChangesetDelegate {
  private(set) var counts: [Int] = []

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) { counts.append(changeset.after.numberOfObjects) }
}
