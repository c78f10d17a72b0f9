import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Which contents a list with batches keeps, and what it tells of them.
@MainActor @Suite struct BatchKeepingTests {
  private func request(_ batchSize: Int = 10) -> ResultsRequest<Item> {
    var request = ResultsRequest<Item>.byName
    request.fetchBatchSize = batchSize
    return request
  }

  private func store(_ kind: StoreKind, _ count: Int64) async throws -> TestStore {
    let items = (1...count).map { Item($0, "n\(10_000 + $0)", "t\($0 % 7)") }
    let store = try await TestStore(kind, of: Item.self, items)
    try await store.installChangeLog(for: ["item"])
    return store
  }

  private func path(_ item: Int) -> IndexPath { IndexPath(indexes: [0, item]) }

  private func isLoaded(_ list: ResultsController<Item>, _ item: Int) -> Bool {
    list.results.row(ifLoaded: path(item)) != nil
  }

  @Test(arguments: StoreKind.allCases)
  func `rows that were asked for while the list was paused are told when it resumes`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind, 300)
    let gate = ReadGate()
    let list = store.list(request(), through: gate)
    let log = KeepingLog()
    list.changesetDelegate = log
    try await list.performFetch()
    list.pause()
    gate.close()
    #expect(list.row(ifLoaded: path(105)) == nil)
    try await wait(for: "a look") { gate.waiting == 1 }
    gate.open()
    // Another look can only begin when this one is over.
    gate.close()
    list.prefetchRows(at: [path(205)])
    try await wait(for: "another look") { gate.waiting == 1 }
    #expect(log.loaded.isEmpty)
    #expect(!isLoaded(list, 105))
    gate.open()
    list.resume()
    try await wait(for: "the rows") { log.loaded.count == 20 }
    #expect(Set(log.loaded) == Set((100..<110).map(path) + (200..<210).map(path)))
    #expect(isLoaded(list, 105) && isLoaded(list, 205))
  }

  @Test(arguments: StoreKind.allCases)
  func `another request keeps what is loaded, and goes on telling its updates`(
    kind: StoreKind
  ) async throws {
    let store = try await store(kind, 300)
    let list = store.list(request())
    let log = KeepingLog()
    list.changesetDelegate = log
    try await list.performFetch()
    try await list.loadRows(at: [path(105)])
    log.loaded = []
    try await list.setRequest(request(50))
    #expect(isLoaded(list, 105))
    #expect(log.loaded.allSatisfy { list.results.row(ifLoaded: $0) != nil })
    #expect(isLoaded(list, 40))
    try await store.write { $0.upsert(Item(106, "n10106", "other")) }
    try await list.refresh()
    #expect(log.changes.map(\.kind) == [.update])
    #expect(list.row(ifLoaded: path(105))?.team == "other")
    try await list.performFetch()
    #expect(isLoaded(list, 105))
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that changes next to loaded rows is loaded and told`(kind: StoreKind) async throws {
    let store = try await store(kind, 300)
    let list = store.list(request())
    let log = KeepingLog()
    list.changesetDelegate = log
    try await list.performFetch()
    try await store.write { batch in
      batch.upsert(Item(11, "n10011", "seen"))
      batch.upsert(Item(200, "n10200", "unseen"))
      batch.upsert(Item(301, "n10000", "new"))
    }
    try await list.refresh()
    #expect(log.changes.map(\.kind) == [.insert])
    #expect(log.loaded == [path(11)])
    #expect(list.results.row(ifLoaded: path(11))?.team == "seen")
    #expect(!isLoaded(list, 200))
  }

  @Test func `rows that somebody looks at stay, and so do those that were asked for at once`()
    async throws
  {
    let store = try await store(.sqlite, 3000)
    let list = store.list(request(50))
    try await list.performFetch()
    for batch in 2..<30 {
      #expect(list.row(ifLoaded: path(5)) != nil)
      try await list.loadRows(at: [path(batch * 100 + 5)])
    }
    #expect(isLoaded(list, 5))
    try await list.loadRows(at: (1000..<2000).map(path))
    try await store.write { $0.upsert(Item(2999, "n12999", "other")) }
    try await list.refresh()
    #expect((1000..<2000).allSatisfy { isLoaded(list, $0) })
    let log = KeepingLog()
    list.changesetDelegate = log
    _ = try await store.writeElsewhere("UPDATE item SET team = team || '!'")
    try await list.refresh()
    #expect(!log.changes.isEmpty)
    for change in log.changes {
      #expect(change.kind == .update)
      #expect(list.results.row(forKey: change.key) != nil)
    }
  }

  @Test func `the other rows of a batch are loaded if a cell of one doesn't fit`() async throws {
    let store = try await store(.sqlite, 300)
    _ = try await store.writeElsewhere("UPDATE item SET team = x'00' WHERE id = 105")
    let list = store.list(request())
    let log = KeepingLog()
    list.changesetDelegate = log
    try await list.performFetch()
    #expect(list.row(ifLoaded: path(101)) == nil)
    try await wait(for: "the others") { log.loaded.count == 9 }
    #expect(isLoaded(list, 101) && !isLoaded(list, 104))
    #expect(log.errors == [.unexpectedCell])
    _ = try await store.writeElsewhere("UPDATE item SET team = 'b' WHERE id = 105")
    try await list.refresh()
    #expect(isLoaded(list, 104))
    #expect(log.loaded == [path(104)])
  }

  @Test func `a loaded row that no longer fits is unloaded, and the list follows the others`()
    async throws
  {
    let store = try await store(.sqlite, 300)
    let list = store.list(request())
    try await list.performFetch()
    _ = try await store.writeElsewhere(
      "UPDATE item SET team = x'00' WHERE id = 5; DELETE FROM item WHERE id = 200")
    try? await list.refresh()
    #expect(list.results.numberOfObjects == 299)
    #expect(!isLoaded(list, 4) && isLoaded(list, 5))
    _ = try await store.writeElsewhere("UPDATE item SET team = 'b' WHERE id = 5")
    try await list.refresh()
    #expect(list.row(ifLoaded: path(4))?.team == "b")
  }

  @Test func `rows are loaded while only the section cache is shown`() async throws {
    let store = try await store(.sqlite, 300)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    func list(_ store: some ResultsStore) -> ResultsController<Item> {
      let list = ResultsController(
        fetchRequest: request(), store: store, sectionBy: SectionKey(\.team), cacheName: "keys")
      list.options.cache?.folder = SectionCacheFolder(path: folder.path)
      return list
    }
    let first = list(store.store)
    try await first.performFetch()
    await first.close()
    let second = list(store.store)
    try await second.performFetch(.sections)
    #expect(second.diagnostics.cache?.outcome == .hit)
    let path = IndexPath(indexes: [2, 30])
    try await second.loadRows(at: [path])
    #expect(second.results.row(ifLoaded: path) == first.results[2].rows.keys[30].item(in: second))
    await second.close()
  }
}

extension RowKey {
  @MainActor fileprivate func item(in list: ResultsController<Item>) -> Item? {
    list.results.object(forKey: self)
  }
}

private final class KeepingLog: ResultsChangesetDelegate {
  var loaded: [IndexPath] = []
  private(set) var changes: [ResultsChange] = []
  private(set) var errors: [StoreError.Code] = []

  func controller(_ controller: ResultsController<Item>, didLoadRowsAt indexPaths: [IndexPath]) {
    loaded = indexPaths
  }

  func controller(
    _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
  ) { changes += changeset.rowChanges }

  func controller(_ controller: ResultsController<Item>, didChangeStatus status: ResultsStatus) {
    if let error = status.error { errors.append(error.code) }
  }
}
