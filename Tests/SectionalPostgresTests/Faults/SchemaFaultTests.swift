import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Tables that are dropped, created, changed or emptied while they are listed.
@MainActor @Suite(.serialized) struct SchemaFaultTests {
  private let whole = ["x: ada", "y: bob"]

  private func bench() async throws -> FaultBench {
    let bench = try await FaultBench()
    try await bench.list.performFetch()
    return bench
  }

  @Test func `a missing table is an error until it exists`() async throws {
    let bench = try await FaultBench("")
    let error = await storeError { try await bench.list.performFetch() }
    #expect(error?.code == .noSuchTable)
    #expect(bench.list.error?.code == .noSuchTable)
    try await bench.database.write(FaultBench.schema)
    try await bench.list.performFetch()
    #expect(bench.picture == whole)
    try await bench.database.write("DROP TABLE item")
    #expect(try await bench.staleness()?.code == .noSuchTable)
    #expect(bench.picture == whole)
    try await bench.database.write(FaultBench.schema + "DELETE FROM item WHERE id = 1")
    try await bench.recovery(["y: bob"])
  }

  @Test func `a renamed table is an error until it has its name again`() async throws {
    let bench = try await bench()
    try await bench.database.write("ALTER TABLE item RENAME TO other")
    #expect(try await bench.staleness()?.code == .noSuchTable)
    try await bench.database.write("INSERT INTO other VALUES (3, 'cy', 'x')")
    try await bench.database.write("ALTER TABLE other RENAME TO item")
    try await bench.recovery(["x: ada cy", "y: bob"])
  }

  @Test func `a table that takes the place of another is listed`() async throws {
    let bench = try await bench()
    try await bench.database.write(
      """
      BEGIN; ALTER TABLE item RENAME TO old;
      CREATE TABLE item(team varchar, extra int, name text, id int PRIMARY KEY);
      INSERT INTO item VALUES ('x', 1, 'ada', 1), ('z', 2, 'zoe', 9); COMMIT
      """)
    try await bench.recovery(["x: ada", "z: zoe"])
  }

  @Test func `a dropped column is an error until it exists again`() async throws {
    let bench = try await bench()
    try await bench.database.write("ALTER TABLE item DROP COLUMN team")
    let error = try await bench.staleness()
    #expect(error?.code == .noSuchColumn)
    #expect(error?.message.contains("\"team\"") == true, "\(error?.message ?? "")")
    #expect(bench.picture == whole)
    try await bench.database.write("ALTER TABLE item ADD COLUMN team text DEFAULT 'q'")
    try await bench.recovery(["q: ada bob"])
    try await bench.database.write("ALTER TABLE item ALTER COLUMN team TYPE varchar(5)")
    try await bench.database.write("ALTER TABLE item ADD COLUMN other int, DROP COLUMN name")
    #expect(try await bench.staleness()?.code == .noSuchColumn)
    try await bench.database.write("ALTER TABLE item RENAME COLUMN other TO name")
    try await wait { bench.list.error?.code == .unexpectedCell }
    try await bench.database.write("ALTER TABLE item ALTER COLUMN name TYPE text USING 'n' || id")
    try await bench.recovery(["q: n1 n2"])
  }

  @Test func `a key that is dropped is still the key that the mapping names`() async throws {
    let bench = try await bench()
    try await bench.database.write("ALTER TABLE item DROP CONSTRAINT item_pkey")
    try await bench.database.write("INSERT INTO item VALUES (3, 'cy', 'x')")
    try await bench.recovery(["x: ada cy", "y: bob"])
    try await bench.database.write("INSERT INTO item VALUES (3, 'cy', 'x')")
    #expect(try await bench.staleness()?.code == .duplicateKey)
    try await bench.database.write("DELETE FROM item WHERE id = 3")
    try await bench.recovery(whole)
  }

  @Test func `a table that is emptied and filled again is never seen empty`() async throws {
    let bench = try await bench()
    let counts = CountRecorder()
    bench.list.changesetDelegate = counts
    for round in 1...40 {
      try await bench.database.write(
        """
        BEGIN; TRUNCATE item; INSERT INTO item SELECT g, 'n' || g, '\(round)'
          FROM generate_series(1, 50) g; COMMIT
        """)
    }
    try await wait { bench.list.results.map(\.name) == ["40"] }
    #expect(Set(counts.counts) == [50])
    try await bench.database.write("TRUNCATE item")
    try await bench.recovery([])
    try await bench.database.write(FaultBench.schema.split(separator: ";").dropFirst().joined())
    try await bench.recovery(whole)
  }
}

/// Records how many rows the list has after each change.
private final class CountRecorder: ResultsChangesetDelegate {
  private(set) var counts: [Int] = []

  func controller(
    _ controller: ResultsController<FaultBench.Item>,
    didChangeContentWith changeset: ResultsChangeset<FaultBench.Item>
  ) { counts.append(changeset.after.numberOfObjects) }
}
