import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// What a list with batches reads, keeps and tells.
@MainActor @Suite struct BatchLoadingTests {
  private func list(
    _ store: TestStore, batchSize: Int = 10, sections: Bool = false, tracksChanges: Bool = true
  ) -> ResultsController<Item> {
    var request = ResultsRequest<Item>.byName
    request.fetchBatchSize = batchSize
    return store.list(
      request, sectionBy: sections ? SectionKey(\.team) : nil, tracksChanges: tracksChanges)
  }

  private func items(_ count: Int64) -> [Item] {
    (1...count).map { Item($0, "n\(10_000 + $0)", "t\($0 % 7)") }
  }

  private func path(_ item: Int, in section: Int = 0) -> IndexPath {
    IndexPath(indexes: [section, item])
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch loads the first batch, and looking at a row loads its batch`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Item.self, items(2000))
    try await store.installChangeLog(for: ["item"])
    let list = list(store)
    let recorder = LoadRecorder()
    list.delegate = recorder
    try await list.performFetch()
    #expect(list.results.numberOfObjects == 2000)
    #expect(list.row(ifLoaded: path(9))?.id == 10)
    #expect(list.results.row(ifLoaded: path(10)) == nil)
    let read = list.diagnostics.rowsRead
    #expect(list.row(ifLoaded: path(1234)) == nil)
    try await wait(for: "the batch") { recorder.loaded.count == 10 }
    #expect(recorder.loaded == (1230..<1240).map { path($0) })
    #expect(list.row(ifLoaded: path(1234))?.id == 1235)
    #expect(list.diagnostics.rowsRead == read + 10)
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `the contents of a few rows stay in memory while all are looked at`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Item.self, items(2000))
    try await store.installChangeLog(for: ["item"])
    let list = list(store, batchSize: 50, sections: true)
    try await list.performFetch()
    var seen: [Int64] = []
    for section in list.results.indices {
      for position in list.results[section].indices {
        let path = path(position, in: section)
        if list.results.row(ifLoaded: path) == nil { try await list.loadRows(at: [path]) }
        seen.append(try #require(list.row(ifLoaded: path)).id)
      }
    }
    #expect(Set(seen) == Set(1...2000))
    let held = list.results.indices.flatMap { section in
      list.results[section].indices.filter {
        list.results.row(ifLoaded: path($0, in: section)) != nil
      }
    }
    #expect(held.count <= 512 + 50)
    #expect(list.diagnostics.rowsRead == 4000)
  }

  @Test(arguments: StoreKind.allCases)
  func `changes of rows without contents are told by key`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, items(100))
    let list = list(store)
    let recorder = LoadRecorder()
    list.delegate = recorder
    try await list.performFetch()
    try await store.write { batch in
      batch.delete(Item(50, "", nil))
      batch.upsert(Item(60, "n10060", "other"))
      batch.upsert(Item(3, "n10003", "other"))
      batch.insert(Item(1000, "n10070a", nil))
    }
    try await list.refresh()
    #expect(
      recorder.changes.sorted() == ["delete (50)", "insert (1000)", "update of record 3"])
    #expect(list.row(ifLoaded: path(2))?.team == "other")
  }

  @Test func `a list without tracking loads batches, and shows what is there then`() async throws {
    let store = try await TestStore(.sqlite, of: Item.self, items(100))
    let list = list(store, tracksChanges: false)
    try await list.performFetch()
    try await store.write { $0.delete(Item(1, "", nil)) }
    #expect(list.results.numberOfObjects == 100)
    try await list.loadRows(at: [path(50)])
    #expect(list.results.numberOfObjects == 99)
    #expect(list.results.row(ifLoaded: path(50))?.id == 52)
  }

  @Test func `a misfit cell is an error only when its row is looked at`() async throws {
    let store = try await TestStore(.sqlite, of: Item.self, items(100))
    _ = try await store.writeElsewhere("UPDATE item SET team = x'00' WHERE id = 50")
    let list = list(store)
    try await list.performFetch()
    let error = await #expect(throws: StoreError.self) {
      try await list.loadRows(at: [self.path(49)])
    }
    #expect(error?.code == .unexpectedCell)
    try await list.loadRows(at: [path(80)])
    #expect(list.row(ifLoaded: path(80))?.id == 81)
    _ = try await store.writeElsewhere("UPDATE item SET team = 'b' WHERE id = 50")
    try await list.loadRows(at: [path(49)])
    #expect(list.row(ifLoaded: path(49))?.team == "b")
  }

  @Test func `a row with other contents than its log says is noticed`() async throws {
    let store = MemoryStore(try MemoryTable(for: Item.self))
    try store.write { tables in for item in items(100) { try tables.insert(item) } }
    var request = ResultsRequest<Item>.byName
    request.fetchBatchSize = 10
    let list = ResultsController(
      fetchRequest: request, store: store, changes: ForgetfulSource(store.changeSource()))
    try await list.performFetch()
    try store.write { tables in try tables.delete(Item(50, "n10050", nil)) }
    try await list.loadRows(at: [path(45)])
    #expect(list.results.numberOfObjects == 99)
    #expect(list.results.row(ifLoaded: path(45))?.id == 46)
    #expect(list.diagnostics.fullFetchReason?.contains("no change log names") == true)
  }

  @Test func `a negative batch size is an error`() async throws {
    let list = list(try await TestStore(.memory, of: Item.self), batchSize: -1)
    let error = await #expect(throws: StoreError.self) { try await list.performFetch() }
    #expect(error?.code == .unsupported)
  }
}

/// A source that says that nothing changed.
private struct ForgetfulSource: ChangeSource {
  typealias Store = MemoryStore
  let source: MemoryStore.Source

  init(_ source: MemoryStore.Source) { self.source = source }

  func run(_ doorbell: Doorbell) async throws { try await source.run(doorbell) }

  func changes(
    in region: TableRegion, since cursor: MemoryStore.Source.Cursor?, _ reader: MemoryReader
  ) async throws -> StoreChanges<MemoryStore.Source.Cursor> {
    let changes = try await source.changes(in: region, since: cursor, reader)
    return StoreChanges(.nothing, next: changes.cursor)
  }
}

private final class LoadRecorder: ResultsControllerDelegate {
  private(set) var loaded: [IndexPath] = []
  private(set) var changes: [String] = []

  func controller(_ controller: ResultsController<Item>, didLoadRowsAt indexPaths: [IndexPath]) {
    loaded = indexPaths
  }

  func controller(
    _ controller: ResultsController<Item>, didChange object: Item, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) { changes.append("\(type) of record \(object.id)") }

  func controller(
    _ controller: ResultsController<Item>, didChangeRowWithKey key: RowKey,
    at indexPath: IndexPath?, for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) { changes.append("\(type) \(key)") }
}
