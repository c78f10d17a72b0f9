import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A list behind a pooler leaves nothing in the sessions that others use next.
@MainActor @Suite struct PooledSessionTests {
  @Test func `what others keep in the pooler's sessions stays there`() async throws {
    let cluster = try await PostgresCluster()
    try await cluster.perform("pool")
    let url = cluster.url + "&port=6432"
    let other = try PostgresShell(url: url)
    try await other.execute("CREATE TABLE item(id int PRIMARY KEY)")
    try await other.execute("LISTEN kept")
    let store = try PostgresStore(url, connectionLimit: 1)
    let request = ResultsRequest<StoredRow>(table: "item")
    for id in 1...3 {
      try await store.write { try await $0.execute("INSERT INTO item VALUES ($1)", [id]) }
      #expect(try await store.read { try await $0.fetch(request).count } == id)
    }
    // A read doesn't wait for the end of its transaction, and the pooler would open another session meanwhile.
    try await store.write { _ in }
    #expect(
      try await other.rows(["channel"], from: "pg_listening_channels() AS channel").count == 1)
    store.close()
  }

  @Test func `the pooler's sessions are as they were`() async throws {
    let bench = try await WatchBench(parameters: "&port=6432") { try await $0.perform("pool") }
    try await wait {
      try await bench.list.refresh()
      return bench.list.diagnostics.delayReason?.contains("pooler") == true
    }
    try await bench.write("UPDATE item SET name = 'pooled' WHERE id = 1")
    try await bench.agreement()
    await bench.list.close()
    bench.store.close()
    // Each of the pooler's sessions answers in turn.
    let other = try PostgresShell(url: bench.cluster.url + "&port=6432")
    for _ in 1...5 {
      try await other.execute(
        """
        DO $$ DECLARE s record; BEGIN
          IF EXISTS (SELECT FROM pg_listening_channels()) THEN RAISE EXCEPTION 'it listens'; END IF;
          FOR s IN SELECT name FROM pg_settings WHERE source = 'session'
              AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings',
                'extra_float_digits', 'client_min_messages', 'lock_timeout') LOOP
            RAISE EXCEPTION '% is set', s.name;
          END LOOP;
        END $$
        """)
    }
  }
}
