import SectionalTesting

/// A list whose log is filled and pruned.
///
/// It has its own server, because other writers on a server affect what can be pruned there.
@MainActor final class PruningBench {
  let bench: LogBench

  init() async throws {
    bench = try await LogBench(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int NOT NULL DEFAULT 0);
      CREATE TABLE other(id int PRIMARY KEY);
      INSERT INTO item SELECT g FROM generate_series(1, 10) g;
      """, logging: ["item", "other"], on: PostgresCluster())
  }

  /// Writes a number of rows into the log, as if many statements had changed another table.
  func fill(_ count: Int) async throws {
    try await bench.database.write(
      """
      INSERT INTO sectional_log_sectional.entry(rel, op, keys)
      SELECT 'other'::regclass, 'U', ARRAY['1'] FROM generate_series(1, \(count))
      """)
  }

  /// Prunes whatever can be pruned from the log.
  func prune(_ beginning: String = "BEGIN") async throws {
    try await bench.database.write("\(beginning); SELECT sectional_log_sectional.prune(); COMMIT")
  }

  /// Returns the number of rows in the log that match a condition.
  func entries(_ condition: String = "true") async throws -> Int {
    let count = try await bench.database.write(
      "SELECT count(*) FROM sectional_log_sectional.entry WHERE \(condition)")
    return Int(count.split(separator: "\n").joined()) ?? -1
  }

  /// Returns the bound below which the log may have forgotten transactions.
  func bound() async throws -> UInt64 {
    let bound = try await bench.database.write(
      "SELECT pruned_below FROM sectional_log_sectional.state")
    return UInt64(bound.split(separator: "\n").joined()) ?? .max
  }
}
