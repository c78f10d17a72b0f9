import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Files that break while a list follows them: the error describes the problem, and afterwards the list recovers by
/// itself.
@MainActor @Suite(.serialized)
struct FileFaultTests {
  private static let rows = 3000

  private func file(mode: String) throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(FileFaultTests.rows))
        INSERT INTO item SELECT i, printf('name %05d', i) FROM n;
      """)
  }

  private func list(of store: SQLiteStore) async throws -> ResultsController<StoredRow> {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store)
    try await controller.performFetch()
    return controller
  }

  /// Runs a shell command, because opening and closing the file here would drop this process's locks on it.
  private func run(_ command: String, in file: ScratchDatabase) throws {
    let (_, status) = try ChildProgram(["sh", "-c", "cd '\(file.folder.path)' && \(command)"])
      .finish()
    #expect(status == 0)
  }

  private func error(of controller: ResultsController<StoredRow>) -> StoreError? {
    guard case .stale(let error) = controller.status else { return nil }
    return error
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a file with damaged pages is reported, and followed again when it is repaired`(
    mode: String
  ) async throws {
    let file = try file(mode: mode)
    let controller = try await list(of: try file.store())
    let damage = "dd if=/dev/zero of=scratch.sqlite bs=4096 seek=4 count=10 conv=notrunc"
    try run("cp scratch.sqlite whole.sqlite && \(damage) 2>/dev/null", in: file)
    // The list looks when another program commits, which only needs an undamaged page.
    try file.write("PRAGMA user_version = 1")
    try await wait { error(of: controller) != nil }
    let code = try #require(error(of: controller)).code
    #expect(code == .damaged || code == .readFailed)
    #expect(controller.results.numberOfObjects == FileFaultTests.rows)
    try run("cp whole.sqlite scratch.sqlite", in: file)
    try file.write("PRAGMA user_version = 2; DELETE FROM item WHERE id = 7;")
    try await wait { controller.results.numberOfObjects == FileFaultTests.rows - 1 }
    try await wait { error(of: controller) == nil }
  }

  @Test
  func `a write to a full disk changes nothing, and the list continues`() async throws {
    let file = try file(mode: "WAL")
    let store = try file.store()
    let controller = try await list(of: store)
    let failure = await storeError {
      try await store.write { db in
        try db.execute("PRAGMA max_page_count = 40")
        try db.execute("UPDATE item SET name = name || hex(zeroblob(400))")
      }
    }
    #expect(failure?.code == .writeFailed)
    #expect(failure?.message.contains("full") == true)
    try await store.write { db in
      try db.execute("PRAGMA max_page_count = 1000000")
      try db.execute("INSERT INTO item VALUES (9999, 'last')")
    }
    try await wait { controller.results.numberOfObjects == FileFaultTests.rows + 1 }
    #expect(try file.write("SELECT count(*) FROM item WHERE length(name) > 20") == "0\n")
  }

  @Test
  func `a file that is turned to another journal mode is followed`() async throws {
    let file = try file(mode: "DELETE")
    let store = try SQLiteStore(path: file.path, pollInterval: .seconds(3600))
    let controller = try await list(of: store)
    for (place, mode) in ["TRUNCATE", "PERSIST", "WAL", "WAL"].enumerated() {
      try file.write("PRAGMA journal_mode = \(mode)")
      try file.write("INSERT INTO item(name) VALUES ('in \(mode)')")
      try await wait { controller.results.numberOfObjects == FileFaultTests.rows + place + 1 }
      try await store.write { db in try db.execute("UPDATE item SET name = 'own' WHERE id = 1") }
    }
  }
}
