import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// What a list shows between a fetch of its sections and the contents that follow, and what can happen in between.
@MainActor @Suite struct SectionFetchTests {
  /// Records what a diffable data source is told.
  private final class Gatherer: ResultsSnapshotDelegate {
    var snapshots: [ResultsSnapshot<Item>] = []
    var loaded: [Bool] = []
    var statuses: [String] = []

    func controller(
      _ controller: ResultsController<Item>, didChangeContentWith snapshot: ResultsSnapshot<Item>
    ) {
      snapshots.append(snapshot)
      loaded.append(controller.results.isLoaded)
    }

    func controller(_ controller: ResultsController<Item>, didChangeStatus status: ResultsStatus) {
      statuses.append("\(status)")
    }
  }

  private let bench: CacheBench
  private let store: GatedStore<SQLiteStore>
  private let gate = ReadGate()
  private let gatherer = Gatherer()
  private let changesets = ChangesetRecorder<Item>()
  private let recorder = CallRecorder()

  init() async throws {
    let bench = try CacheBench()
    store = GatedStore(try bench.file.store(), gate)
    try await bench.keep(over: store)
    self.bench = bench
  }

  private func list(tracksChanges: Bool = true) -> ResultsController<Item> {
    let controller = bench.list(over: store, tracksChanges: tracksChanges)
    controller.delegate = recorder
    controller.changesetDelegate = changesets
    controller.snapshotDelegate = gatherer
    return controller
  }

  /// Fetches the sections, and blocks the contents at the gate.
  private func openHalf(_ controller: ResultsController<Item>) async throws {
    gate.close()
    let fetch = Task { try await controller.performFetch(.sections) }
    try await wait { gate.waiting == 1 }
    gate.letThrough(1)
    try await fetch.value
    try #require(controller.diagnostics.cache?.outcome == .hit)
    try #require(!controller.results.isLoaded)
    try await wait { gate.waiting == 1 }
  }

  /// Closes a list, and lets the contents through only then.
  private func closeHalf(_ controller: ResultsController<Item>) async {
    let closing = Task { await controller.close() }
    // Once the list is idle, it has asked for its contents to be cancelled.
    try? await wait { "\(controller.status)" == "idle" }
    gate.open()
    await closing.value
  }

  private func picture(_ controller: ResultsController<Item>) -> [String] {
    controller.results.isLoaded ? ControllerBench.picture(controller.results) : ["not loaded"]
  }

  private static let picture = [": bob", "Blue: cy", "Red: ada dan"]

  @Test func `sections, names, keys and titles are available before the contents`() async throws {
    let controller = list()
    try await openHalf(controller)
    #expect("\(controller.status)" == "loading")
    #expect(CacheBench.outline(controller.results) == CacheBench.outline)
    #expect(controller.sections.map(\.name) == ["", "Blue", "Red"])
    #expect(controller.sections.map(\.key) == [.null, "Blue", "Red"])
    #expect(controller.sections.map(\.count) == [1, 1, 2])
    #expect(controller.sections.map(\.indexTitle) == [nil, "B", "R"])
    #expect(controller.sectionIndexTitles == ["B", "R"])
    #expect(controller.section(forSectionIndexTitle: "R", at: 1) == 2)
    #expect(controller.results.numberOfObjects == 4)
    #expect(controller.results.rows.count == 4)
    #expect(controller.results.section(forKey: "Red") == 2)
    for (id, path) in [(2, (0, 0)), (3, (1, 0)), (1, (2, 0)), (4, (2, 1))] as [(Int64, (Int, Int))]
    {
      let place = ElementPath(section: path.0, item: path.1)
      #expect(controller.results.path(forKey: RowKey([.integer(id)])) == place)
      #expect(controller.indexPath(forKey: RowKey([.integer(id)])) == place.indexPath)
      #expect(controller.row(ifLoaded: place.indexPath)?.id == id)
      #expect(controller.object(at: place.indexPath).id == id)
    }
    #expect(controller.results.path(forKey: RowKey([9])) == nil)
    #expect(controller.results.object(forKey: RowKey([1]))?.name == "ada")
    #expect(controller.diagnostics.fullFetches == 0 && controller.diagnostics.rowsRead == 4)
    gate.open()
    try await wait { controller.results.isLoaded }
    controller.stop()
  }

  @Test func `contents follow, delegates are told, and later commits are changes`()
    async throws
  {
    let controller = list()
    try await openHalf(controller)
    #expect(gatherer.loaded == [false])
    #expect(
      gatherer.snapshots.first?.itemIdentifiers == [2, 3, 1, 4].map { RowKey([.integer($0)]) })
    #expect(gatherer.snapshots.first?.sectionIdentifiers == [.null, "Blue", "Red"])
    #expect(recorder.statuses == ["loading"])
    gate.open()
    try await wait { if case .current = controller.status { true } else { false } }
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect(controller.row(ifLoaded: IndexPath(indexes: [2, 1])) == Item(4, "dan", "Red"))
    #expect(gatherer.loaded == [false, true])
    for statuses in [gatherer.statuses, changesets.statuses, recorder.statuses] {
      #expect(statuses == ["loading", "current"])
    }
    // The arrival of the contents isn't a change of the list.
    #expect(recorder.take().isEmpty)
    #expect(changesets.changesets.isEmpty)
    #expect(controller.diagnostics.cache?.outcome == .hit)
    #expect(controller.diagnostics.fullFetches == 1)
    try bench.file.write("UPDATE item SET name = 'zed' WHERE id = 1")
    try await wait { !changesets.changesets.isEmpty }
    #expect(recorder.take() == ["will", "move row 2,0 to 2,1 zed", "did"])
    #expect(gatherer.loaded == [false, true, true])
    await controller.close()
  }

  @Test func `a plain fetch returns with the contents, also on a hit`() async throws {
    let controller = list()
    try await controller.performFetch()
    #expect(controller.diagnostics.cache?.outcome == .hit)
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect("\(controller.status)" == "current")
    controller.stop()
  }

  @Test func `without a cache file the contents are available at once`() async throws {
    let controller = bench.list(over: store, named: "others")
    controller.snapshotDelegate = gatherer
    try await controller.performFetch(.sections)
    #expect(controller.diagnostics.cache?.outcome == .miss)
    #expect(controller.diagnostics.cacheMissReason?.isEmpty == false)
    #expect("\(controller.status)" == "current")
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect(gatherer.loaded == [true])
    controller.stop()
  }

  @Test func `without a cache name nothing is reported or written`() async throws {
    let controller = bench.list(over: store, named: nil)
    try await controller.performFetch(.sections)
    #expect(controller.diagnostics.cache == nil)
    #expect(picture(controller) == SectionFetchTests.picture)
    await controller.close()
    #expect(bench.folder.fileNames.count == 1)
  }

  @Test(arguments: [true, false])
  func `a foreign write before the contents are read is in them`(
    tracksChanges: Bool
  ) async throws {
    let controller = list(tracksChanges: tracksChanges)
    try await openHalf(controller)
    try bench.file.write(
      "DELETE FROM item WHERE team IS NULL; INSERT INTO item VALUES (9, 'abe', 'Tan');")
    gate.open()
    try await wait { controller.results.isLoaded }
    #expect(picture(controller) == ["Blue: cy", "Red: ada dan", "Tan: abe"])
    #expect(controller.diagnostics.cache?.outcome != .hit)
    #expect(controller.diagnostics.cache?.reason.isEmpty == false)
    // What was shown is replaced, not changed.
    #expect(changesets.changesets.isEmpty)
    #expect(gatherer.loaded == [false, true])
    await controller.close()
    try await expectHit(["Blue: 3", "Red: 1 4", "Tan: 9"], whereKept: tracksChanges)
  }

  /// Opens the list again, as another program would.
  private func expectHit(
    _ outline: [String], whereKept isKept: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let controller = bench.list(
      over: GatedStore(try bench.file.store(), ReadGate()), keeping: false)
    try await controller.performFetch(.sections)
    if isKept {
      #expect(controller.diagnostics.cache?.outcome == .hit, sourceLocation: sourceLocation)
    }
    #expect(CacheBench.outline(controller.results) == outline, sourceLocation: sourceLocation)
    controller.stop()
  }

  @Test func `stopping before the contents keeps the sections, and a later fetch reads the rest`()
    async throws
  {
    let controller = list()
    try await openHalf(controller)
    controller.stop()
    #expect("\(controller.status)" == "idle")
    gate.open()
    try await wait { gate.waiting == 0 }
    #expect(!controller.results.isLoaded)
    #expect(CacheBench.outline(controller.results) == CacheBench.outline)
    #expect(controller.row(ifLoaded: IndexPath(indexes: [0, 0]))?.name == "bob")
    try await controller.performFetch()
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect("\(controller.status)" == "current")
    await controller.close()
    try await expectHit(CacheBench.outline)
  }

  @Test(arguments: [true, false])
  func `contents that come while the list is paused are shown when it resumes`(
    tracksChanges: Bool
  ) async throws {
    let controller = list(tracksChanges: tracksChanges)
    try await openHalf(controller)
    controller.pause()
    gate.open()
    // The contents have been read once a later read of the store is through.
    for _ in 0..<20 { _ = try await store.read { try await $0.version() } }
    for _ in 0..<100 { await Task.yield() }
    #expect(!controller.results.isLoaded)
    controller.resume()
    try await wait { controller.results.isLoaded }
    #expect(picture(controller) == Self.picture)
    #expect(changesets.changesets.isEmpty)
    await controller.close()
  }

  @Test func `closing before the contents leaves a good file`() async throws {
    let controller = list()
    try await openHalf(controller)
    await closeHalf(controller)
    #expect("\(controller.status)" == "idle")
    #expect(CacheBench.outline(controller.results) == CacheBench.outline)
    // Closing it again does no harm.
    await controller.close()
    try await expectHit(CacheBench.outline)
  }

  @Test func `closing before the contents after a foreign write keeps no outdated file`()
    async throws
  {
    let controller = list()
    try await openHalf(controller)
    try bench.file.write("INSERT INTO item VALUES (9, 'abe', 'Tan')")
    await closeHalf(controller)
    try await expectHit([": 2", "Blue: 3", "Red: 1 4", "Tan: 9"], whereKept: false)
  }

  // Contents that arrive while the list closes hide the answer, so it is asked for repeatedly.
  @Test(arguments: ["item VALUES (9, 'abe', 'Tan')", "other VALUES (1)"], 1...24)
  func `closing before the contents asks the change log whether the sections are still right`(
    row: String, round: Int
  ) async throws {
    try bench.file.write("CREATE TABLE other(id INTEGER PRIMARY KEY)")
    try await bench.file.store().installChangeLog(for: ["item", "other"])
    try await bench.keep(over: store)
    let controller = list()
    try await openHalf(controller)
    try bench.file.write("INSERT INTO \(row)")
    await closeHalf(controller)
    let isOther = row.hasPrefix("other")
    // Only sections that are still right are kept at the new version.
    if isOther { #expect(controller.diagnostics.cacheWrites == 1) }
    try await expectHit(
      isOther ? CacheBench.outline : [": 2", "Blue: 3", "Red: 1 4", "Tan: 9"], whereKept: isOther)
  }

  @Test func `a second fetch before the contents reads them`() async throws {
    let controller = list()
    try await openHalf(controller)
    let again = Task { try await controller.performFetch() }
    await Task.yield()
    gate.open()
    try await again.value
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect("\(controller.status)" == "current")
    #expect(changesets.changesets.isEmpty)
    try bench.file.write("DELETE FROM item WHERE id = 4")
    try await wait { picture(controller) == [": bob", "Blue: cy", "Red: ada"] }
    await controller.close()
    try await expectHit([": 2", "Blue: 3", "Red: 1"])
  }

  @Test func `a second fetch of the sections before the contents is a hit`() async throws {
    let controller = list()
    try await openHalf(controller)
    let again = Task { try await controller.performFetch(.sections) }
    await Task.yield()
    gate.open()
    try await again.value
    #expect(controller.diagnostics.cache?.outcome == .hit)
    try await wait { controller.results.isLoaded }
    #expect(picture(controller) == SectionFetchTests.picture)
    await controller.close()
  }

  @Test func `a request set before the contents replaces the list without a change set`()
    async throws
  {
    let controller = list()
    try await openHalf(controller)
    let request = ResultsRequest<Item>(sortBy: [SortKey(\.name, order: .reverse)])
    let setting = Task { try await controller.setRequest(request) }
    await Task.yield()
    gate.open()
    try await setting.value
    #expect(changesets.changesets.isEmpty || controller.results.isLoaded)
    #expect(picture(controller) == [": bob", "Blue: cy", "Red: dan ada"])
    #expect("\(controller.status)" == "current")
    await controller.close()
    // The file with this name belongs to the newer request.
    #expect(bench.folder.fileNames.count == 1)
    let again = bench.list(
      request, over: GatedStore(try bench.file.store(), ReadGate()), keeping: false)
    try await again.performFetch(.sections)
    #expect(again.diagnostics.cache?.outcome == .hit)
    #expect(CacheBench.outline(again.results) == [": 2", "Blue: 3", "Red: 4 1"])
    again.stop()
  }

  @Test func `a request that fails before the contents does not stop the list`() async throws {
    let controller = list()
    try await openHalf(controller)
    let wrong = ResultsRequest<Item>(predicate: "no_such_column = 1")
    let setting = Task { await storeError { try await controller.setRequest(wrong) } }
    await Task.yield()
    gate.open()
    #expect(await setting.value != nil)
    try await wait { controller.results.isLoaded }
    try await wait { if case .current = controller.status { true } else { false } }
    #expect(picture(controller) == SectionFetchTests.picture)
    await controller.close()
  }

  @Test func `a refresh before the contents waits for what was committed`() async throws {
    let controller = list()
    try await openHalf(controller)
    try bench.file.write("UPDATE item SET name = 'bea' WHERE id = 2")
    let refresh = Task { try await controller.refresh() }
    await Task.yield()
    gate.open()
    try await refresh.value
    #expect(picture(controller) == [": bea", "Blue: cy", "Red: ada dan"])
    await controller.close()
  }

  @Test func `a list that tracks no changes gets its contents and no later change`() async throws {
    let controller = list(tracksChanges: false)
    try await openHalf(controller)
    gate.open()
    try await wait { controller.results.isLoaded }
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect("\(controller.status)" == "current")
    try bench.file.write("DELETE FROM item")
    // Longer than the store takes to notice.
    try await Task.sleep(for: .milliseconds(60))
    #expect(picture(controller) == SectionFetchTests.picture)
    #expect(gatherer.loaded == [false, true])
    await controller.close()
  }

  @Test func `a list released before its contents is deallocated`() async throws {
    weak var gone: ResultsController<Item>?
    do {
      let controller = list()
      gone = controller
      try await openHalf(controller)
    }
    gate.open()
    try await wait { gone == nil }
    try await expectHit(CacheBench.outline)
  }

  @Test func `of two requests with one cache name the later one keeps the file`()
    async throws
  {
    let (first, second) = (
      bench.list(over: store), bench.list(over: GatedStore(store.base, ReadGate()))
    )
    try await first.performFetch(.sections)
    try await second.performFetch(.sections)
    for controller in [first, second] {
      #expect(controller.diagnostics.cache?.outcome == .hit)
      #expect(CacheBench.outline(controller.results) == CacheBench.outline)
    }
    await first.close()
    await second.close()
    #expect(bench.folder.fileNames.count == 1)
    let request = ResultsRequest<Item>(sortBy: [SortKey(\.name, order: .reverse)])
    let other = bench.list(request, over: store)
    try await other.performFetch(.sections)
    #expect(other.diagnostics.cacheMissReason?.contains("order") == true)
    await other.close()
    #expect(bench.folder.fileNames.count == 1)
    let again = bench.list(over: store, keeping: false)
    try await again.performFetch(.sections)
    #expect(again.diagnostics.cacheMissReason?.contains("order") == true)
    #expect(picture(again) == SectionFetchTests.picture)
    again.stop()
  }

  @Test func `lists that close at the same time leave one good file`() async throws {
    try bench.file.write("INSERT INTO item VALUES (9, 'abe', 'Tan')")
    let lists = (0..<4).map { _ in bench.list(over: store) }
    for controller in lists { try await controller.performFetch(.sections) }
    let closing = lists.map { controller in Task { await controller.close() } }
    for task in closing { await task.value }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        == bench.folder.fileNames)
    #expect(bench.folder.fileNames.count == 1)
    try await expectHit([": 2", "Blue: 3", "Red: 1 4", "Tan: 9"])
  }
}

/// What is kept of a list, and what isn't.
@MainActor @Suite struct KeptListTests {
  @Test func `a cache is deleted by its name, and an unknown name does no harm`() async throws {
    let bench = try CacheBench()
    let name = "test \(UUID().uuidString)"
    func open() async throws -> SectionCacheReport? {
      let controller = bench.list(over: try bench.file.store(), named: name)
      // The application's own folder.
      controller.options.cache?.folder = .ofApplication
      try await controller.performFetch(.sections)
      let report = controller.diagnostics.cache
      await controller.close()
      return report
    }
    #expect(try await open()?.outcome == .miss)
    #expect(try await open()?.outcome == .hit)
    try ResultsController.deleteCache(withName: name + " of nobody")
    #expect(try await open()?.outcome == .hit)
    try ResultsController.deleteCache(withName: name)
    #expect(try await open()?.outcome == .miss)
    // With any type of records, and without one.
    try ResultsController<StoredRow>.deleteCache(withName: name)
    #expect(try await open()?.outcome == .miss)
    try ResultsController.deleteCache(withName: name)
    try ResultsController.deleteCache(withName: name)
    #expect(bench.folder.fileNames.isEmpty)
  }

  @Test func `nondeterministic SQL is not cached, and the reason says so`() async throws {
    let bench = try CacheBench()
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        sql: "SELECT id, name FROM item WHERE abs(random()) >= 0", key: ["id"]),
      store: try bench.file.store(), cacheName: "items")
    controller.options.cache?.folder = bench.folder
    for _ in 0..<2 {
      try await controller.performFetch(.sections)
      #expect(controller.diagnostics.cache?.outcome == .miss)
      #expect(controller.diagnostics.cacheMissReason?.contains("random") == true)
      #expect(controller.results.numberOfObjects == 4)
      await controller.close()
      #expect(controller.diagnostics.cacheProblem?.contains("random") == true)
      #expect(bench.folder.fileNames.isEmpty)
    }
  }

  @Test func `lists over a store in memory work without a cache`() async throws {
    let bench = try CacheBench()
    let memory = MemoryStore(try MemoryTable(for: Item.self))
    try memory.write { try $0.insert(Item(1, "ada", "Red")) }
    let controller = bench.list(over: memory)
    try await controller.performFetch(.sections)
    #expect(controller.diagnostics.cache?.outcome == .miss)
    #expect(controller.diagnostics.cacheMissReason?.isEmpty == false)
    #expect(ControllerBench.picture(controller.results) == ["Red: ada"])
    try memory.write { try $0.insert(Item(2, "bob", nil)) }
    try await wait { ControllerBench.picture(controller.results) == [": bob", "Red: ada"] }
    await controller.close()
    #expect(bench.folder.fileNames.isEmpty)
    #expect(controller.diagnostics.cacheProblem?.isEmpty == false)
  }

  @Test func `only the user can read the cache file`() async throws {
    let bench = try CacheBench()
    try await bench.keep()
    let name = try #require(bench.folder.fileNames.first)
    let manager = FileManager.default
    let file = try manager.attributesOfItem(atPath: bench.folder.path + "/" + name)
    #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let folder = try manager.attributesOfItem(atPath: bench.folder.path)
    #expect((folder[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }

  @Test func `a list that does not keep its cache writes nothing`() async throws {
    let bench = try CacheBench()
    let controller = bench.list(
      over: GatedStore(try bench.file.store(), ReadGate()), keeping: false)
    try await controller.performFetch(.sections)
    await controller.close()
    #expect(controller.diagnostics.cacheWrites == 0)
    #expect(!FileManager.default.fileExists(atPath: bench.folder.path))
  }
}
