import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Partitioned tables, with writes to the root and to its partitions.
@MainActor struct PartitionedTableTests {
  /// Two regions, one of which has two partitions itself, and a default partition.
  static let schema = """
    CREATE TABLE item(id int, region text, n int NOT NULL DEFAULT 0, PRIMARY KEY (region, id))
      PARTITION BY LIST (region);
    CREATE TABLE north PARTITION OF item FOR VALUES IN ('n');
    CREATE TABLE south PARTITION OF item FOR VALUES IN ('s') PARTITION BY RANGE (id);
    CREATE TABLE south_low PARTITION OF south FOR VALUES FROM (0) TO (100);
    CREATE TABLE south_high PARTITION OF south FOR VALUES FROM (100) TO (1000);
    CREATE TABLE rest PARTITION OF item DEFAULT;
    INSERT INTO item SELECT g, (ARRAY['n', 's', 'x'])[1 + g % 3] FROM generate_series(1, 30) g;
    """

  /// Writes, each with the changes that a list of the root and a list of the partition `north` must report.
  nonisolated static let writes: [(sql: String, all: [String: Int], north: [String: Int])] = [
    ("INSERT INTO item VALUES (50, 'n'), (51, 's'), (52, 'x')", ["insert": 3], ["insert": 1]),
    ("UPDATE item SET n = 1 WHERE id = 50", ["update": 1], ["update": 1]),
    ("UPDATE north SET n = 2 WHERE id = 50", ["update": 1], ["update": 1]),
    ("INSERT INTO north VALUES (60, 'n')", ["insert": 1], ["insert": 1]),
    ("DELETE FROM north WHERE id = 60", ["delete": 1], ["delete": 1]),
    ("UPDATE south SET n = 3 WHERE id = 51", ["update": 1], [:]),
    ("UPDATE south SET id = 151 WHERE id = 51", ["delete": 1, "insert": 1], [:]),
    ("UPDATE south_high SET n = 4", ["update": 1], [:]),
    (
      "UPDATE item SET region = 's' WHERE id = 50", ["delete": 1, "insert": 1], ["delete": 1]
    ),
    (
      "UPDATE item SET region = 'n' WHERE id IN (50, 52)", ["delete": 2, "insert": 2],
      ["insert": 2]
    ),
    ("UPDATE item SET n = n", [:], [:]),
    ("COPY rest FROM STDIN (DELIMITER ',');\n70,y,1\n71,z,1\n\\.\n", ["insert": 2], [:]),
    ("DELETE FROM item WHERE n > 0", ["delete": 4], ["delete": 1]),
  ]

  @Test(arguments: ["item", "north"])
  func `writes to the root and to parts are followed row by row`(listed: String) async throws {
    let bench = try await LogBench(PartitionedTableTests.schema, listing: listed)
    for (sql, all, north) in PartitionedTableTests.writes {
      try await bench.write(sql)
      try await bench.check(fullFetches: 1, sql)
      #expect(bench.told() == (listed == "item" ? all : north), "\(sql)")
    }
    for part in ["item", "north", "south", "south_low", "rest"] {
      #expect(try await bench.status(of: part) == .installed, "\(part)")
    }
  }

  @Test(arguments: PostgresFollowing.allCases)
  func `a list that follows by itself reports writes to every partition`(
    following: PostgresFollowing
  ) async throws {
    let bench = try await LogBench(
      PartitionedTableTests.schema, notifying: true, following: following)
    for (sql, _, _) in PartitionedTableTests.writes {
      try await bench.database.write(sql)
      try? await wait { try await bench.showsTruth() }
      try await bench.check(fullFetches: 1, sql)
    }
  }

  @Test(arguments: ["north", "south", "south_low", "item"])
  func `a truncated partition is read once`(part: String) async throws {
    let bench = try await LogBench(PartitionedTableTests.schema)
    try await bench.write("TRUNCATE \(part)")
    try await bench.check(fullFetches: 2, part)
    #expect(bench.told() == ["delete": part == "item" ? 30 : 10])
    #expect(bench.list.diagnostics.fullFetchReason?.isEmpty == false)
    try await bench.write("INSERT INTO item VALUES (901, 'n'), (902, 's'), (903, 'x')")
    try await bench.check(fullFetches: 2, part)
    #expect(try await bench.status() == .installed)
  }

  @Test func `a partition is truncated while another one is listed`() async throws {
    let bench = try await LogBench(PartitionedTableTests.schema, listing: "north")
    try await bench.write("TRUNCATE south; UPDATE item SET n = 1 WHERE id = 3")
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
    #expect(bench.told() == ["update": 1])
    try await bench.write("DELETE FROM north WHERE id = 6")
    let before = bench.list.diagnostics.fullFetches
    try await bench.write("UPDATE item SET n = 2 WHERE id = 3")
    try await bench.check(fullFetches: before)
  }
}
