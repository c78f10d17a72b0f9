import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// Pruning while other transactions run, and inside of them.
@MainActor @Suite(.serialized) struct PruningOverlapTests {
  private let log: PruningBench
  private var bench: LogBench { log.bench }

  init() async throws { log = try await PruningBench() }

  @Test func `the writes of a running transaction are not lost`() async throws {
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute("BEGIN; UPDATE item SET n = 9 WHERE id = 9")
    try await log.fill(110_000)
    try await log.prune()
    // Entries that a reader may still need aren't pruned.
    #expect(try await log.entries() >= 110_000)
    try await bench.write("UPDATE item SET n = 1 WHERE id = 1")
    try await bench.check(fullFetches: 1)
    try await shell.execute("COMMIT")
    try await log.prune()
    #expect(try await log.entries() <= 100_000)
    try await bench.list.refresh()
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.list.results.rows.contains { $0["n"] == 9 })
    #expect(bench.told() == ["update": 2])
    try await bench.write("UPDATE item SET n = 2 WHERE id = 2")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
  }

  @Test(arguments: ["REPEATABLE READ", "SERIALIZABLE"])
  func `pruning inside a stricter transaction blocks nobody`(isolation: String) async throws {
    try await log.fill(110_000)
    try await bench.list.refresh()
    let before = try await log.entries()
    try await log.prune("BEGIN ISOLATION LEVEL \(isolation)")
    // Deleting in a serializable transaction could make another one fail.
    if isolation == "SERIALIZABLE" { #expect(try await log.entries() == before) }
    #expect(try await log.entries() >= 100_000)
    try await bench.database.write(
      """
      BEGIN ISOLATION LEVEL \(isolation); UPDATE item SET n = 1; SELECT sectional_log_sectional.prune();
      DELETE FROM item WHERE id = 1; COMMIT
      """)
    try await bench.list.refresh()
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["delete": 1, "update": 9])
    // Another session prunes between the first look of a stricter transaction and its write.
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute(
      "BEGIN ISOLATION LEVEL \(isolation); DO $do$ BEGIN PERFORM FROM item; END $do$")
    try await log.fill(10_000)
    try await log.prune()
    try await shell.execute(
      """
      UPDATE item SET n = 2 WHERE id = 2; DO $do$ BEGIN PERFORM sectional_log_sectional.prune(); END $do$;
      COMMIT
      """)
    try await bench.list.refresh()
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.told() == ["update": 1])
  }

  @Test func `entries of a transaction that ran while its successors were pruned are pruned later`()
    async throws
  {
    let (first, second) = (
      try PostgresShell(url: bench.database.url), try PostgresShell(url: bench.database.url)
    )
    let fill =
      "INSERT INTO sectional_log_sectional.entry(rel, op) SELECT 'other'::regclass, 'U' FROM generate_series(1, "
    try await first.execute("BEGIN; \(fill)10)")
    try await second.execute("BEGIN; UPDATE item SET n = 9 WHERE id = 9")
    try await first.execute("\(fill)5000); COMMIT")
    try await log.fill(110_000)
    // The second transaction's entry has a lower number than others that are deleted, and isn't visible yet.
    for _ in 1...2 { try await bench.database.write("SELECT sectional_log_sectional.prune(64)") }
    #expect(try await log.entries("number < 20") == 0)
    try await second.execute("COMMIT")
    #expect(try await log.entries("rel = 'item'::regclass") == 1)
    for _ in 1...3 { try await bench.database.write("SELECT sectional_log_sectional.prune(64)") }
    #expect(try await log.entries("rel = 'item'::regclass") == 0)
  }

  @Test func `pruning beside an old snapshot takes no longer, however much was pruned since`()
    async throws
  {
    try await log.fill(300_000)
    let dump = try PostgresShell(url: bench.database.url)
    try await dump.execute(
      "BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE TEMP TABLE held(); ROLLBACK")
    try await dump.execute(
      "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; DO $do$ BEGIN PERFORM FROM item; END $do$")
    for _ in 1...3 {
      try await log.prune()
      #expect(try await log.entries() == 100_000)
      try await log.fill(1000)
    }
    // The entries of the index that are examined, dead ones included.
    let examined =
      "SELECT pg_stat_get_xact_tuples_returned('sectional_log_sectional.entry_number'::regclass)"
    let answer = try await bench.database.write(
      "BEGIN; \(examined); SELECT sectional_log_sectional.prune(64); \(examined); COMMIT")
    let counts = answer.split(separator: "\n").compactMap { Int($0) }
    let count = (counts.last ?? 0) - (counts.first ?? 0)
    #expect((1...5000).contains(count), "\(answer)")
    #expect(try await log.entries() < 101_000)
    try await dump.execute("COMMIT")
  }

  @Test func `concurrent pruning does not block, and a rolled back one prunes nothing`()
    async throws
  {
    try await log.fill(110_000)
    let shell = try PostgresShell(url: bench.database.url)
    try await shell.execute(
      "BEGIN; DO $do$ BEGIN PERFORM sectional_log_sectional.prune(); END $do$")
    try await log.prune()
    #expect(try await log.entries() >= 110_000)
    try await bench.write("UPDATE item SET n = 1 WHERE id = 1")
    try await bench.check(fullFetches: 1)
    try await shell.execute("ROLLBACK")
    #expect(try await log.entries() >= 110_000)
    #expect(try await log.bound() == 0)
    try await log.prune()
    #expect(try await log.entries() <= 100_000)
  }
}
