import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Reads that were waiting for a table when it was dropped.
struct DroppedTableTests {
  @Test
  func `a read that waited for a dropped table says what every later read says`() async throws {
    let database = try await ScratchServerDatabase("CREATE TABLE item(id int PRIMARY KEY)")
    let shell = try PostgresShell(url: database.url)
    try await shell.execute("BEGIN; DROP TABLE item")
    let store = try database.store()
    let request = ResultsRequest<StoredRow>(table: "item")
    async let waiting = storeError { try await store.read { _ = try await $0.fetch(request) } }
    try await wait {
      // It doesn't wait for the lock, but asks for it again and again.
      try await database.write(
        "SELECT count(*) FROM pg_stat_activity WHERE query = 'ROLLBACK' AND datname = current_database()"
      )
        == "1\n"
    }
    try await shell.execute("COMMIT")
    let first = try #require(await waiting)
    let second = try #require(
      await storeError { try await store.read { _ = try await $0.fetch(request) } })
    #expect(first.code == .noSuchTable)
    #expect(first.message == second.message)
  }
}
