import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Records that are written to a table that is gone, or that lacks a column.
@Suite struct MissingTableTests {
  private enum Write: CaseIterable, Sendable {
    case insert, update, upsert, delete

    func run(on store: TestStore, _ item: Item) async -> StoreError? {
      await storeError {
        try await store.write { batch in
          switch self {
          case .insert: batch.insert(item)
          case .update: batch.update(item)
          case .upsert: batch.upsert(item)
          case .delete: batch.delete(item)
          }
        }
      }
    }
  }

  @Test(arguments: StoreKind.databases)
  func `a write to a table that was dropped names the table`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(1, "ada")])
    // Statements that were prepared before fail in another way.
    for write in Write.allCases { _ = await write.run(on: store, Item(2, "bob")) }
    try await store.writeElsewhere("DROP TABLE item")
    for write in Write.allCases {
      let error = await write.run(on: store, Item(2, "bob"))
      #expect(error?.code == .noSuchTable, "\(write)")
      #expect(error?.message.contains("\"item\"") == true, "\(error?.message ?? "")")
    }
    let error = await storeError { _ = try await store.fetch(ResultsRequest<Item>()) }
    #expect(error?.code == .noSuchTable)
  }

  @Test(arguments: StoreKind.databases)
  func `a write to a table without a mapped column names the column`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(1, "ada")])
    for write in Write.allCases { _ = await write.run(on: store, Item(2, "bob")) }
    try await store.writeElsewhere("ALTER TABLE item RENAME COLUMN team TO squad")
    for write in [Write.insert, .update, .upsert] {
      let error = await write.run(on: store, Item(2, "bob"))
      #expect(error?.code == .noSuchColumn, "\(write)")
      #expect(error?.message.contains("\"team\"") == true, "\(error?.message ?? "")")
    }
  }

  @Test func `a statement of an SQLite file names the table that is gone`() async throws {
    let store = try await TestStore(.sqlite, of: Item.self)
    let insert = "INSERT INTO item VALUES (?, 'a', NULL)"
    try await store.execute(insert, [1])
    try await store.writeElsewhere("DROP TABLE item")
    let error = await storeError { try await store.execute(insert, [2]) }
    #expect(error?.message.contains("no such table: item") == true, "\(error?.message ?? "")")
  }

  @Test func `a trigger's missing table is named, and isn't taken for the record's`() async throws {
    let store = try await TestStore(
      .sqlite,
      sqlite: """
        \(Item.sqlite); CREATE TABLE note(id);
        CREATE TRIGGER noted AFTER INSERT ON item BEGIN INSERT INTO note VALUES (new.id); END;
        """)
    try await store.write { $0.insert(Item(1, "ada")) }
    try await store.writeElsewhere("DROP TABLE note")
    let error = await storeError { try await store.write { $0.insert(Item(2, "bob")) } }
    #expect(error?.code == .invalidQuery)
    #expect(error?.message.contains("no such table: main.note") == true, "\(error?.message ?? "")")
  }
}
