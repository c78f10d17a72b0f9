import Sectional
import SectionalSQL
import TestSupport
import Testing

/// The recipes about joins and groups, in action.
@MainActor struct JoinedListTests {
  private func store(_ kind: StoreKind) async throws -> TestStore {
    let tables = """
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER, status TEXT NOT NULL);
      CREATE TABLE conversation(id INTEGER PRIMARY KEY, topic TEXT NOT NULL);
      CREATE TABLE message(id INTEGER PRIMARY KEY, conversation INTEGER, unread INTEGER);
      INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO orders VALUES (1, 1, 'open'), (2, 2, 'open'), (3, 1, 'sent'), (4, NULL, 'open');
      INSERT INTO conversation VALUES (1, 'Lunch'), (2, 'Trip');
      INSERT INTO message VALUES (1, 1, 1), (2, 2, NULL), (3, 1, 1);
      """
    let store = try await TestStore(kind, sqlite: tables, postgres: tables)
    switch store.base {
    case .memory: break
    case .sqlite(let base, _): try await JoinedLists.prepare(base)
    case .postgres(let base, _): try await JoinedLists.prepare(base)
    }
    return store
  }

  @Test(arguments: StoreKind.databases)
  func `orders get their customer's new name`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let list = store.list(JoinedLists.orders)
    try await list.performFetch()
    #expect(list.results.rows.map(\.customer) == [nil, "Ada", "Ada", "Bob"])
    let before = list.diagnostics.rowsRead
    try await store.writeElsewhere("UPDATE customer SET name = 'Zoe' WHERE id = 1")
    try await wait { list.results.rows.map(\.customer) == [nil, "Bob", "Zoe", "Zoe"] }
    #expect(list.diagnostics.rowsRead - before == 2)
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.databases)
  func `orders stand below their customer's new name`(kind: StoreKind) async throws {
    let store = try await store(kind)
    func open(_ store: some ResultsStore) -> ResultsController<Order> {
      JoinedLists.openOrders(store)
    }
    let list = open(store.store)
    try await list.performFetch()
    func picture() -> [String] {
      list.results.map { "\($0.name): \($0.map { "\($0.id)" }.joined(separator: " "))" }
    }
    #expect(picture() == [": 4", "Ada: 1", "Bob: 2"])
    try await store.writeElsewhere("UPDATE customer SET name = 'Zoe' WHERE id = 1")
    try await wait { picture() == [": 4", "Bob: 2", "Zoe: 1"] }
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.databases)
  func `conversations count their unread messages`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let list = store.list(JoinedLists.conversations)
    try await list.performFetch()
    func picture() -> [String] { list.results.rows.map { "\($0.topic) \($0.unread)" } }
    #expect(picture() == ["Lunch 2", "Trip 0"])
    try await store.writeElsewhere("INSERT INTO message VALUES (4, 2, 1)")
    try await wait { picture() == ["Trip 1", "Lunch 2"] }
    try await store.writeElsewhere("UPDATE message SET unread = NULL WHERE conversation = 1")
    try await wait { picture() == ["Trip 1", "Lunch 0"] }
    try await store.writeElsewhere("DELETE FROM message WHERE id = 4")
    try await wait { picture() == ["Lunch 0", "Trip 0"] }
    #expect(list.diagnostics.fullFetches == 1)
  }
}
