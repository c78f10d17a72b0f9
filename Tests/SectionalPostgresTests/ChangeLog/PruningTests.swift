import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// The change log drops its oldest rows, and a list that is too far behind reads everything.
@MainActor @Suite(.serialized) struct PruningTests {
  private let log: PruningBench
  private var bench: LogBench { log.bench }

  init() async throws { log = try await PruningBench() }

  @Test func `pruning keeps the newest entries and remembers how far they reach back`() async throws
  {
    try await log.prune()
    #expect(try await log.bound() == 0)
    try await log.fill(60_000)
    try await log.fill(60_000)
    let newest = try await bench.database.write(
      "SELECT max(number) FROM sectional_log_sectional.entry")
    try await log.prune()
    #expect(try await log.entries() == 100_000)
    #expect(
      try await bench.database.write("SELECT max(number) FROM sectional_log_sectional.entry")
        == newest)
    let bound = try await log.bound()
    #expect(bound > 0)
    // Pruned entries are below the bound. Some of a statement's rows can remain.
    #expect(try await log.entries("xid < '\(bound)'") < 60_000)
    try await log.prune()
    #expect(try await log.entries() == 100_000)
    #expect(try await log.bound() == bound)
    try await log.fill(100)
    try await log.prune()
    #expect(try await log.entries() == 100_000)
    #expect(try await log.bound() >= bound)
  }

  @Test func `pruning keeps fewer entries if they are large`() async throws {
    try await bench.database.write(
      """
      ALTER TABLE sectional_log_sectional.entry ALTER COLUMN keys SET STORAGE EXTERNAL;
      INSERT INTO sectional_log_sectional.entry(rel, op, keys)
        SELECT 'other'::regclass, 'I', ARRAY[repeat('x', 6000)] FROM generate_series(1, 12000)
      """)
    try await log.prune()
    #expect(try await log.entries() == 10_000)
    #expect(try await log.bound() > 0)
  }

  @Test func `a list behind the pruned log reads everything once, and others follow row by row`()
    async throws
  {
    try await bench.write("UPDATE item SET n = 1 WHERE id = 1")
    try await bench.database.write("UPDATE item SET n = 2 WHERE id = 2")
    try await log.fill(110_000)
    try await log.prune()
    #expect(try await log.entries("rel = 'item'::regclass") == 0)
    let young = ResultsController(
      fetchRequest: bench.request, store: bench.store, changes: SilentSource(of: bench.store))
    try await young.performFetch()
    try await bench.write("UPDATE item SET n = 3 WHERE id = 3")
    try await young.refresh()
    try await bench.check(fullFetches: 2)
    #expect(bench.list.diagnostics.fullFetchReason?.contains("reaches back") == true)
    #expect(bench.told() == ["update": 3])
    #expect(young.diagnostics.fullFetches == 1)
    #expect(Array(young.results.rows) == Array(bench.list.results.rows))
    try await bench.write("UPDATE item SET n = 4 WHERE id = 4")
    try await young.refresh()
    try await bench.check(fullFetches: 2)
    #expect(young.diagnostics.fullFetches == 1)
    #expect(Array(young.results.rows) == Array(bench.list.results.rows))
  }

  @Test func `a list that had seen the pruned entries follows row by row`() async throws {
    try await log.fill(110_000)
    try await bench.write("UPDATE item SET n = 1 WHERE id = 1")
    try await log.prune()
    #expect(try await log.entries() == 100_000)
    try await bench.write("UPDATE item SET n = 2 WHERE id = 2")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["update": 2])
  }

  @Test func `pruning by writers overtakes them, however large their entries are`() async throws {
    let log = try await PruningBench()
    try await log.bench.database.write(
      """
      ALTER TABLE sectional_log_sectional.entry ALTER COLUMN keys SET STORAGE EXTERNAL;
      INSERT INTO sectional_log_sectional.entry(rel, op, keys)
        SELECT 'other'::regclass, 'U', ARRAY[repeat('x', 6000)] FROM generate_series(1, 14000) n
      """)
    let before = try await log.entries()
    let writes = (1...640).map { "UPDATE item SET n = \($0) WHERE id = 1;" }
    try await log.bench.database.write(writes.joined(separator: "\n"))
    // Ten times, each at least four times as many as were added since the time before.
    #expect(try await log.entries() <= max(before - 640, 10_640))
  }

  @Test func `pruning after a long transaction catches up within some thousand writes`()
    async throws
  {
    let log = try await PruningBench()
    try await log.fill(200_000)
    let writes = (1...2000).map { "UPDATE item SET n = \($0) WHERE id = 1;" }
    try await log.bench.database.write(writes.joined(separator: "\n"))
    #expect(try await log.entries() < 165_000)
  }
}
