import Foundation
import Sectional
import TestSupport
import Testing

/// Lists of relative days whose store can't be read when the day ends.
@MainActor @Suite struct DayFailureTests {
  private let store: FailingStore
  private let clock: DayClock
  private let list: ResultsController<Visit>
  private let recorder = ChangesetRecorder<Visit>()

  init() async throws {
    let memory = MemoryStore(try MemoryTable(for: Visit.self))
    let friday = try Date(utc: DayBench.friday)
    try memory.write { try $0.insert(Visit(id: 1, at: friday)) }
    store = FailingStore(memory)
    clock = DayClock(friday, .gmt)
    list = ResultsController(
      fetchRequest: ResultsRequest<Visit>(), store: store,
      sectionBy: .relativeDay(of: \.at, clock: clock))
    list.changesetDelegate = recorder
    try await list.performFetch()
    try await clock.awaited()
    // The change source's start is followed by a look.
    try await wait(for: "the second look") { list.diagnostics.versionChecks > 1 }
  }

  private var picture: [String] { DayBench.picture(list) }

  @Test func `a store that can't be read any longer isn't needed at midnight`() async throws {
    store.fail()
    for day in 1...6 {
      try await clock.set(clock.now.addingTimeInterval(86_400))
      let name = RelativeDay.weekday(6).englishName
      try await wait { picture == [day == 1 ? "Yesterday: 1" : "\(name): 1"] }
    }
    try await clock.set(clock.now.addingTimeInterval(86_400))
    try await wait { picture == ["November 2026: 1"] }
    #expect(store.failures == 0)
    #expect(list.isCurrent)
    list.stop()
  }

  @Test func `a list that lost its store isn't current because a day ended`() async throws {
    store.fail()
    #expect(await storeError { try await list.refresh() }?.code == .unreachable)
    #expect(list.error?.code == .unreachable)
    try await clock.set(clock.now.addingTimeInterval(86_400))
    try await wait { picture == ["Yesterday: 1"] }
    #expect(list.error?.code == .unreachable)
    #expect(recorder.statuses.count { $0 == "current" } == 1, "\(recorder.statuses)")
    store.fail(false)
    try await wait { list.isCurrent }
    #expect(recorder.changesets.count == 1)
    list.stop()
  }

  @Test func `a failing look at midnight doesn't keep the list on the old day`() async throws {
    store.fail()
    list.pause()
    try await clock.set(clock.now.addingTimeInterval(86_400))
    #expect(picture == ["Today: 1"])
    // The first thing that the list does now is to look at the store, which fails.
    list.resume()
    try await wait { store.failures > 0 }
    try await wait(for: "the new day") { picture == ["Yesterday: 1"] }
    list.stop()
  }

  @Test func `a failing look that notices the new day itself doesn't keep the list on the old day`()
    async throws
  {
    store.fail()
    clock.setSilently(clock.now.addingTimeInterval(86_400))
    #expect(await storeError { try await list.refresh() } != nil)
    // The end of the day comes when the list has noticed it already.
    try await clock.set()
    try await wait(for: "the new day") { picture == ["Yesterday: 1"] }
    list.stop()
  }

  @Test func `a failing refresh at midnight doesn't keep the list on the old day`() async throws {
    list.pause()
    try await clock.set(clock.now.addingTimeInterval(86_400))
    store.fail()
    #expect(await storeError { try await list.refresh() } != nil)
    list.resume()
    try await wait(for: "the new day") { picture == ["Yesterday: 1"] }
    store.fail(false)
    try await wait { list.isCurrent }
    #expect(picture == ["Yesterday: 1"])
    #expect(recorder.changesets.count == 1)
    list.stop()
  }
}

/// A memory store whose reads fail on demand.
private final class FailingStore: ResultsStore {
  typealias Version = MemoryStore.Version
  typealias Reader = MemoryStore.Reader

  private let memory: MemoryStore
  // State: guarded by its lock.
  private let state = Locked((fails: false, failures: 0))

  init(_ memory: MemoryStore) { self.memory = memory }

  /// The number of reads that failed.
  var failures: Int { state.withLock { $0.failures } }

  func fail(_ fails: Bool = true) { state.withLock { $0.fails = fails } }

  var executor: any SerialExecutor { memory.executor }

  func read<Output: Sendable>(
    _ body: (MemoryReader) async throws -> Output
  ) async throws -> Output {
    let fails = state.withLock { state in
      if state.fails { state.failures += 1 }
      return state.fails
    }
    if fails { throw StoreError(.unreachable, "the network is down") }
    return try await memory.read(body)
  }

  func changeSource() -> Source { Source(base: memory.changeSource()) }

  struct Source: ChangeSource {
    typealias Store = FailingStore
    typealias Cursor = MemoryStore.Source.Cursor

    let base: MemoryStore.Source

    func run(_ doorbell: Doorbell) async throws { try await base.run(doorbell) }

    func changes(
      in region: TableRegion, since cursor: Cursor?, _ reader: MemoryReader
    ) async throws -> StoreChanges<Cursor> {
      try await base.changes(in: region, since: cursor, reader)
    }
  }
}
