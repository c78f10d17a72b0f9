import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Fetches that meet other fetches, deliveries, cancellation and stops.
@MainActor @Suite struct FetchOverlapTests {
  private let file: ScratchDatabase
  private let store: GatedStore<SQLiteStore>
  private let controller: ResultsController<Item>
  private let recorder = CallRecorder()

  init() async throws {
    file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red');")
    store = GatedStore(try file.store())
    controller = ResultsController(
      fetchRequest: .byName, store: store, sectionNameKeyPath: \.team)
    controller.delegate = recorder
  }

  private var names: [String] { controller.fetchedObjects.map(\.name) }

  private func rename(_ name: String) async throws {
    try await store.base.write { try $0.update(Item(1, name, "Red")) }
  }

  /// Begins a fetch and waits until it is in the middle of reading.
  private func heldFetch() async throws -> Task<StoreError?, Never> {
    store.closeGate()
    let before = store.waiting
    let fetch = Task { await storeError { try await controller.performFetch() } }
    try await wait { store.waiting > before }
    return fetch
  }

  @Test func `a second fetch starts afresh and tells no change`() async throws {
    try await controller.performFetch()
    try await rename("bob")
    try await controller.performFetch()
    #expect(names == ["bob"])
    try await rename("cy")
    try await wait { names == ["cy"] }
    #expect(recorder.calls.count(where: { $0 == "will" }) <= 2)
    #expect(recorder.sights.last == ["cy"])
  }

  @Test func `a fetch cancelled halfway leaves the list as it was and still following`()
    async throws
  {
    try await controller.performFetch()
    let fetch = try await heldFetch()
    fetch.cancel()
    store.openGate()
    #expect(await fetch.value?.code == .cancelled)
    #expect(names == ["ada"])
    #expect("\(controller.status)" == "current")
    try await rename("bob")
    try await wait { names == ["bob"] }
    #expect(recorder.calls == ["will", "update row 0,0 to 0,0 bob", "did"])
  }

  @Test func `a first fetch cancelled halfway leaves the list idle and fetchable`() async throws {
    let fetch = try await heldFetch()
    #expect("\(controller.status)" == "loading")
    fetch.cancel()
    store.openGate()
    #expect(await fetch.value?.code == .cancelled)
    #expect("\(controller.status)" == "idle")
    #expect(names.isEmpty)
    try await controller.performFetch()
    #expect(names == ["ada"])
  }

  @Test func `the older of two fetches at once gives way to the newer`() async throws {
    let older = try await heldFetch()
    let newer = try await heldFetch()
    store.openGate()
    #expect(await older.value?.code == .cancelled)
    #expect(await newer.value == nil)
    #expect(names == ["ada"])
    #expect("\(controller.status)" == "current")
    try await rename("bob")
    try await wait { names == ["bob"] }
    #expect(recorder.calls.count == 3)
  }

  @Test func `two fetches of which the newer is cancelled leave no list that loads for ever`()
    async throws
  {
    let older = try await heldFetch()
    let newer = try await heldFetch()
    newer.cancel()
    store.openGate()
    #expect(await newer.value?.code == .cancelled)
    #expect(await older.value?.code == .cancelled)
    #expect("\(controller.status)" == "idle")
  }

  @Test func `a fetch while a delivery is under way shows the newest rows once`() async throws {
    try await controller.performFetch()
    store.closeGate()
    try await rename("bob")
    // The delivery of the first commit stands at the gate, and the fetch behind it.
    try await wait { store.waiting == 1 }
    let fetch = Task { await storeError { try await controller.performFetch() } }
    try await wait { store.waiting == 2 }
    try await rename("cy")
    store.openGate()
    #expect(await fetch.value == nil)
    #expect(names == ["cy"])
    try await rename("dan")
    try await wait { names == ["dan"] }
    #expect(recorder.sights.last == ["dan"])
    // The delivery may have come before the fetch took over; never after it.
    let shown = recorder.sights.map { $0.joined() }
    #expect(Set(shown).isSubset(of: ["ada", "bob", "cy", "dan"]))
    #expect(shown.suffix(3) == ["cy", "dan", "dan"])
  }

  @Test func `a stop in the middle of a fetch wins`() async throws {
    let fetch = try await heldFetch()
    controller.stop()
    store.openGate()
    #expect(await fetch.value?.code == .cancelled)
    #expect("\(controller.status)" == "idle")
    #expect(names.isEmpty)
  }

  @Test func `a stopped list is left alone by a delivery that was under way`() async throws {
    try await controller.performFetch()
    store.closeGate()
    try await rename("bob")
    try await wait { store.waiting >= 1 }
    controller.stop()
    store.openGate()
    // A list that is made later hears of the commit after the stopped one would have.
    let other = ResultsController(fetchRequest: FetchRequest<Item>.byName, store: store)
    try await other.performFetch()
    try await rename("cy")
    try await wait { other.fetchedObjects.first?.name == "cy" }
    #expect(names == ["ada"])
    #expect(recorder.calls.isEmpty)
    #expect("\(controller.status)" == "idle")
    try await controller.performFetch()
    #expect(names == ["cy"])
  }
}
