import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Another program that is killed in the middle of a transaction, after some of its pages have reached the file.
@MainActor @Suite(.serialized)
struct KilledWriterTests {
  @Test(arguments: ["DELETE", "WAL"])
  func `only what a killed program had committed is shown`(mode: String)
    async throws
  {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO item SELECT i, printf('name %05d', i) FROM n;
      """)
    let store = try file.store()
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("name"))]),
      store: store)
    try await controller.performFetch()
    for round in 1...3 {
      try killWriter(of: file, round)
      try await store.write { db in
        _ = try db.execute("UPDATE item SET name = ? WHERE id = ?", ["own \(round)", round])
      }
      try await controller.refresh()
      let held = try file.write("SELECT name FROM item ORDER BY name COLLATE BINARY, id")
      #expect(controller.results.rows.map { "\($0["name"] ?? .null)" } == held.quotedLines)
      #expect(controller.results.numberOfObjects == 5000)
    }
  }

  /// Starts a program that commits one row, then changes every row, which doesn't fit its cache, and is killed before
  /// it commits that change.
  private func killWriter(of file: ScratchDatabase, _ round: Int) throws {
    let program = try ChildProgram(["sqlite3", "-batch", "-init", "/dev/null", file.path])
    let script = """
      .timeout 10000
      PRAGMA cache_size = 2;
      UPDATE item SET name = 'kept \(round)' WHERE id = 100 + \(round);
      BEGIN IMMEDIATE;
      UPDATE item SET name = 'lost ' || name;
      .print changed

      """
    try program.input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    #expect(
      String(decoding: program.output.fileHandleForReading.nextBytes(), as: UTF8.self)
        == "changed\n")
    #expect(kill(program.process.processIdentifier, SIGKILL) == 0)
    program.process.waitUntilExit()
  }
}

extension String {
  /// The lines, each as text in the quotation marks of a description.
  fileprivate var quotedLines: [String] { split(separator: "\n").map { "'\($0)'" } }
}
