import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// How a list continues, or doesn't, when it is fetched again, stopped, or not notified.
@Suite struct FollowingTests {
  private static let contacts = """
    CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO contact VALUES (1, 'ada'), (2, 'bob');
    """

  private func followed(_ kind: StoreKind) async throws -> (TestStore, FollowingList) {
    let store = try await TestStore(kind, sqlite: Self.contacts, postgres: Self.contacts)
    return (store, try await FollowingList(store, ResultsRequest(table: "contact")))
  }

  @Test(arguments: StoreKind.databases)
  func `renaming a column updates every row`(kind: StoreKind)
    async throws
  {
    let (store, list) = try await followed(kind)
    try await store.writeElsewhere("ALTER TABLE contact RENAME COLUMN name TO label")
    try await list.wait { $0.results.columns.names == ["id", "label"] }
    #expect(await list.picture("label") == [": ada bob"])
    let changes = await list.changesets.flatMap(\.rowChanges)
    #expect(changes.map(\.kind) == [.update, .update])
  }

  @Test(arguments: StoreKind.databases)
  func `a list whose second fetch fails keeps following with the first`(kind: StoreKind)
    async throws
  {
    let (store, list) = try await followed(kind)
    try await store.writeElsewhere("ALTER TABLE contact RENAME TO away")
    await #expect(throws: StoreError.self) { try await list.fetchAgain() }
    #expect(await list.picture("name") == [": ada bob"])
    try await store.writeElsewhere(
      "DELETE FROM away WHERE id = 1; ALTER TABLE away RENAME TO contact")
    try await list.wait { $0.picture("name") == [": bob"] }
    #expect(await list.changesets.count == 1)
  }

  @Test func `fetching again replaces the results without a change set`() async throws {
    let file = try ScratchDatabase(Self.contacts)
    let store = try SQLiteStore(path: file.path)
    let source = BelledSource(of: store)
    let list = try await FollowingList(store, ResultsRequest(table: "contact"), changes: source)
    try file.write("DELETE FROM contact WHERE id = 1")
    try await list.fetchAgain()
    #expect(await list.picture("name") == [": bob"])
    #expect(await list.changesets.isEmpty)
    try file.write("DELETE FROM contact WHERE id = 2")
    source.ring()
    try await list.wait { $0.picture("name") == [": "] }
    #expect(await list.changesets.count == 1)
  }

  @Test(arguments: StoreKind.databases)
  func `a stopped list stays unchanged until it is fetched again`(kind: StoreKind) async throws {
    let (store, list) = try await followed(kind)
    await list.stop()
    try await store.writeElsewhere("DELETE FROM contact WHERE id = 1")
    try await Task.sleep(for: .milliseconds(100))
    #expect(await list.picture("name") == [": ada bob"])
    try await list.fetchAgain()
    #expect(await list.picture("name") == [": bob"])
  }
}

/// A change source that rings on demand, so that nothing looks at the store in between.
private struct BelledSource: ChangeSource {
  typealias Store = SQLiteStore
  typealias Cursor = SQLiteStore.Source.Cursor

  private struct Bells {
    var doorbells: [Doorbell] = []
    var hasRung = false
  }

  private let source: SQLiteStore.Source
  private let bells = Locked(Bells())

  init(of store: SQLiteStore) { source = store.changeSource() }

  func ring() {
    let doorbells = bells.withLock { bells in
      bells.hasRung = true
      return bells.doorbells
    }
    for doorbell in doorbells { doorbell() }
  }

  func run(_ doorbell: Doorbell) async throws {
    let hasRung = bells.withLock { bells in
      bells.doorbells.append(doorbell)
      return bells.hasRung
    }
    // The list may begin to listen only after the ring.
    if hasRung { doorbell() }
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: SQLiteReader
  ) async throws -> StoreChanges<Cursor> {
    try await source.changes(in: region, since: cursor, reader)
  }
}
