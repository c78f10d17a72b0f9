import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Servers that stop, restart, crash or end connections.
@MainActor @Suite(.serialized) struct ServerFaultTests {
  nonisolated static let losses: [StoreError.Code] = [.connectionLost, .unreachable]

  @Test func `a list recovers from a restart`() async throws {
    let bench = try await FaultBench()
    try await bench.list.performFetch()
    for number in 3...5 {
      try await bench.cluster.perform("restart")
      try await bench.database.write("INSERT INTO item VALUES (\(number), 'c\(number)', 'x')")
      try await wait { bench.list.isCurrent && bench.list.results.rows.count == number }
    }
    try await bench.recovery(["x: ada c3 c4 c5", "y: bob"])
  }

  @Test func `a list is stale while the server is stopped, and recovers`() async throws {
    let bench = try await FaultBench()
    try await bench.list.performFetch()
    try await bench.cluster.perform("stop")
    let error = try #require(try await bench.staleness())
    #expect(ServerFaultTests.losses.contains(error.code), "\(error)")
    for _ in 1...3 { #expect(await storeError { try await bench.list.refresh() } != nil) }
    #expect(bench.list.error != nil)
    #expect(bench.picture == ["x: ada", "y: bob"])
    let write = await storeError {
      try await bench.store.write { _ = try await $0.execute("DELETE FROM item") }
    }
    #expect(ServerFaultTests.losses.contains(write?.code ?? .cancelled))
    try await bench.cluster.perform("start")
    try await bench.recovery(["x: ada", "y: bob"])
    try await bench.database.write("UPDATE item SET team = 'z' WHERE id = 1")
    try await bench.recovery(["y: bob", "z: ada"])
  }

  @Test func `a list recovers from a crash and shows what was written after it`() async throws {
    let bench = try await FaultBench()
    try await bench.list.performFetch()
    try await bench.database.write("INSERT INTO item VALUES (3, 'cy', 'x')")
    try await bench.cluster.perform("kill")
    try await bench.cluster.perform("start")
    try await bench.database.write("INSERT INTO item VALUES (4, 'dan', 'x')")
    try await bench.recovery(["x: ada cy dan", "y: bob"])
    try await bench.store.write { try await $0.insert(FaultBench.Item(id: 5, name: "eve")) }
    try await bench.recovery([": eve", "x: ada cy dan", "y: bob"])
  }

  @Test func `connections that are ended while idle are replaced`() async throws {
    let bench = try await FaultBench()
    try await bench.list.performFetch()
    for number in 3...6 {
      try await bench.terminate()
      // The server needs a moment to end them, and a write isn't retried.
      try await wait {
        let error = await storeError {
          try await bench.store.write { db in
            try await db.upsert(FaultBench.Item(id: Int64(number), name: "n\(number)", team: "x"))
          }
        }
        #expect(error == nil || error?.code == .connectionLost)
        return error == nil
      }
      try await wait { bench.list.isCurrent && bench.list.results.rows.count == number }
    }
  }

  @Test func `a connection that is ended while it reads is an error, and no later one`()
    async throws
  {
    let bench = try await FaultBench()
    let slow = ResultsRequest<StoredRow>(
      sql: "SELECT g AS id, pg_sleep(0.1)::text AS x FROM generate_series(1, 100) g", key: ["id"])
    let store = bench.store
    let reading = Task {
      await storeError { _ = try await store.read { try await $0.fetch(slow).count } }
    }
    try await wait {
      try await bench.database.write(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(0.1)%' AND state = 'active' AND pid <> pg_backend_pid()"
      ) != "0\n"
    }
    try await bench.terminate()
    #expect(await reading.value?.code == .connectionLost)
    let items = try await store.read { try await $0.fetch(ResultsRequest<FaultBench.Item>()).count }
    #expect(items == 2)
  }

  @Test func `a connection that is ended inside of a write takes it back`() async throws {
    let bench = try await FaultBench()
    let error = await storeError {
      try await bench.store.write { db in
        try await db.insert(FaultBench.Item(id: 3, name: "cy"))
        try await bench.terminate()
        try await db.insert(FaultBench.Item(id: 4, name: "dan"))
      }
    }
    #expect(error?.code == .connectionLost)
    let nested = await storeError {
      try await bench.store.write { db in
        _ = try? await db.savepoint { db in
          try await bench.terminate()
          try await db.insert(FaultBench.Item(id: 4, name: "dan"))
        }
        try await db.insert(FaultBench.Item(id: 5, name: "eve"))
      }
    }
    #expect(nested?.code == .connectionLost)
    #expect(try await bench.database.write("SELECT count(*) FROM item") == "2\n")
  }
}
