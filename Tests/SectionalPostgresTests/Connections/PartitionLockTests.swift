import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Lists over a table of so many partitions that a server has too few locks for all of them at once.
@MainActor struct PartitionLockTests {
  @Test func `many lists over many partitions follow at once`() async throws {
    let cluster = try await PostgresCluster()
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id bigint, part bigint, n int, PRIMARY KEY (part, id)) PARTITION BY LIST (part)",
      on: cluster.url)
    // Each of these transactions has locks on its own partitions only.
    for start in stride(from: 0, to: 300, by: 100) {
      try await database.write(
        """
        DO $$ BEGIN FOR p IN \(start)..\(start + 99) LOOP
          EXECUTE format('CREATE TABLE item_%s PARTITION OF item FOR VALUES IN (%s)', p, p);
        END LOOP; END $$
        """)
    }
    try await database.write("INSERT INTO item SELECT n, n % 10, n FROM generate_series(1, 100) n")
    let stores = try (0..<12).map { _ in
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
        lists.allSatisfy { $0.results.rows.contains { $0["n"]?.integerValue == Int64(-round) } }
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
      list.results.rows.filter { $0["n"]?.integerValue == 40 }.count == 2 && list.isCurrent
    }
    watching.cancel()
    #expect(counts.withLock { $0 }.subtracting([200]).isEmpty)
    await list.close()
  }

  private static let parts = """
    CREATE TABLE item(id bigint PRIMARY KEY, n int) PARTITION BY RANGE (id);
    DO $$ BEGIN FOR p IN 0..19 LOOP
      EXECUTE format('CREATE TABLE item_%s PARTITION OF item FOR VALUES FROM (%s) TO (%s)', p, p * 10, p * 10 + 10);
    END LOOP; END $$;
    INSERT INTO item SELECT n, 0 FROM generate_series(0, 199) n;
    """

  /// A version of the table, and what reads it.
  private func reading() async throws -> (
    ScratchServerDatabase, PostgresStore, RowRequest, PostgresStoreVersion
  ) {
    let database = try await ScratchServerDatabase(PartitionLockTests.parts)
    let store = try database.store()
    try await store.installChangeLog(for: ["item"], notifying: false)
    let request = try ResultsRequest<StoredRow>(table: "item").rowRequest(sectionBy: nil)
    let version = try await store.read { reader in
      try await reader.prepare(for: [request])
      return try await reader.version()
    }
    return (database, store, request, try #require(version))
  }

  @Test func `a list that catches up locks only the partitions that it reads`() async throws {
    let (database, store, request, version) = try await reading()
    let source = store.changeSource()
    try await database.write("UPDATE item SET n = 1 WHERE id = 55")
    for _ in 0..<2 {
      let locks = try await store.read { reader in
        try await reader.prepare(for: [request], since: version)
        let layout = try await reader.layout(of: request)
        let keys = try await source.changes(in: layout.region, since: version, reader).rows.keys
        _ = try await reader.rows(of: RowQuery(request, layout: layout), for: keys ?? [])
        return try await database.write(
          """
          SELECT DISTINCT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
          WHERE c.relname ~ '^item_[0-9]+$' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """)
      }
      #expect(locks == "item_5\n")
    }
  }

  @Test func `a partition that is emptied in the middle of a read makes the list read again`()
    async throws
  {
    let (database, store, request, version) = try await reading()
    let error = await storeError {
      try await store.read { reader in
        try await reader.prepare(for: [request], since: version)
        try await database.write("TRUNCATE item_3")
        let layout = try await reader.layout(of: request)
        _ = try await reader.rows(of: RowQuery(request, layout: layout))
      }
    }
    #expect(error?.code == .busy)
  }

  @Test func `a source answers for the version it is asked about, not for the reader's`()
    async throws
  {
    let (database, store, request, first) = try await reading()
    let source = store.changeSource()
    try await database.write("UPDATE item SET n = 1 WHERE id = 55")
    let second = try #require(
      try await store.read { reader in
        try await reader.prepare(for: [request])
        return try await reader.version()
      })
    try await database.write("UPDATE item SET n = 1 WHERE id = 66")
    for (told, asked, count) in [(second, first, 2), (first, second, 1), (first, first, 2)] {
      let keys = try await store.read { reader in
        try await reader.prepare(for: [request], since: told)
        let region = try await reader.layout(of: request).region
        return try await source.changes(in: region, since: asked, reader).rows.keys
      }
      #expect(keys?.count == count)
    }
  }
}
