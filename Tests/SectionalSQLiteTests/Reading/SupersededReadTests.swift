import Sectional
import SectionalCSQLite
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// Reads of a file for a request that a newer one replaces.
@MainActor @Suite struct SupersededReadTests {
  @Test func `a newer request ends the statement of the older one`() async throws {
    let file = try ScratchDatabase()
    try file.write("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
    let calls = Calls()
    var configuration = SQLiteConfiguration()
    unsafe configuration.prepareConnection = { connection in
      unsafe sqlite3_create_function_v2(
        connection, "tick", 0, SQLITE_UTF8, Unmanaged.passUnretained(calls).toOpaque(),
        { context, _, _ in
          let calls = unsafe Unmanaged<Calls>.fromOpaque(sqlite3_user_data(context))
          unsafe calls.takeUnretainedValue().count.add(1, ordering: .relaxed)
          unsafe sqlite3_result_int(context, 1)
        }, nil, nil, nil)
    }
    let store = try SQLiteStore(path: file.path, configuration: configuration)
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "t"), store: store)
    try await list.performFetch()
    let endless = """
      (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + tick() FROM c) SELECT max(x) FROM c) > 0
      """
    let older = Task {
      await storeError {
        try await list.setRequest(ResultsRequest<StoredRow>(table: "t", predicate: endless))
      }
    }
    try await wait { calls.count.load(ordering: .relaxed) > 1000 }
    try await list.setRequest(ResultsRequest<StoredRow>(table: "t", predicate: "id = 1"))
    #expect(await older.value?.code == .cancelled)
    #expect(list.results.numberOfObjects == 1)
    list.stop()
  }
}

/// Counts the calls of a function in SQL.
private final class Calls: Sendable {
  let count = Atomic(0)
}
