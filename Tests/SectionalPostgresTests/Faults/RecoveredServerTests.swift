import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A server that recovers from the crash of one of its processes has emptied unlogged tables, although it wasn't started again.
@MainActor @Suite(.serialized) struct RecoveredServerTests {
  private let cluster: PostgresCluster
  private let store: PostgresStore
  private let list: ResultsController<StoredRow>

  init() async throws {
    cluster = try await PostgresCluster()
    let shell = try PostgresShell(url: cluster.url)
    try await shell.execute("ALTER SYSTEM SET max_prepared_transactions = 4")
    try await cluster.perform("restart")
    try await PostgresShell(url: cluster.url).execute(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int);
      INSERT INTO item SELECT g, g FROM generate_series(1, 9) g
      """)
    store = try PostgresStore(cluster.url, pollInterval: .milliseconds(20))
    try await store.installChangeLog(for: ["item"], notifying: false)
    list = ResultsController(fetchRequest: ResultsRequest<StoredRow>(table: "item"), store: store)
    try await list.performFetch()
  }

  private func execute(_ sql: String) async throws {
    try await PostgresShell(url: cluster.url).execute(sql)
  }

  /// Waits until the list shows a value of the fifth row.
  private func wait(toShow value: Int64) async throws {
    // A look can meet the server while it recovers.
    try? await list.refresh()
    try await list.refresh()
    #expect(list.results.rows[4]["n"]?.integerValue == value)
  }

  @Test func `a transaction that was prepared before the crash is seen when it is committed`()
    async throws
  {
    try await execute("BEGIN; UPDATE item SET n = 100 WHERE id = 5; PREPARE TRANSACTION 'x'")
    try await cluster.perform("crash")
    try await wait(toShow: 5)
    try await execute("COMMIT PREPARED 'x'")
    try await wait(toShow: 100)
    await list.close()
  }

  @Test func `what was committed before the crash is seen by a list that was paused`() async throws
  {
    list.pause()
    try await execute("CHECKPOINT; UPDATE item SET n = 100 WHERE id = 5")
    try await cluster.perform("crash")
    list.resume()
    try await wait(toShow: 100)
    await list.close()
  }
}
