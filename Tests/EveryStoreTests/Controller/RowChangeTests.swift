import Sectional
import SectionalSQL
import TestSupport
import Testing

/// Changes of a list of rows, as GRDB's `FetchedRecordsController` reports them.
@MainActor @Suite struct RowChangeTests {
  private let byName = ResultsRequest<StoredRow>(
    table: "person", sortBy: [SortKey(.column("name"))])

  private func fetched(_ kind: StoreKind, _ persons: String...) async throws -> RowBench {
    let bench = try await RowBench(kind, byName)
    for person in persons {
      try await bench.store.execute("INSERT INTO person(name) VALUES (?)", [person])
    }
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.databases)
  func `the rows stay the same until the change is reported`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada")
    // The main actor doesn't suspend between the commit and the look at the list.
    let store = bench.store
    let write = Task.detached { try await store.execute("DELETE FROM person") }
    let names = bench.column("name")
    #expect(names == ["ada"])
    try await write.value
    try await store.settle(bench.controller)
    #expect(bench.column("name").isEmpty)
    #expect(bench.changesets.first.map { RowBench.texts($0.before.rows, "name") } == ["ada"])
    #expect(bench.changesets.count == 1)
  }

  @Test(arguments: StoreKind.databases)
  func `rows inserted together are reported at their final positions`(kind: StoreKind) async throws
  {
    let bench = try await fetched(kind, "bob")
    try await bench.write("INSERT INTO person(name) VALUES ('ada'), ('cy'), ('abe')")
    let places = bench.changesets[0].rowChanges.map { $0.to?.item }
    #expect(bench.kinds == [[.insert, .insert, .insert]])
    #expect(places == [0, 1, 3])
    #expect(bench.column("name") == ["abe", "ada", "bob", "cy"])
  }

  @Test(arguments: StoreKind.databases)
  func `rows deleted together are reported at their old positions`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada", "bob", "cy", "dan")
    try await bench.write("DELETE FROM person WHERE name IN ('ada', 'cy')")
    #expect(bench.kinds == [[.delete, .delete]])
    #expect(bench.changesets[0].rowChanges.map { $0.from?.item } == [0, 2])
    let names = bench.changesets[0].rowChanges.compactMap { bench.changesets[0].object(of: $0) }
    #expect(RowBench.texts(names, "name") == ["ada", "cy"])
  }

  @Test(arguments: StoreKind.databases)
  func `rows updated together are reported where they are`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada", "bob", "cy")
    try await bench.write("UPDATE person SET email = name || '@home' WHERE id <> 2")
    #expect(bench.kinds == [[.update, .update]])
    #expect(bench.changesets[0].rowChanges.map(\.from) == bench.changesets[0].rowChanges.map(\.to))
    #expect(bench.column("email") == ["ada@home", "-", "cy@home"])
  }

  @Test(arguments: StoreKind.databases)
  func `a row that changes its place is one move`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada", "bob", "cy")
    try await bench.write("UPDATE person SET name = 'zoe' WHERE name = 'ada'")
    #expect(bench.kinds == [[.move]])
    #expect(bench.changesets[0].rowChanges[0].from?.item == 0)
    #expect(bench.changesets[0].rowChanges[0].to?.item == 2)
  }

  @Test(arguments: StoreKind.databases)
  func `rows that are swapped are one move and one update`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada", "bob")
    try await bench.write(
      "UPDATE person SET name = CASE name WHEN 'ada' THEN 'bob' ELSE 'ada' END")
    #expect(Set(bench.kinds[0]) == [.move, .update])
    #expect(bench.kinds[0].count == 2)
  }

  @Test(arguments: StoreKind.databases)
  func `inserts, deletes, updates and moves in one commit are one change set`(kind: StoreKind)
    async throws
  {
    let bench = try await fetched(kind, "ada", "bob", "cy", "dan", "eve")
    try await bench.write(
      """
      INSERT INTO person(name) VALUES ('abe'), ('zed');
      DELETE FROM person WHERE name = 'bob';
      UPDATE person SET name = 'yan' WHERE name = 'ada';
      UPDATE person SET email = 'x' WHERE name = 'dan';
      """)
    #expect(bench.column("name") == ["abe", "cy", "dan", "eve", "yan", "zed"])
    #expect(bench.kinds == [[.delete, .insert, .insert, .move, .update]])
  }

  @Test(arguments: StoreKind.databases)
  func `changing a row's key deletes one row and inserts another`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada", "bob")
    try await bench.write("UPDATE person SET id = 10 WHERE name = 'ada'")
    #expect(bench.kinds == [[.delete, .insert]])
    #expect(bench.controller.indexPath(forKey: RowKey([10])) != nil)
    #expect(bench.controller.indexPath(forKey: RowKey([1])) == nil)
  }

  @Test(arguments: [StoreKind.sqlite])
  func `a row replaced by another of its key is an update`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada", "bob")
    try await bench.write("INSERT OR REPLACE INTO person VALUES (1, 'ada', 'new')")
    #expect(bench.kinds == [[.update]])
  }

  @Test(arguments: [StoreKind.sqlite])
  func `changes made by a trigger are in the same change set as their cause`(kind: StoreKind)
    async throws
  {
    let bench = try await fetched(kind, "ada")
    try await bench.write(
      """
      CREATE TRIGGER copy AFTER INSERT ON pet BEGIN
        INSERT INTO person(name) VALUES (new.name);
        UPDATE person SET email = new.name WHERE id = new.owner;
      END
      """)
    try await bench.write("INSERT INTO pet VALUES (1, 1, 'rex')")
    #expect(bench.column("name") == ["ada", "rex"])
    #expect(bench.kinds == [[.insert, .update]])
  }

  @Test(arguments: [StoreKind.sqlite])
  func `writes to other tables are not reported`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, "ada")
    // Such a write doesn't wake the list, so the list is told to look.
    try await bench.store.execute("INSERT INTO pet VALUES (1, 1, 'rex')")
    try await bench.controller.refresh()
    #expect(bench.changesets.isEmpty)
    #expect(bench.controller.diagnostics.fullFetches == 1)
  }
}
