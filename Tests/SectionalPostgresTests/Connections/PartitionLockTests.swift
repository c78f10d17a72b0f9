import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists over a table of so many partitions that a server has too few locks for all of them at once.
@MainActor struct PartitionLockTests {
  @Test func `many lists over a thousand partitions follow at once`() async throws {
    let cluster = try PostgresCluster()
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id bigint, part bigint, n int, PRIMARY KEY (part, id)) PARTITION BY LIST (part)",
      on: cluster.url)
    // Each of these transactions has locks on its own partitions only.
    for start in stride(from: 0, to: 1000, by: 250) {
      try await database.write(
        """
        DO $$ BEGIN FOR p IN \(start)..\(start + 249) LOOP
          EXECUTE format('CREATE TABLE item_%s PARTITION OF item FOR VALUES IN (%s)', p, p);
        END LOOP; END $$
        """)
    }
    try await database.write("INSERT INTO item SELECT n, n % 10, n FROM generate_series(1, 100) n")
    let stores = try (0..<24).map { _ in
      try PostgresStore(database.url, connectionLimit: 1, pollInterval: .milliseconds(50))
    }
    try await stores[0].installChangeLog(for: ["item"], notifying: false)
    let lists = stores.map {
      ResultsController(fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: $0)
    }
    for list in lists { try await list.performFetch() }
    let fetches = lists.map(\.diagnostics.fullFetches)
    for round in 1...3 {
      try await database.write("UPDATE item SET n = \(-round) WHERE id = 50")
      try await wait {
        lists.allSatisfy { $0.fetchedObjects.contains { $0["n"]?.integerValue == Int64(-round) } }
      }
    }
    #expect(lists.map(\.diagnostics.fullFetches) == fetches)
    #expect(lists.allSatisfy { $0.error == nil })
    for list in lists { await list.close() }
  }

  @Test func `a partition that is truncated or rewritten meanwhile never looks empty`() async throws
  {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id bigint PRIMARY KEY, n int) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF item FOR VALUES FROM (0) TO (100);
      CREATE TABLE high PARTITION OF item FOR VALUES FROM (100) TO (200);
      INSERT INTO item SELECT n, 0 FROM generate_series(0, 199) n;
      """)
    let store = try PostgresStore(
      database.url, connectionLimit: 1, pollInterval: .milliseconds(1))
    try await store.installChangeLog(for: ["item"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    let counts = Locked<Set<Int>>([])
    let watching = Task {
      for try await update in list.updates {
        counts.withLock { _ = $0.insert(update.results.map(\.count).reduce(0, +)) }
      }
    }
    try await list.performFetch()
    for round in 1...40 {
      try await database.write("UPDATE item SET n = \(round) WHERE id IN (5, 150)")
      // Each changes the file, and so what older snapshots show.
      try await database.write(
        "ALTER TABLE item ALTER COLUMN n TYPE \(round % 2 == 0 ? "int" : "bigint")")
      try await database.write("VACUUM FULL high")
    }
    try await wait {
      list.fetchedObjects.filter { $0["n"]?.integerValue == 40 }.count == 2 && list.isCurrent
    }
    watching.cancel()
    #expect(counts.withLock { $0 }.subtracting([200]).isEmpty)
    await list.close()
  }
}
