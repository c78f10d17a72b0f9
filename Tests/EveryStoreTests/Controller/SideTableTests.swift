import Observation
import Sectional
import SectionalSQL
import Synchronization
import TestSupport
import Testing

/// Lists that read more than one table, and lists of tables that other programs write.
@MainActor @Suite struct SideTableTests {
  private static let counts = """
    SELECT person.id, person.name, count(pet.id) AS pets
    FROM person LEFT JOIN pet ON pet.owner = person.id GROUP BY person.id
    """

  private func fetched(
    _ kind: StoreKind, _ request: ResultsRequest<StoredRow>, _ setup: String = ""
  ) async throws -> RowBench {
    let bench = try await RowBench(kind, request, persons: "ada", "bob")
    if !setup.isEmpty { try await bench.store.execute(setup) }
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.databases)
  func `a list over a join follows the joined table`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, ResultsRequest(sql: Self.counts, key: ["id"]))
    #expect(bench.column("pets") == ["0", "0"])
    try await bench.write("INSERT INTO pet VALUES (1, 2, 'rex'), (2, 2, 'kit')")
    #expect(bench.column("pets") == ["0", "2"])
    #expect(bench.kinds == [[.update]])
    try await bench.write("UPDATE pet SET owner = 1 WHERE id = 1")
    #expect(bench.kinds.last == [.update, .update])
    // The list doesn't read the names of pets, so it isn't woken.
    try await bench.store.execute("UPDATE pet SET name = 'max'")
    try await bench.controller.refresh()
    #expect(bench.changesets.count == 2)
  }

  @Test(arguments: StoreKind.databases)
  func `rows read alongside are new even where the list stays the same`(kind: StoreKind)
    async throws
  {
    let bench = try await RowBench(
      kind, ResultsRequest(table: "person"),
      alongside: ResultsRequest(sql: "SELECT count(*) AS total FROM pet", key: ["total"]),
      persons: "ada")
    try await bench.controller.performFetch()
    #expect(RowBench.texts(bench.controller.alongside, "total") == ["0"])
    let delegate = AlongsideRecorder()
    bench.controller.delegate = delegate
    let isTold = Mutex(false)
    withObservationTracking {
      _ = bench.controller.alongside
    } onChange: {
      isTold.withLock { $0 = true }
    }
    try await bench.store.execute("INSERT INTO pet VALUES (1, 1, 'rex')")
    try await wait(for: "the new total") {
      RowBench.texts(bench.controller.alongside, "total") == ["1"]
    }
    #expect(bench.changesets.isEmpty)
    #expect(isTold.withLock { $0 })
    #expect(delegate.totals == [["1"]])
  }

  @Test(arguments: StoreKind.databases)
  func `the sequence goes on when only the rows alongside are new`(kind: StoreKind) async throws {
    let bench = try await RowBench(kind, ResultsRequest(table: "person"), persons: "ada")
    let updates = bench.store.updates(
      ResultsRequest<StoredRow>(table: "person"),
      alongside: ResultsRequest(sql: "SELECT count(*) AS total FROM pet", key: ["total"]))
    var iterator = updates.makeAsyncIterator()
    #expect(RowBench.texts(try await iterator.next()?.alongside ?? [], "total") == ["0"])
    try await bench.store.execute("INSERT INTO pet VALUES (1, 1, 'rex')")
    let update = try await iterator.next()
    #expect(update?.changeset == nil)
    #expect(RowBench.texts(update?.alongside ?? [], "total") == ["1"])
  }

  @Test(arguments: StoreKind.databases)
  func `a list over a view follows the view's tables`(kind: StoreKind) async throws {
    let bench = try await fetched(
      kind, ResultsRequest(table: "owners", key: ["id"], sortBy: [SortKey(.column("pets"))]),
      "CREATE VIEW owners AS \(Self.counts)")
    try await bench.write("INSERT INTO pet VALUES (1, 1, 'rex')")
    #expect(bench.column("name") == ["bob", "ada"])
    #expect(bench.kinds == [[.move]] || bench.kinds == [[.update, .move]])
    try await bench.write("DELETE FROM person WHERE id = 2")
    #expect(bench.column("name") == ["ada"])
  }

  @Test(arguments: StoreKind.databases)
  func `a list follows the table in its condition's subquery`(kind: StoreKind) async throws {
    let bench = try await fetched(
      kind, ResultsRequest(table: "person", predicate: "id IN (SELECT owner FROM pet)"))
    #expect(bench.column("name").isEmpty)
    try await bench.write("INSERT INTO pet VALUES (1, 2, 'rex')")
    #expect(bench.column("name") == ["bob"])
    try await bench.write("UPDATE pet SET owner = 1")
    #expect(bench.column("name") == ["ada"])
    #expect(bench.kinds == [[.insert], [.delete, .insert]])
  }

  @Test(arguments: StoreKind.databases)
  func `a list with a LIMIT follows the whole table`(kind: StoreKind) async throws {
    let bench = try await fetched(
      kind,
      ResultsRequest(sql: "SELECT id, name FROM person ORDER BY name DESC LIMIT 2", key: ["id"])
    )
    try await bench.write("INSERT INTO person(name) VALUES ('cy')")
    #expect(Set(bench.column("name")) == ["bob", "cy"])
    #expect(bench.kinds == [[.delete, .insert]])
  }

  @Test(arguments: StoreKind.databases)
  func `another program's writes are reported`(kind: StoreKind) async throws {
    let bench = try await fetched(
      kind, ResultsRequest(table: "person", sortBy: [SortKey(.column("name"))]))
    try await bench.store.writeElsewhere(
      """
      BEGIN; UPDATE person SET name = 'zoe' WHERE id = 1; DELETE FROM person WHERE id = 2;
      INSERT INTO person(name) VALUES ('cy'); COMMIT;
      """)
    try await wait { bench.column("name") == ["cy", "zoe"] }
    // The program's commit is atomic, and never seen in parts.
    #expect(bench.changesets.count == 1)
    #expect(Set(bench.kinds[0]).isSubset(of: [.delete, .insert, .move, .update]))
  }

  @Test(arguments: StoreKind.databases)
  func `alternating own and foreign commits are all reported`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, ResultsRequest(table: "person"))
    for round in 0..<10 {
      try await bench.store.execute("INSERT INTO person(name) VALUES ('own')")
      try await bench.store.writeElsewhere("INSERT INTO person(name) VALUES ('other \(round)')")
    }
    try await wait { bench.controller.results.numberOfObjects == 22 }
    #expect(bench.changesets.flatMap(\.rowChanges).count(where: { $0.kind == .insert }) == 20)
  }

  @Test(arguments: StoreKind.databases)
  func `the query alongside is read in the same snapshot as the list`(kind: StoreKind) async throws
  {
    let total = ResultsRequest<StoredRow>(
      sql: "SELECT 1 AS id, count(*) AS n FROM person", key: ["id"])
    let bench = try await RowBench(
      kind, ResultsRequest(table: "person"), alongside: total, persons: "ada")
    try await bench.controller.performFetch()
    let store = bench.store
    let writer = Task.detached {
      for _ in 0..<50 {
        try await store.execute("INSERT INTO person(name) VALUES ('n')")
      }
    }
    while bench.controller.results.numberOfObjects < 51 {
      let count = Int64(bench.controller.results.numberOfObjects)
      #expect(bench.controller.alongside.map { $0["n"] } == [.integer(count)])
      try await Task.sleep(for: .milliseconds(1))
    }
    try await writer.value
  }

  @Test(arguments: StoreKind.databases)
  func `setting another request reports the differences`(kind: StoreKind) async throws {
    let bench = try await fetched(kind, ResultsRequest(table: "person"))
    try await bench.controller.setRequest(
      ResultsRequest(table: "person", predicate: "name = ?", arguments: ["bob"]))
    #expect(bench.kinds == [[.delete]])
    try await bench.controller.setRequest(
      ResultsRequest(sql: "SELECT id, upper(name) AS name FROM person", key: ["id"]))
    #expect(bench.column("name") == ["ADA", "BOB"])
    #expect(bench.kinds.last == [.insert, .update])
    let error = await storeError {
      try await bench.controller.setRequest(ResultsRequest(table: "nobody"))
    }
    #expect(error?.code == .noSuchTable)
    try await bench.write("DELETE FROM person WHERE id = 1")
    #expect(bench.column("name") == ["BOB"])
  }
}

/// Records the totals that a list's delegate is told of.
@MainActor private final class AlongsideRecorder: ResultsControllerDelegate {
  var totals: [[String]] = []

  func controllerDidChangeAlongside(_ controller: ResultsController<StoredRow>) {
    totals.append(RowBench.texts(controller.alongside, "total"))
  }
}
