import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Servers that say nothing any longer, over connections that stay open.
@MainActor struct SilentServerTests {
  private func store(
    _ database: ScratchServerDatabase
  ) throws -> (DisturbingProxy, PostgresStore) {
    let proxy = try DisturbingProxy(for: database.url)
    return (proxy, try database.store(through: proxy))
  }

  @Test(.timeLimit(.minutes(2)), arguments: 1...20)
  func `a list goes on after its server fell silent at any message`(piece: Int) async throws {
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
    // A busy machine looks like a silent server, too.
    var isFetched = false
    for _ in 1...5 where !isFetched { isFetched = (try? await list.performFetch()) != nil }
    try #require(isFetched)
    proxy.disturb(.silence, from: piece)
    try await database.write("UPDATE item SET n = 1000 WHERE id = 7")
    try await wait {
      list.isCurrent && list.results.rows.contains { $0["n"]?.integerValue == 1000 }
        && proxy.disturbed == 1
    }
    try await database.write("UPDATE item SET n = 2000 WHERE id = 7")
    try await wait { list.results.rows.contains { $0["n"]?.integerValue == 2000 } }
    await list.close()
  }

  @Test(.timeLimit(.minutes(2)))
  func `a host that doesn't answer is passed over for the next one`() async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id bigint PRIMARY KEY); INSERT INTO item VALUES (1)")
    let (silent, answering) = (
      try DisturbingProxy(for: database.url), try DisturbingProxy(for: database.url)
    )
    defer { for proxy in [silent, answering] { proxy.stop() } }
    silent.disturb(.silence, from: 1, count: 1_000_000)
    let target = database.url([
      "host": "127.0.0.1,127.0.0.1", "port": "\(silent.port),\(answering.port)",
      "connect_timeout": "1",
    ])
    let store = try PostgresStore(target, connectionLimit: 1)
    let request = ResultsRequest<StoredRow>(table: "item")
    // A busy machine looks like a silent server, too.
    var rows: [StoredRow]?
    for _ in 1...5 where rows == nil {
      rows = try? await store.read { try await $0.fetch(request) }
    }
    #expect(rows?.count == 1)
    #expect(silent.disturbed > 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a commit that is cancelled and stays unanswered isn't reported as undone`() async throws {
    let database = try await ScratchServerDatabase("CREATE TABLE item(id bigint PRIMARY KEY)")
    let proxy = try DisturbingProxy(for: database.url)
    defer { proxy.stop() }
    let store = try PostgresStore(
      database.url(["host": "127.0.0.1", "port": "\(proxy.port)"]), connectionLimit: 1)
    let writing = Task {
      await storeError {
        try await store.write { db in
          try await db.execute("INSERT INTO item VALUES (1)")
          proxy.disturb(.silence, from: 1)
        }
      }
    }
    try await wait { proxy.disturbed == 1 }
    writing.cancel()
    let error = await writing.value
    #expect(error?.code == .connectionLost)
    #expect(error?.message.contains("commit") == true, "\(error?.message ?? "")")
  }

  @Test(.timeLimit(.minutes(2)), arguments: 1...20)
  func `a fetch from a server that falls silent throws in time, and the next one works`(
    piece: Int
  ) async throws {
    let database = try await ScratchServerDatabase(
      "CREATE TABLE item(id bigint PRIMARY KEY); INSERT INTO item VALUES (1)")
    let (proxy, store) = try store(database)
    defer { proxy.stop() }
    proxy.disturb(.silence, from: piece)
    let request = ResultsRequest<StoredRow>(table: "item")
    // How many pieces a fetch takes differs, so the silence can begin with a later one. A fetch can also fail on a busy
    // machine, which looks like a silent server.
    var (error, answer) = (StoreError?.none, [StoredRow]())
    for _ in 1...5 where proxy.disturbed == 0 {
      let start = ContinuousClock.now
      error = await storeError {
        answer = try await store.read { try await $0.fetch(request) }
      }
      #expect(start.duration(to: .now) < .seconds(20))
    }
    #expect(proxy.disturbed == 1)
    if let error {
      #expect([.connectionLost, .unreachable].contains(error.code))
    } else {
      // The silence began behind the answer.
      #expect(answer.count == 1)
    }
    var rows: [StoredRow]?
    for _ in 1...5 where rows == nil {
      rows = try? await store.read { try await $0.fetch(request) }
    }
    #expect(rows?.count == 1)
  }
}
