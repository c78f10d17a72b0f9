import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Reads of a server for a request that a newer one replaces.
@MainActor @Suite struct SupersededServerReadTests {
  @Test func `a newer request ends the statement of the older one`() async throws {
    let database = try await ScratchServerDatabase()
    try await database.write("CREATE TABLE t(id int PRIMARY KEY); INSERT INTO t VALUES (1)")
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "t"), store: try database.store())
    try await list.performFetch()
    let older = Task {
      await storeError {
        try await list.setRequest(
          ResultsRequest<StoredRow>(table: "t", predicate: "pg_sleep(1000) IS NOT NULL"))
      }
    }
    let sleeping = """
      SELECT count(*) FROM pg_stat_activity
      WHERE wait_event = 'PgSleep' AND datname = current_database()
      """
    try await wait { try await database.write(sleeping).trimmingCharacters(in: .newlines) == "1" }
    try await list.setRequest(ResultsRequest<StoredRow>(table: "t", predicate: "id = 1"))
    #expect(await older.value?.code == .cancelled)
    try await wait { try await database.write(sleeping).trimmingCharacters(in: .newlines) == "0" }
    list.stop()
  }

  @Test
  func `superseded reads keep their connection, whether they were short or had to be cancelled`()
    async throws
  {
    let database = try await ScratchServerDatabase()
    try await database.write(
      "CREATE TABLE t(id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 1000)")
    let store = try database.store()
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "t"), store: store)
    try await list.performFetch()
    let processes = """
      SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()
      """
    let first = Set(try await database.write(processes).split(separator: "\n"))
    for number in 1...20 {
      let older = Task {
        await storeError {
          try await list.setRequest(
            ResultsRequest<StoredRow>(
              table: "t",
              predicate: number % 2 == 0 ? "id < \(number)" : "pg_sleep(1000) IS NOT NULL"))
        }
      }
      await Task.yield()
      try await list.setRequest(ResultsRequest<StoredRow>(table: "t", predicate: "id = \(number)"))
      _ = await older.value
      #expect(list.fetchedObjects?.count == 1)
    }
    #expect(first.isSubset(of: try await database.write(processes).split(separator: "\n")))
    list.stop()
  }
}
