import TestSupport
import Testing

@testable import Sectional

/// Lists whose deliveries are held back.
@Suite(.serialized) @MainActor struct PausingTests {
  @Test(arguments: StoreKind.allCases)
  func `a paused list stays as it is, and gets one change when it resumes`(
    kind: StoreKind
  ) async throws {
    let bench = try await ControllerBench(kind, [Item(id: 1, name: "ada", team: "Red")])
    let log = DeliveryLog()
    bench.controller.changesetDelegate = log
    try await bench.controller.performFetch()
    bench.controller.pause()
    try await bench.store.write { $0.insert(Item(id: 2, name: "bob", team: "Blue")) }
    try await bench.store.write { $0.insert(Item(id: 3, name: "cid", team: "Red")) }
    try await bench.store.write { $0.delete(Item(id: 1, name: "ada", team: "Red")) }
    // A second list proves that the writes can be seen.
    let other = bench.store.list(.byName, sectionBy: SectionKey(\.team))
    try await other.performFetch()
    try await bench.store.settle(other)
    #expect(bench.picture == ["Red: ada"])
    #expect(log.changesets.isEmpty)
    bench.controller.resume()
    try await bench.store.settle(bench.controller)
    #expect(bench.picture == ["Blue: bob", "Red: cid"])
    #expect(log.changesets.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a delivery that is on its way when a list is paused is held back too`(
    kind: StoreKind
  ) async throws {
    let gate = ReadGate()
    let store = try await TestStore(kind, of: Item.self, [Item(id: 1, name: "ada", team: "Red")])
    let list = store.list(.byName, sectionBy: SectionKey(\.team), through: gate)
    let log = DeliveryLog()
    list.changesetDelegate = log
    try await list.performFetch()
    gate.close()
    try await store.write { $0.insert(Item(id: 2, name: "bob", team: "Blue")) }
    try await wait(for: "a look") { gate.waiting == 1 }
    list.pause()
    gate.open()
    // What the look read before the next write is held back, and the next look reads only that write.
    try await wait(for: "a delivery that is held back") { list.held.isBehind }
    try await store.write { $0.insert(Item(id: 3, name: "cid", team: "Red")) }
    try await list.refreshElsewhere(store)
    #expect(ControllerBench.picture(list.results) == ["Red: ada"])
    list.resume()
    try await store.settle(list)
    #expect(ControllerBench.picture(list.results) == ["Blue: bob", "Red: ada cid"])
    #expect(log.changesets.count == 1)
    #expect(log.changesets.first?.rowChanges.count == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `pausing again before the change is ready holds it back again`(
    kind: StoreKind
  ) async throws {
    let bench = try await ControllerBench(kind, [Item(id: 1, name: "ada", team: "Red")])
    let log = DeliveryLog()
    bench.controller.changesetDelegate = log
    try await bench.controller.performFetch()
    for round in 0..<20 {
      bench.controller.pause()
      try await bench.store.write {
        $0.insert(Item(id: Int64(round + 2), name: "item \(round)", team: "Red"))
      }
      bench.controller.resume()
      for _ in 0..<round { await Task.yield() }
      bench.controller.pause()
      let (shown, count) = (bench.picture, log.changesets.count)
      for _ in 0..<50 { await Task.yield() }
      #expect(bench.picture == shown)
      #expect(log.changesets.count == count)
    }
    bench.controller.resume()
    try await bench.store.settle(bench.controller)
    #expect(bench.controller.results.rows.count == 21)
  }

  @Test func `a list that is paused again while its changes are computed shows none of them`()
    async throws
  {
    let bench = try await ControllerBench(
      .memory, [Item(id: 1, name: "ada", team: "Red")], tracksChanges: false)
    let (list, log) = (bench.controller, DeliveryLog())
    list.changesetDelegate = log
    try await list.performFetch()
    try await bench.store.write { $0.insert(Item(id: 2, name: "bob", team: "Blue")) }
    let newer = bench.store.list(.byName, sectionBy: SectionKey(\.team), tracksChanges: false)
    try await newer.performFetch()
    let pipeline = SlowPipeline(newer.results.list)
    let fetch = ResultsFetch(pipeline: pipeline, number: list.fetches.followed, isLoaded: true)
    list.pause()
    #expect(await list.receive(.delivered(pipeline.delivery), of: fetch))
    list.resume()
    let receiving = Task { await list.receive(.delivered(pipeline.delivery), of: fetch) }
    await pipeline.isAsked()
    list.pause()
    pipeline.answer()
    #expect(await receiving.value)
    #expect(bench.picture == ["Red: ada"])
    #expect(log.changesets.isEmpty)
    #expect(list.held.isBehind)
  }

  @Test(arguments: StoreKind.allCases)
  func `a paused list can be refreshed, and stays paused`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(kind, [Item(id: 1, name: "ada", team: "Red")])
    try await bench.controller.performFetch()
    bench.controller.pause()
    try await bench.store.write { $0.insert(Item(id: 2, name: "bob", team: "Blue")) }
    try await bench.controller.refresh()
    #expect(bench.picture == ["Blue: bob", "Red: ada"])
    #expect(bench.controller.isPaused)
    try await bench.controller.performFetch()
    #expect(bench.controller.isPaused)
  }

  @Test(arguments: StoreKind.allCases)
  func `deliveries keep their distance, and the last one shows the newest state`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Item.self)
    let interval = Duration.milliseconds(300)
    let list = store.list(.byName, sectionBy: SectionKey(\.team), minimumInterval: interval)
    let log = DeliveryLog()
    list.changesetDelegate = log
    try await list.performFetch()
    for number in 0..<20 {
      try await store.write {
        $0.insert(Item(id: Int64(number), name: "item \(number)", team: "Red"))
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    try await store.settle(list)
    #expect(list.results.rows.count == 20)
    let first = try #require(log.moments.first)
    let last = try #require(log.moments.last)
    // Waking the owner may take longer for one delivery than for the next, so single distances can be shorter.
    #expect(Double(log.changesets.count) <= first.duration(to: last) / interval + 2)
  }
}

/// A delegate that keeps what it is told, and when.
@MainActor private final class DeliveryLog: ResultsChangesetDelegate {
  var changesets: [ResultsChangeset<Item>] = []
  var moments: [ContinuousClock.Instant] = []

  func controller(
    _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    changesets.append(changeset)
    moments.append(.now)
  }
}

extension ResultsController<Item> {
  /// Waits until another list over the store has seen what was committed.
  @MainActor fileprivate func refreshElsewhere(_ store: TestStore) async throws {
    let other = store.list(fetchRequest, sectionBy: sectionBy)
    try await other.performFetch()
    try await store.settle(other)
  }
}

/// A pipeline that answers which changes there are when it is told to.
private final class SlowPipeline: ErasedPipeline {
  private let list: PresentedList
  private let question = AsyncStream<Void>.makeStream()
  private let reply = AsyncStream<Void>.makeStream()

  init(_ list: PresentedList) { self.list = list }

  var delivery: ResultsDelivery {
    ResultsDelivery(
      list: list, changes: RowListDiff(), tags: .empty, version: nil, alongside: [],
      diagnostics: ResultsDiagnostics(), step: 2)
  }

  /// Waits until it is asked.
  func isAsked() async { for await _ in question.stream { return } }

  func answer() { reply.continuation.yield() }

  func changes(from old: PresentedList) async -> RowListDiff {
    question.continuation.yield()
    for await _ in reply.stream { break }
    return list.changes(from: old)
  }

  func open(_ stage: FetchStage) async throws(StoreError) -> ResultsDelivery { delivery }
  func demand(loading rows: WantedRows) async -> Int { 0 }
  func load(_ rows: WantedRows) {}
  func rowsWithContents() async -> [RowKey] { [] }
  func next() async -> ResultsEvent? { nil }
  func pause(_ pauses: Bool) {}
  func close() {}
  func end() async -> ResultsDiagnostics { ResultsDiagnostics() }
  func abandon() {}
}
