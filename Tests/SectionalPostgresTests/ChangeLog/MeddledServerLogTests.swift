import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// A change log that its own owner writes into or alters.
@MainActor struct MeddledServerLogTests {
  private static let schema = """
    CREATE TABLE item(id int PRIMARY KEY, name text);
    INSERT INTO item SELECT g, 'a' FROM generate_series(1, 5) g;
    """
  private static let entry = "sectional_log_sectional.entry"

  @Test func `an entry of a transaction that hasn't begun isn't the newest one`() async throws {
    let bench = try await LogBench(
      MeddledServerLogTests.schema,
      preparation: """
        INSERT INTO \(MeddledServerLogTests.entry)(rel, xid, op, keys)
          VALUES ('item'::regclass, '9223372036854775807', 'U', '{1}')
        """)
    for id in 1...3 {
      try await bench.write("UPDATE item SET name = 'new \(id)' WHERE id = \(id)")
      try await bench.check(fullFetches: 1, "row \(id)")
    }
  }

  @Test(arguments: [
    "xid SET DEFAULT '5'", "mark SET DEFAULT '\(String(repeating: "0", count: 32))'",
  ])
  func `an entry that no longer says who made it makes the log outdated`(
    alteration: String
  ) async throws {
    let bench = try await LogBench(MeddledServerLogTests.schema)
    try await bench.write("ALTER TABLE \(MeddledServerLogTests.entry) ALTER \(alteration)")
    #expect(try await bench.status() == .outdated)
    try await bench.write("UPDATE item SET name = 'new' WHERE id = 4")
    try await bench.check(fullFetches: nil)
    try await bench.store.installChangeLog(for: ["item"], notifying: false)
    #expect(try await bench.status() == .installed)
    try await bench.write("UPDATE item SET name = 'newer' WHERE id = 4")
    try await bench.check(fullFetches: nil)
  }
}
