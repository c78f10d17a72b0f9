import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// A server that loses power comes back with what was on disk, and may reuse the numbers of lost transactions.
@MainActor @Suite(.serialized)
struct PostgresCrashTests {
  @Test func `a table that a crash emptied is shown empty`() async throws {
    let cluster = try await PostgresCluster()
    let shell = try PostgresShell(url: cluster.url)
    try await shell.execute(
      "CREATE UNLOGGED TABLE item(id int PRIMARY KEY); INSERT INTO item VALUES (1), (2)")
    try await shell.execute("CHECKPOINT")
    let store = try PostgresStore(cluster.url)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(source: .table("item")), store: store, sectionBy: nil)
    try await list.performFetch()
    #expect(list.results.numberOfObjects == 2)
    try await cluster.perform("kill")
    try await cluster.perform("start")
    try? await wait { list.results.numberOfObjects == 0 }
    #expect(list.results.numberOfObjects == 0)
  }

  @Test func `a list is stale while its server is away, and then shows the current rows`()
    async throws
  {
    let cluster = try await PostgresCluster()
    try await PostgresShell(url: cluster.url).execute(
      "CREATE TABLE item(id int PRIMARY KEY); INSERT INTO item VALUES (1), (2)")
    let store = try PostgresStore(cluster.url)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(source: .table("item")), store: store, sectionBy: nil)
    try await list.performFetch()
    for command in ["stop", "kill"] {
      try await cluster.perform(command)
      try await wait { list.error != nil }
      #expect(list.results.numberOfObjects > 0)
      try await cluster.perform("start")
      let id = command == "stop" ? 3 : 4
      try await PostgresShell(url: cluster.url).execute("INSERT INTO item VALUES (\(id))")
      try await wait {
        if case .current = list.status { list.results.numberOfObjects == id } else { false }
      }
    }
  }

  @Test func `a connection that the server closed is not used again`() async throws {
    let cluster = try await PostgresCluster()
    let store = try PostgresStore(cluster.url)
    let request = ResultsRequest<StoredRow>(
      source: .query(StoreText("SELECT 1 AS id")), keyColumns: ["id"])
    for _ in 0..<3 {
      #expect(try await store.read { try await $0.fetch(request).count } == 1)
      try await cluster.perform("restart")
    }
  }
}
