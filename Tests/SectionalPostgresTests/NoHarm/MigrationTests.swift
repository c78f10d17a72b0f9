import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A list never waits for a lock while it holds one, so it never makes a migration fail.
@MainActor @Suite struct MigrationTests {
  private static let schema = """
    CREATE TABLE a(id int PRIMARY KEY, g text); CREATE TABLE b(id int PRIMARY KEY, v int);
    INSERT INTO a SELECT i, 'g' FROM generate_series(1, 9) i; INSERT INTO b SELECT i, i FROM generate_series(1, 9) i;
    """

  private let database: ScratchServerDatabase
  private let list: ResultsController<StoredRow>

  init() async throws {
    database = try await ScratchServerDatabase(MigrationTests.schema)
    list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "a", predicate: "EXISTS (SELECT FROM b WHERE b.id = a.id)"),
      store: try database.store())
  }

  @Test func `a list over two tables lets a migration lock one after the other`() async throws {
    try await list.performFetch()
    let migration = try PostgresShell(url: database.url)
    for round in 1...3 {
      try await migration.execute(
        "BEGIN; SET LOCAL deadlock_timeout = '300ms'; ALTER TABLE b ADD COLUMN y\(round) int")
      let looking = Task { try? await list.refresh() }
      for _ in 1...40 {
        try await database.write(
          "SET lock_timeout = '2s'; UPDATE a SET g = 'h\(round)' WHERE id = 2")
      }
      try await migration.execute("ALTER TABLE a ADD COLUMN y\(round) int; COMMIT")
      await looking.value
    }
    try await wait {
      try await list.refresh()
      return list.isCurrent && list.results.rows.contains { $0["g"] == .text("h3") }
    }
    await list.close()
  }

  @Test func `a fetch waits for a locked table without holding another`() async throws {
    let migration = try PostgresShell(url: database.url)
    try await migration.execute("BEGIN; ALTER TABLE b ADD COLUMN y int")
    let fetching = Task { try await list.performFetch() }
    for _ in 1...20 {
      try await database.write("SET lock_timeout = '2s'; ALTER TABLE a ALTER g SET DEFAULT 'x'")
    }
    try await migration.execute("COMMIT")
    try await fetching.value
    #expect(list.results.rows.count == 9)
    await list.close()
  }

  @Test func `installing a log gives up its locks before a deadlock is looked for`() async throws {
    let migration = try PostgresShell(url: database.url)
    try await migration.execute(
      "SET deadlock_timeout = '100ms'; BEGIN; ALTER TABLE b ADD COLUMN y int")
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    try await database.write("ALTER DATABASE \(name) SET deadlock_timeout = '100ms'")
    let store = try database.store()
    let installing = Task { try await store.installChangeLog(for: ["a", "b"]) }
    try await wait { try await locksOfInstaller() }
    try await migration.execute("ALTER TABLE a ADD COLUMN y int; COMMIT")
    try await installing.value
    let status = try await store.changeLogStatus(of: ["a", "b"])
    #expect(status == ["a": .notifying, "b": .notifying])
  }

  private func locksOfInstaller() async throws -> Bool {
    try await database.write(
      "SELECT count(*) > 0 FROM pg_locks WHERE relation = 'a'::regclass AND mode = 'ShareRowExclusiveLock'"
    )
      == "t\n"
  }
}
