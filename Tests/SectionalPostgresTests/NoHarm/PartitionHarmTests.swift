import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// What a log adds to partitioned tables doesn't get in the way of those who change them.
@Suite struct PartitionHarmTests {
  private static let schema = """
    CREATE TABLE whole(id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
    CREATE TABLE low PARTITION OF whole FOR VALUES FROM (0) TO (1000);
    CREATE TABLE other(id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
    CREATE TABLE high PARTITION OF other FOR VALUES FROM (1000) TO (5000);
    INSERT INTO whole SELECT g, g FROM generate_series(0, 999) g;
    """

  @Test func `a logged partitioned table can become a partition of another one`() async throws {
    let database = try await ScratchServerDatabase(PartitionHarmTests.schema)
    let store = try database.store()
    try await store.installChangeLog(for: ["whole", "other"])
    try await database.write(
      "ALTER TABLE whole ATTACH PARTITION other FOR VALUES FROM (1000) TO (5000); UPDATE whole SET id = 1500 WHERE id = 5"
    )
    #expect(try await store.changeLogStatus(of: ["whole"]) == ["whole": .notifying])
    try await database.write(
      "UPDATE whole SET id = 1600 WHERE id = 6; DELETE FROM whole WHERE id = 1600")
  }

  @Test func `serializable transactions that move rows of different tables don't fail`()
    async throws
  {
    let database = try await ScratchServerDatabase(
      PartitionHarmTests.schema + """
        CREATE TABLE middle PARTITION OF whole FOR VALUES FROM (1000) TO (5000);
        CREATE TABLE top PARTITION OF other FOR VALUES FROM (5000) TO (9000); INSERT INTO other VALUES (1000, 1);
        """)
    let store = try database.store()
    try await store.installChangeLog(for: ["whole", "other"])
    let (one, two) = (try PostgresShell(url: database.url), try PostgresShell(url: database.url))
    for shell in [one, two] { try await shell.execute("BEGIN ISOLATION LEVEL SERIALIZABLE") }
    try await one.execute("UPDATE whole SET id = 1500 WHERE id = 5")
    try await two.execute("UPDATE other SET id = 5500 WHERE id = 1000")
    try await one.execute("UPDATE whole SET id = 1501 WHERE id = 6")
    for shell in [one, two] { try await shell.execute("COMMIT") }
    let named = try await database.write(
      "SELECT count(*) FROM sectional_log_sectional.entry, unnest(keys) k WHERE k IN ('5', '1500', '6', '1501', '5500')"
    )
    #expect((Int(named.dropLast()) ?? 0) >= 5)
  }

  @Test func `a transaction that moves many rows logs them as a whole`() async throws {
    let database = try await ScratchServerDatabase(PartitionHarmTests.schema)
    let store = try database.store()
    try await store.installChangeLog(for: ["whole"])
    try await database.write(
      "UPDATE whole SET id = 999 - id + 0 WHERE false; UPDATE whole SET id = -id + 999 WHERE id = -1"
    )
    try await database.write(
      "CREATE TABLE rest PARTITION OF whole DEFAULT; UPDATE whole SET id = id + 10000")
    let entries = try await database.write(
      "SELECT count(*) <= 103, count(*) FILTER (WHERE keys IS NULL) FROM sectional_log_sectional.entry"
    )
    #expect(entries == "t|1\n")
    #expect(try await database.write("SELECT count(*), min(id) FROM whole") == "1000|10000\n")
  }
}
