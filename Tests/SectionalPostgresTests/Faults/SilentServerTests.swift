import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Servers that say nothing any longer, over connections that stay open.
@MainActor struct SilentServerTests {
  private func store(_ database: ScratchServerDatabase) throws -> (SilencingProxy, PostgresStore) {
    let parts = try #require(URLComponents(string: database.url))
    let folder = try #require(parts.queryItems?.first { $0.name == "host" }?.value)
    let port = parts.queryItems?.first { $0.name == "port" }?.value ?? "5432"
    let proxy = try SilencingProxy(for: "\(folder)/.s.PGSQL.\(port)")
    let url = database.url(["host": "127.0.0.1", "port": "\(proxy.port)", "connect_timeout": "2"])
    return (
      proxy,
      try PostgresStore(
        url, pollInterval: .milliseconds(20), checkInterval: .milliseconds(300),
        silenceTimeout: .milliseconds(400))
    )
  }

  @Test(.timeLimit(.minutes(2)), arguments: 0..<12)
  func `a list goes on after its server fell silent at any message`(pieces: Int) async throws {
    let database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id bigint PRIMARY KEY, n bigint);
      INSERT INTO item SELECT n, n FROM generate_series(1, 50) n
      """)
    let (proxy, store) = try store(database)
    defer { proxy.stop() }
    try await database.store().installChangeLog(for: ["item"])
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
    proxy.silence(after: pieces)
    try await database.write("UPDATE item SET n = 1000 WHERE id = 7")
    try await wait {
      list.isCurrent && list.results.rows.contains { $0["n"]?.integerValue == 1000 }
        && proxy.silenced == 1
    }
    try await database.write("UPDATE item SET n = 2000 WHERE id = 7")
    try await wait { list.results.rows.contains { $0["n"]?.integerValue == 2000 } }
    await list.close()
  }

  @Test(.timeLimit(.minutes(2)), arguments: 0..<12)
  func `a first fetch from a server that falls silent throws in time, and the next one works`(
    pieces: Int
  ) async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id bigint PRIMARY KEY); INSERT INTO item VALUES (1)")
    let (proxy, store) = try store(database)
    defer { proxy.stop() }
    proxy.silence(after: pieces)
    let start = ContinuousClock.now
    let request = ResultsRequest<StoredRow>(table: "item")
    let error = await storeError { _ = try await store.read { try await $0.fetch(request) } }
    #expect(start.duration(to: .now) < .seconds(20))
    if let error { #expect([.connectionLost, .unreachable].contains(error.code), "\(error)") }
    let rows = try await store.read { try await $0.fetch(request) }
    #expect(rows.count == 1)
  }
}
