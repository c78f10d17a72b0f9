import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Records and SQL written through a store.
@Suite struct WriteRecordTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() async throws {
    file = try ScratchDatabase(
      """
      \(Item.sqlite);
      ALTER TABLE item ADD COLUMN note TEXT DEFAULT 'none';
      CREATE UNIQUE INDEX item_name ON item(name);
      CREATE TABLE part(id INTEGER PRIMARY KEY, item INTEGER REFERENCES item, size INT CHECK(size > 0));
      INSERT INTO item VALUES (1, 'ada', 'Red', 'kept');
      """)
    store = try file.store()
  }

  private func stored() throws -> [String] {
    try file.write("SELECT * FROM item ORDER BY id").split(separator: "\n").map(String.init)
  }

  @Test func `records are inserted, updated, upserted and deleted by their key`() async throws {
    try await store.write { db in
      try db.insert(Item(2, "bob"))
      #expect(db.lastInsertedRowID == 2)
      #expect(try db.update(Item(1, "ADA", "Tan")))
      #expect(try !db.update(Item(9, "nobody")))
      try db.upsert(Item(2, "Bob", "Red"))
      try db.upsert(Item(3, "cy"))
      #expect(try db.fetch(ResultsRequest<Item>.byName).map(\.name) == ["ADA", "Bob", "cy"])
      #expect(try db.delete(Item(3, "whatever")))
      #expect(try !db.delete(Item(3, "cy")))
    }
    // A column that isn't mapped keeps its value, and gets its default in a new row.
    #expect(try stored() == ["1|ADA|Tan|kept", "2|Bob|Red|none"])
  }

  @Test func `SQL runs with its arguments and says how many rows it wrote`() async throws {
    let text = "it's; DROP TABLE item; --"
    let (counts, names) = try await store.write { db in
      let none: String? = nil
      let insert = "INSERT INTO item(name, team) VALUES (?, ?), (?, ?)"
      return (
        [
          try db.execute(insert, [text, none, "b", "T"]),
          try db.execute("SELECT * FROM item"),
          try db.execute("UPDATE item SET team = ?", ["Red"]),
          try db.execute("DELETE FROM item WHERE id = ?", [Int64(77)]),
          try db.execute("DELETE FROM item WHERE id = 3; UPDATE item SET team = 'x';"),
        ],
        try db.fetch(ResultsRequest<Item>.byName).map(\.name)
      )
    }
    #expect(counts == [2, 0, 3, 0, 2])
    #expect(names == ["ada", text])
    try await store.write { _ = try $0.execute("DELETE FROM item") }
    #expect(try stored().isEmpty)
  }

  @Test(arguments: [
    ("INSERT INTO item(name) VALUES (?)", 0), ("INSERT INTO item(name) VALUES (?)", 2),
    ("INSERT INTO item(name) VALUES ('x')", 1), ("INSERT INTO item(name) VALUES (?); SELECT 1", 1),
    ("", 0), ("-- nothing", 0), ("INSERT INTO", 0), ("SELECT * FROM nobody", 0),
  ])
  func `SQL that can't be run is refused and names no argument`(sql: String, count: Int)
    async throws
  {
    let arguments = Array(repeating: "secret", count: count)
    let error = await storeError {
      try await store.write { _ = try $0.execute(sql, arguments) }
    }
    #expect(error?.code == .invalidQuery)
    #expect(error.map { "\($0) \($0.cause as Any)".contains("secret") } == false)
    #expect(try stored() == ["1|ada|Red|kept"])
  }

  @Test func `a violated constraint has its error code and reveals no value`() async throws {
    func check(_ body: @escaping @Sendable (SQLiteTransaction) throws -> Void) async {
      let error = await storeError { try await store.write(body) }
      #expect(error?.code == .constraintViolated)
      #expect(error.map { "\($0) \($0.cause as Any)".contains("77123") } == false)
    }
    try await store.write { try $0.insert(Item(77123, "n77123")) }
    await check { try $0.insert(Item(77123, "other")) }
    await check { try $0.insert(Item(5, "n77123")) }
    await check { try $0.upsert(Item(5, "n77123")) }
    await check { _ = try $0.update(Item(1, "n77123")) }
    await check { _ = try $0.execute("UPDATE item SET name = NULL WHERE id = 77123") }
    await check { _ = try $0.execute("INSERT INTO part VALUES (1, ?, -77123)", [Int64(77123)]) }
    #expect(try stored().count == 2)
  }

  @Test func `foreign keys are enforced`() async throws {
    let missing = await storeError {
      try await store.write { _ = try $0.execute("INSERT INTO part VALUES (1, 99, 1)") }
    }
    #expect(missing?.code == .constraintViolated)
    try await store.write { try $0.execute("INSERT INTO part VALUES (1, 1, 1)") }
    let needed = await storeError { try await store.write { _ = try $0.delete(Item(1, "ada")) } }
    #expect(needed?.code == .constraintViolated)
    #expect(try stored().count == 1)
  }

  @Test func `a deferred foreign key violation rolls back the transaction`() async throws {
    try await store.write { db in
      try db.execute(
        "CREATE TABLE late(item INTEGER REFERENCES item DEFERRABLE INITIALLY DEFERRED)")
    }
    let error = await storeError {
      try await store.write { db in
        try db.insert(Item(2, "bob"))
        try db.execute("INSERT INTO late VALUES (99)")
      }
    }
    #expect(error?.code == .constraintViolated)
    #expect(try stored() == ["1|ada|Red|kept"])
    // The store continues to work, and a reference that is fixed in time isn't a violation.
    try await store.write { db in
      try db.execute("INSERT INTO late VALUES (2)")
      try db.insert(Item(2, "bob"))
    }
    #expect(try stored().count == 2)
  }

  @Test func `a record whose mapped key is not a key of the table can't be upserted`() async throws
  {
    struct Loose: StoredRecord {
      var team: String, name: String
      static let table = RecordTable(
        "item", RecordColumn("team", \.team, primaryKey: true), RecordColumn("name", \.name),
        row: Loose.init)
    }
    let error = await storeError {
      try await store.write { try $0.upsert(Loose(team: "Red", name: "x")) }
    }
    #expect(error?.code == .invalidQuery)
  }
}
