import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Keys with several columns, in any order.
@MainActor @Suite(.serialized) struct CompositeKeyTests {
  struct Seat: StoredRecord, Hashable {
    var row: Int
    var letter: String
    var guest: String?

    static let table = RecordTable(
      "seat", RecordColumn("row", \.row, primaryKey: true),
      RecordColumn("letter", \.letter, primaryKey: true),
      RecordColumn("guest", \.guest), row: Seat.init)
  }

  nonisolated static let seats = [
    Seat(row: 1, letter: "b", guest: "ada"), Seat(row: 2, letter: "a", guest: "bob"),
    Seat(row: 1, letter: "a", guest: nil), Seat(row: 10, letter: "B", guest: "ada"),
  ]

  nonisolated static let schemas = [
    "CREATE TABLE seat(row int, letter text, guest text, PRIMARY KEY (row, letter))",
    "CREATE TABLE seat(letter text, row int, guest text, PRIMARY KEY (letter, row))",
    "CREATE TABLE seat(guest text, row bigint, letter varchar(3), PRIMARY KEY (letter, row))",
    "CREATE TABLE seat(id serial PRIMARY KEY, guest text, row int, letter text, UNIQUE (row, letter))",
    """
    CREATE TABLE seat(guest text, letter text, row int, PRIMARY KEY (row, letter))
    PARTITION BY RANGE (row);
    CREATE TABLE low PARTITION OF seat FOR VALUES FROM (0) TO (5);
    CREATE TABLE high PARTITION OF seat DEFAULT
    """,
  ]

  @Test(arguments: schemas) func `records are known, written and found by their key`(sql: String)
    async throws
  {
    let stores = try await RecordStores(
      sqlite: "CREATE TABLE seat(row INT, letter TEXT, guest TEXT, PRIMARY KEY (row, letter))",
      postgres: sql, CompositeKeyTests.seats)
    for sort: [SortKey<Seat>] in [[], [SortKey(\.guest)], [SortKey(\.letter, order: .reverse)]] {
      let lists = try await stores.lists(ResultsRequest(sortBy: sort))
      for (name, list) in lists {
        #expect(list.results.rows.count == 4)
        let moved = Seat(row: 2, letter: "a", guest: "another")
        #expect(list.indexPath(forObject: moved) != nil, "\(name)")
        #expect(list.indexPath(forObject: Seat(row: 9, letter: "a", guest: nil)) == nil)
      }
      if !sort.isEmpty && !sql.contains("(letter, row)") {
        let shown = lists.map { Array($0.list.results.rows) }
        #expect(shown[1] == shown[0] && shown[2] == shown[0])
      }
    }
    try await stores.postgres.write { db in
      #expect(try await db.update(Seat(row: 1, letter: "a", guest: "cy")))
      #expect(try await !db.update(Seat(row: 7, letter: "a", guest: nil)))
      #expect(try await db.delete(CompositeKeyTests.seats[1]))
      #expect(try await !db.delete(CompositeKeyTests.seats[1]))
      try await db.upsert(Seat(row: 1, letter: "b", guest: "dee"))
      try await db.upsert(Seat(row: 3, letter: "b", guest: "eve"))
    }
    let request = ResultsRequest<Seat>(sortBy: [SortKey(\.guest)])
    let guests = try await stores.postgres.read { try await $0.fetch(request).map(\.guest) }
    #expect(guests == ["ada", "cy", "dee", "eve"])
    let error = await storeError {
      try await stores.postgres.write { try await $0.insert(Seat(row: 1, letter: "a", guest: nil)) }
    }
    #expect(error?.code == .constraintViolated)
  }

  @Test(arguments: schemas) func `changes of records are followed by their key`(sql: String)
    async throws
  {
    let server = try await ScratchServerDatabase(sql)
    let store = try server.store()
    try await store.write { db in
      for seat in CompositeKeyTests.seats { try await db.insert(seat) }
    }
    let list = ResultsController(
      fetchRequest: ResultsRequest<Seat>(sortBy: [SortKey(\.guest)]), store: store)
    try await list.performFetch()
    try await server.write(
      """
      BEGIN; UPDATE seat SET guest = 'zed' WHERE row = 1 AND letter = 'a';
      UPDATE seat SET row = 11 WHERE letter = 'B'; COMMIT;
      """)
    try await wait { list.results.rows.last?.guest == "zed" }
    #expect(list.results.rows.map(\.row).sorted() == [1, 1, 2, 11])
  }

  @Test func `a key with included columns consists of its own columns`() async throws {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE t(x int, b int, a int, PRIMARY KEY (a, b) INCLUDE (x));
      INSERT INTO t VALUES (1, 2, 3);
      """)
    let store = try server.store()
    let rows = try await store.read { try await $0.fetch(ResultsRequest<StoredRow>(table: "t")) }
    #expect(rows.first?.key.values == [3, 2])
  }
}
