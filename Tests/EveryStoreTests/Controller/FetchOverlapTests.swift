import Sectional
import TestSupport
import Testing

/// Fetches that overlap with other fetches, deliveries, cancellation and stops.
@MainActor @Suite struct FetchOverlapTests {
  /// A list of one item, whose reads are blocked at a gate while it is closed.
  @MainActor private final class Bench {
    let store: TestStore
    let gate = ReadGate()
    let controller: ResultsController<Item>
    let recorder = CallRecorder()

    init(_ kind: StoreKind) async throws {
      store = try await TestStore(kind, of: Item.self, [Item(1, "ada", "Red")])
      controller = store.list(.byName, sectionBy: SectionKey(\.team), through: gate)
      controller.delegate = recorder
    }

    var names: [String] { controller.results.rows.map(\.name) }

    func rename(_ name: String) async throws {
      try await store.write { $0.update(Item(1, name, "Red")) }
    }

    /// Begins a fetch and waits until it is in the middle of reading.
    func heldFetch() async throws -> Task<StoreError?, Never> {
      gate.close()
      let before = gate.waiting
      let fetch = Task { await storeError { try await controller.performFetch() } }
      try await wait { gate.waiting > before }
      return fetch
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a second fetch replaces the rows without reporting changes`(kind: StoreKind) async throws {
    let bench = try await Bench(kind)
    try await bench.controller.performFetch()
    try await bench.rename("bob")
    try await bench.controller.performFetch()
    #expect(bench.names == ["bob"])
    try await bench.rename("cy")
    try await wait { bench.names == ["cy"] }
    #expect(bench.recorder.calls.count(where: { $0 == "will" }) <= 2)
    #expect(bench.recorder.sights.last == ["cy"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a cancelled fetch leaves the list unchanged and following`(kind: StoreKind)
    async throws
  {
    let bench = try await Bench(kind)
    try await bench.controller.performFetch()
    let fetch = try await bench.heldFetch()
    fetch.cancel()
    bench.gate.open()
    #expect(await fetch.value?.code == .cancelled)
    #expect(bench.names == ["ada"])
    #expect("\(bench.controller.status)" == "current")
    try await bench.rename("bob")
    try await wait { bench.names == ["bob"] }
    #expect(bench.recorder.calls == ["will", "update row 0,0 to 0,0 bob", "did"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a cancelled first fetch leaves the list idle, and it can be fetched again`(kind: StoreKind)
    async throws
  {
    let bench = try await Bench(kind)
    let fetch = try await bench.heldFetch()
    #expect("\(bench.controller.status)" == "loading")
    fetch.cancel()
    bench.gate.open()
    #expect(await fetch.value?.code == .cancelled)
    #expect("\(bench.controller.status)" == "idle")
    #expect(bench.names.isEmpty)
    try await bench.controller.performFetch()
    #expect(bench.names == ["ada"])
  }

  @Test(arguments: StoreKind.allCases)
  func `of two concurrent fetches the older one is cancelled`(kind: StoreKind) async throws {
    let bench = try await Bench(kind)
    let older = try await bench.heldFetch()
    let newer = try await bench.heldFetch()
    bench.gate.open()
    #expect(await older.value?.code == .cancelled)
    #expect(await newer.value == nil)
    #expect(bench.names == ["ada"])
    #expect("\(bench.controller.status)" == "current")
    try await bench.rename("bob")
    try await wait { bench.names == ["bob"] }
    #expect(bench.recorder.calls.count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `cancelling the newer of two fetches leaves the list idle, not loading`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await Bench(kind)
    let older = try await bench.heldFetch()
    let newer = try await bench.heldFetch()
    newer.cancel()
    bench.gate.open()
    #expect(await newer.value?.code == .cancelled)
    #expect(await older.value?.code == .cancelled)
    #expect("\(bench.controller.status)" == "idle")
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch during a delivery shows the newest rows, and only once`(kind: StoreKind)
    async throws
  {
    let bench = try await Bench(kind)
    try await bench.controller.performFetch()
    bench.gate.close()
    try await bench.rename("bob")
    // The delivery of the first commit is blocked at the gate, and the fetch is waiting behind it.
    try await wait { bench.gate.waiting == 1 }
    let fetch = Task { await storeError { try await bench.controller.performFetch() } }
    try await wait { bench.gate.waiting == 2 }
    try await bench.rename("cy")
    bench.gate.open()
    #expect(await fetch.value == nil)
    #expect(bench.names == ["cy"])
    try await bench.rename("dan")
    try await wait { bench.names == ["dan"] }
    #expect(bench.recorder.sights.last == ["dan"])
    // The delivery may have come before the fetch took over, but never after it.
    let shown = bench.recorder.sights.map { $0.joined() }
    #expect(Set(shown).isSubset(of: ["ada", "bob", "cy", "dan"]))
    #expect(shown.suffix(3) == ["cy", "dan", "dan"])
  }

  @Test(arguments: StoreKind.allCases)
  func `stopping a list cancels its running fetch`(kind: StoreKind) async throws {
    let bench = try await Bench(kind)
    let fetch = try await bench.heldFetch()
    bench.controller.stop()
    bench.gate.open()
    #expect(await fetch.value?.code == .cancelled)
    #expect("\(bench.controller.status)" == "idle")
    #expect(bench.names.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a delivery that was under way does not change a stopped list`(kind: StoreKind) async throws
  {
    let bench = try await Bench(kind)
    try await bench.controller.performFetch()
    bench.gate.close()
    try await bench.rename("bob")
    try await wait { bench.gate.waiting >= 1 }
    bench.controller.stop()
    bench.gate.open()
    // A list that is created later is notified of the commit after the stopped one would have been.
    let other = bench.store.list(ResultsRequest<Item>.byName, through: bench.gate)
    try await other.performFetch()
    try await bench.rename("cy")
    try await wait { other.results.rows.first?.name == "cy" }
    #expect(bench.names == ["ada"])
    #expect(bench.recorder.calls.isEmpty)
    #expect("\(bench.controller.status)" == "idle")
    try await bench.controller.performFetch()
    #expect(bench.names == ["cy"])
  }
}
