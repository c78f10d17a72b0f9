import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// The change sources and the store of the documentation keep every rule.
@Suite struct StoreRecipeTests {
  private static let serverJournal = """
    CREATE TABLE journal(xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      name text NOT NULL, item bigint NOT NULL);
    CREATE INDEX ON journal(xid);
    CREATE FUNCTION note_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN INSERT INTO journal(name, item)
        VALUES (format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME), old.id); END IF;
      IF TG_OP <> 'DELETE' THEN INSERT INTO journal(name, item)
        VALUES (format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME), new.id); END IF;
      RETURN NULL; END $$;
    CREATE TRIGGER note_item AFTER INSERT OR UPDATE OR DELETE ON item
      FOR EACH ROW EXECUTE FUNCTION note_item();
    """

  @Test(arguments: ConformanceRule.allCases)
  func `the journal of a file keeps every rule`(rule: ConformanceRule) async throws {
    try await StoreConformance {
      try await SQLiteSubject(JournaledFile.journal) { JournalSource(store: $0) }
    }.check(rule)
  }

  @Test(arguments: ConformanceRule.allCases)
  func `the journal of a server keeps every rule`(rule: ConformanceRule) async throws {
    try await StoreConformance {
      try await PostgresSubject(Self.serverJournal) { ServerJournalSource(store: $0) }
    }.check(rule)
  }

  @MainActor @Test func `a journal names the rows of other connections`() async throws {
    let file = try ScratchDatabase(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT); \(JournaledFile.journal)"
    )
    let store = try file.store()
    let list = itemList(store: store)
    try file.write("INSERT INTO item VALUES (1, 'one', NULL), (2, 'two', NULL)")
    try await list.performFetch()
    try file.write("UPDATE item SET name = 'zwei' WHERE id = 2")
    try await wait { list.results.rows.last?.name == "zwei" }
    #expect(list.diagnostics.fullFetches == 1)
    #expect(list.diagnostics.rowsRead == 3)
  }

  @MainActor @Test func `a folder is listed in sections, and opened from its section cache`()
    async throws
  {
    let subject = try FolderSubject()
    let folder = SectionCacheFolder(path: subject.store.folder.path + "-cache")
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try subject.store.write([
      1: FolderItem(name: "ada", team: "Red"), 2: FolderItem(name: "bob", team: nil),
    ])
    for outcome in [SectionCacheReport.Outcome.miss, .hit, .caughtUp] {
      let list = ResultsController(
        fetchRequest: ResultsRequest<ConformanceItem>(sortBy: [SortKey(\.name)]),
        store: FolderStore(folder: subject.store.folder), sectionNameKeyPath: \.team,
        cacheName: "items")
      list.options.cache?.folder = folder
      if outcome == .caughtUp {
        try subject.store.write([2: nil, 3: FolderItem(name: "cy", team: "Blue")])
      }
      try await list.performFetch(.sections)
      #expect(list.diagnostics.cache?.outcome == outcome, "\(list.diagnostics)")
      #expect(list.sections.map(\.name) == (outcome == .caughtUp ? ["Blue", "Red"] : ["", "Red"]))
      await list.close()
    }
  }

  @MainActor @Test func `a shelf names the articles that changed, or says that any may have`()
    async throws
  {
    let store = ShelfStore()
    for id in 1...3 { store.name(Int64(id), "article \(id)") }
    var request = ResultsRequest<StoredRow>(
      source: .table("article"), sortBy: [SortKey(.column("name"))])
    let list = try ResultsController(immediatelyFetching: request, store: store)
    var names: [String] { list.results.rows.compactMap { $0["name"]?.textValue } }
    #expect(names == ["article 1", "article 2", "article 3"])
    store.name(2, "book")
    try await list.refresh()
    #expect(names == ["article 1", "article 3", "book"])
    #expect(list.diagnostics.fullFetches == 1)
    store.replaceAll(with: [7: "pen"])
    try await list.refresh()
    #expect(names == ["pen"])
    #expect(list.diagnostics.fullFetches == 2)
    #expect(try await store.check(request).isEmpty)
    store.replaceAll(with: Dictionary(uniqueKeysWithValues: (0...10_000).map { ($0, "\($0)") }))
    #expect(try await store.check(request).map(\.kind) == [.orderUnknownToStore])
    request.fetchWindowSize = 10
    let part = ResultsController(fetchRequest: request, store: store)
    let error = await #expect(throws: StoreError.self) { try await part.performFetch() }
    #expect(error?.code == .notWindowable)
    await list.close()
  }

  @Test func `connections are lent, and a message makes the poll ask`() async throws {
    let doorbells = DoorbellRegistry()
    let connections = ServiceConnections(ringing: doorbells)
    #expect(try await connections.read { $0.isOpen })
    let rings = AsyncStream.makeStream(of: Void.self)
    let listening = Task {
      try await connections.poll.serve(Doorbell { rings.continuation.yield() })
    }
    var heard = rings.stream.makeAsyncIterator()
    // It rings when it begins, and when it has asked for the first time.
    for _ in 0..<2 { await heard.next() }
    let start = ContinuousClock.now
    connections.noteWrite()
    await heard.next()
    #expect(ContinuousClock.now - start < .seconds(30))
    listening.cancel()
    connections.close()
    await #expect(throws: StoreError.self) { try await connections.read { $0.isOpen } }
  }
}
