import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists whose table is missing, is dropped or is created again.
@MainActor @Suite struct FetchFailureTests {
  private let recorder = CallRecorder()

  private func code(_ status: ResultsStatus) -> StoreError.Code? {
    if case .stale(let error) = status { error.code } else { nil }
  }

  private func bench(_ kind: StoreKind, _ items: Item...) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, items)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.databases)
  func `a failed first fetch can be retried once the table exists`(kind: StoreKind)
    async throws
  {
    let store = try await TestStore(kind)
    let controller = store.list(ResultsRequest<Item>.byName)
    let error = await storeError { try await controller.performFetch() }
    #expect(error?.code == .noSuchTable)
    #expect(code(controller.status) == .noSuchTable)
    #expect(controller.sections.count == 1)
    try await store.execute(Item.schema(kind))
    try await store.write { $0.insert(Item(1, "ada")) }
    try await controller.performFetch()
    #expect(controller.results.rows.map(\.name) == ["ada"])
    #expect(code(controller.status) == nil)
  }

  @Test(arguments: StoreKind.databases)
  func `a table that is dropped leaves the last rows and a stale list`(kind: StoreKind) async throws
  {
    let bench = try await bench(kind, Item(1, "ada", "Red"))
    try await bench.store.execute("DROP TABLE item")
    try await wait { code(bench.controller.status) == .noSuchTable }
    #expect(bench.picture == ["Red: ada"])
    #expect(recorder.calls.isEmpty)
    let statuses = recorder.statuses
    #expect(
      statuses == [
        "loading", "current",
        "stale(noSuchTable: there is no table \"item\"; the store has no tables)",
      ], "\(statuses)")
  }

  @Test(arguments: StoreKind.databases)
  func `a table that is created again is reported as changes to the rows shown before`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await bench(kind, Item(1, "ada", "Red"), Item(2, "bob", "Red"))
    try await bench.store.execute("DROP TABLE item")
    try await wait { code(bench.controller.status) == .noSuchTable }
    try await bench.store.execute(
      "\(Item.schema(kind)); INSERT INTO item VALUES (2, 'bob', 'Red'), (3, 'cy', 'Tan')")
    try await wait { bench.picture == ["Red: bob", "Tan: cy"] }
    #expect(
      recorder.calls == [
        "will", "insert section 1 Tan", "delete row 0,0 to - ada", "insert row - to 1,0 cy", "did",
      ])
    #expect(recorder.statuses.last == "current")
  }

  @Test(arguments: StoreKind.databases)
  func `a list whose second fetch fails keeps its rows and still follows changes`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind, Item(1, "ada", "Red"))
    try await bench.store.execute("ALTER TABLE item RENAME TO away")
    let error = await storeError { try await bench.controller.performFetch() }
    #expect(error?.code == .noSuchTable)
    #expect(bench.picture == ["Red: ada"])
    try await bench.store.execute(
      "ALTER TABLE away RENAME TO item; INSERT INTO item VALUES (2, 'bob', 'Red')")
    try await wait { bench.picture == ["Red: ada bob"] }
    #expect(recorder.calls == ["will", "insert row - to 0,1 bob", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that tracks no changes stays as it was fetched`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")], tracksChanges: false)
    bench.controller.delegate = recorder
    try await bench.controller.performFetch()
    let follower = bench.store.list(ResultsRequest<Item>.byName)
    try await follower.performFetch()
    try await bench.store.write { $0.insert(Item(2, "bob", "Red")) }
    try await wait { follower.results.rows.count == 2 }
    #expect(bench.picture == ["Red: ada"])
    #expect(recorder.calls.isEmpty)
    try await bench.controller.performFetch()
    #expect(bench.picture == ["Red: ada bob"])
  }

  @Test func `a list keeps its store alive and releases it when the list is gone`() async throws {
    let file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red');")
    var store: SQLiteStore? = try file.store()
    weak let remembered = store
    var controller = store.map {
      ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: $0)
    }
    try await controller?.performFetch()
    store = nil
    try file.write("INSERT INTO item VALUES (2, 'bob', 'Red')")
    try await wait { controller?.results.rows.map(\.name) == ["ada", "bob"] }
    // The list held the store, and releases it.
    controller = nil
    try await wait { remembered == nil }
  }

  @Test func `a stale list releases its store when the list is gone`() async throws {
    let file = try ScratchDatabase("\(Item.sqlite)")
    var store: SQLiteStore? = try file.store()
    weak let remembered = store
    var controller = store.map {
      ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: $0)
    }
    store = nil
    try await controller?.performFetch()
    try file.write("DROP TABLE item")
    try await wait { (controller?.status).map(code) == .noSuchTable }
    controller = nil
    try await wait { remembered == nil }
  }
}
