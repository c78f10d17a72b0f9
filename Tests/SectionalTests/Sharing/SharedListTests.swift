import Foundation
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Owners that show the same list.
@Suite struct SharedListTests {
  private let store: SharedStore

  init() throws {
    store = try SharedStore()
    for id in 1...3 { try store.write(Int64(id), "a\(id)") }
  }

  private static let request = ResultsRequest<StoredRow>(
    source: .table("item"), sortBy: [SortKey(.column("name"))])

  private func list() async throws -> FollowingList {
    try await FollowingList(store, SharedListTests.request)
  }

  @Test func `lists with equal requests are read and followed once`() async throws {
    var lists: [FollowingList] = []
    for _ in 0..<10 { lists.append(try await list()) }
    // Each fetch ends with a read that begins after it, which finds nothing new.
    #expect(store.reads >= 10)
    #expect(store.owners == [10])
    for list in lists { #expect(await list.diagnostics.rowsRead == 3) }
    let before = store.reads
    for id in 4...6 {
      try store.write(Int64(id), "a\(id)")
      for list in lists { try await list.wait { $0.results.numberOfObjects == id } }
    }
    #expect(store.reads - before <= 6)
    for list in lists {
      #expect(await list.diagnostics.fullFetches == 1)
      #expect(await list.changesets.map { $0.after.numberOfObjects } == [4, 5, 6])
      #expect(await list.changesets.allSatisfy { $0.rowChanges.count == 1 })
    }
  }

  @Test func `a fetch shows what was written before it, although the list is held already`()
    async throws
  {
    let first = try await list()
    store.entrance.close()
    try store.write(4, "b")
    let second = Task { try await list() }
    try await wait(for: "reads to wait") { store.entrance.waiting > 0 && store.owners == [2] }
    store.entrance.open()
    #expect(try await second.value.results.numberOfObjects == 4)
    try await first.wait { $0.results.numberOfObjects == 4 }
  }

  @Test func `each owner's changes lead from what it shows, whoever is paused`() async throws {
    let (first, second) = (try await OwnedList(store), try await OwnedList(store))
    await second.pause()
    for id in 4...6 {
      try store.write(Int64(id), "a\(id)")
      try await first.wait { $0.count == id }
    }
    #expect(await second.count == 3)
    await second.resume()
    try await second.wait { $0.count == 6 }
    #expect(await second.changes == [[4, 5, 6]])
    #expect(await first.changes == [[4], [5], [6]])
    try store.write(7, "a7")
    for list in [first, second] { try await list.wait { $0.changes.last == [7] } }
  }

  @Test func `the store isn't read as long as all owners are paused, but for a refresh`()
    async throws
  {
    let (first, second) = (try await OwnedList(store), try await OwnedList(store))
    for list in [first, second] { try await list.refresh() }
    for list in [first, second] { await list.pause() }
    let before = store.reads
    for id in 4...6 { try store.write(Int64(id), "a\(id)") }
    try await first.refresh()
    #expect(await first.count == 6)
    #expect(await second.count == 3)
    #expect(store.reads == before + 1)
    await second.resume()
    try await second.wait { $0.count == 6 }
  }

  @Test func `the list is asked for nothing while all owners are busy`() async throws {
    let pipeline = HeldPipeline()
    let key = try #require(
      SharedListKey(
        SharedListTests.request.rowRequest(sectionBy: nil), alongside: nil, PipelineOptions()))
    let membership = StoreSharing().join(key.sharing) { (_: SharedList) in
      true
    } orMake: {
      SharedList(key, pipeline, executor: nil)
    }
    let owner = ListSubscription(membership, minimumInterval: .zero)
    _ = try await owner.open(.contents)
    for step in 2...4 {
      try await wait(for: "the list to rest") { owner.list.state.withLock { $0.sleeper != nil } }
      #expect(pipeline.asked == step - 2)
      let event = Task { await owner.next() }
      try await wait(for: "the list to be asked") { pipeline.asked == step - 1 }
      pipeline.deliver(step)
      #expect(await event.value?.delivery?.step == step)
    }
    owner.close()
  }

  @Test func `a fetch of a list that others show isn't answered by a read that began before it`()
    async throws
  {
    let pipeline = HeldPipeline(demandedStep: 5)
    let key = try #require(
      SharedListKey(
        SharedListTests.request.rowRequest(sectionBy: nil), alongside: nil, PipelineOptions()))
    let sharing = StoreSharing()
    let owners = (0..<2).map { _ in
      let membership = sharing.join(key.sharing) { (_: SharedList) in
        true
      } orMake: {
        SharedList(key, pipeline, executor: nil)
      }
      return ListSubscription(membership, minimumInterval: .zero)
    }
    _ = try await owners[0].open(.contents)
    let opening = Task { try await owners[1].open(.contents).step }
    try await wait(for: "the list to be asked") { pipeline.isAsked }
    pipeline.deliver(4)
    try await wait(for: "the list to be asked again") { pipeline.isAsked }
    pipeline.deliver(5)
    #expect(try await opening.value == 5)
    for owner in owners { owner.close() }
  }

  @Test func `the others follow on if the first owner leaves, and the list ends with the last`()
    async throws
  {
    var first: FollowingList? = try await list()
    let second = try await list()
    await first?.stop()
    first = nil
    try store.write(4, "b")
    try await second.wait { $0.results.numberOfObjects == 4 }
    await second.stop()
    #expect(store.owners.isEmpty)
    let third = try await list()
    #expect(await third.results.numberOfObjects == 4)
    #expect(store.owners == [1])
  }

  @Test func `a fetch that is cancelled leaves the others theirs`() async throws {
    store.entrance.close()
    let first = Task { try await list() }
    try await wait(for: "the first read") { store.entrance.waiting == 1 }
    let second = Task { try await list() }
    try await wait(for: "the second owner") { store.owners == [2] }
    first.cancel()
    let error = await #expect(throws: StoreError.self) { _ = try await first.value }
    #expect(error?.code == .cancelled)
    store.entrance.open()
    #expect(try await second.value.results.numberOfObjects == 3)
    try store.write(4, "b")
    try await second.value.wait { $0.results.numberOfObjects == 4 }
  }

  @Test func `a first read that fails fails for those who wait for it, and the next fetch reads`()
    async throws
  {
    store.entrance.close()
    store.failOnce()
    let lists = (0..<3).map { _ in Task { try await list() } }
    try await wait(for: "the owners") { store.owners == [3] }
    store.entrance.open()
    for list in lists {
      let error = await #expect(throws: StoreError.self) { _ = try await list.value }
      #expect(error?.code == .readFailed)
    }
    #expect(try await list().results.numberOfObjects == 3)
  }

  @Test func `a read that fails later is told to all, and so is that it succeeds again`()
    async throws
  {
    let lists = [try await list(), try await list()]
    for list in lists { try await list.refresh() }
    store.entrance.close()
    store.failOnce()
    try store.write(4, "b")
    try await wait(for: "the read") { store.entrance.waiting == 1 }
    store.entrance.letThrough(1)
    for list in lists { try await list.wait { $0.errors.map(\.code) == [.readFailed] } }
    store.entrance.open()
    for list in lists { try await list.wait { $0.results.numberOfObjects == 4 } }
  }

  @Test func `who fetches again has the list read anew, and the others keep theirs`() async throws {
    let (first, second) = (try await list(), try await list())
    #expect(store.owners == [2])
    try await first.fetchAgain()
    #expect(store.owners == [1, 1])
    let third = try await list()
    #expect(store.owners == [1, 2])
    try await first.fetchAgain()
    #expect(store.owners == [1, 1, 1])
    try store.write(4, "b")
    for list in [first, second, third] { try await list.wait { $0.results.numberOfObjects == 4 } }
  }

  @Test func `a tag is told to all owners, and none for states that were passed over together`()
    async throws
  {
    let (first, second) = (try await OwnedList(store), try await OwnedList(store))
    let tag = WriteTag()
    await second.pause()
    try store.write(4, "a4", tag)
    try await first.wait { $0.count == 4 }
    try store.write(5, "a5", tag)
    try await first.wait { $0.count == 5 }
    #expect(await first.tags == [tag, tag])
    await second.resume()
    try await second.wait { $0.count == 5 }
    #expect(await second.tags == [tag])
    await second.pause()
    try store.write(6, "a6", tag)
    try await first.wait { $0.count == 6 }
    try store.write(7, "a7")
    try await first.wait { $0.count == 7 }
    await second.resume()
    try await second.wait { $0.count == 7 }
    #expect(await second.tags == [tag, nil])
  }
}

/// Owns a list that is paused and resumed, on its own actor.
private actor OwnedList {
  private let controller: ResultsController<StoredRow>
  private let recorder = ChangesetRecorder<StoredRow>()

  init(_ store: SharedStore) async throws {
    controller = ResultsController(
      fetchRequest: ResultsRequest(source: .table("item"), sortBy: [SortKey(.column("name"))]),
      store: store)
    try await start()
  }

  private func start() async throws {
    controller.changesetDelegate = recorder
    try await controller.performFetch()
  }

  var count: Int { controller.results.numberOfObjects }
  var tags: [WriteTag?] { recorder.changesets.map(\.tag) }

  /// The keys of the rows of each change set.
  var changes: [[Int64]] {
    recorder.changesets.map { changeset in
      changeset.rowChanges.compactMap {
        if case .integer(let id)? = $0.key.values.first { id } else { nil }
      }
    }
  }

  func pause() { controller.pause() }
  func resume() { controller.resume() }
  func refresh() async throws { try await controller.refresh() }

  nonisolated func wait(until condition: @Sendable (isolated OwnedList) -> Bool) async throws {
    try await TestSupport.wait(for: "what the list should show") { await condition(self) }
  }
}

/// Delivers when a test says so, and counts how often it was asked.
private final class HeldPipeline: ErasedPipeline {
  private struct State {
    var asked = 0
    var waiter: CheckedContinuation<ResultsEvent?, Never>?
  }

  // State: guarded by its lock. The waiter is resumed after the lock is released.
  private let state = Locked(State())

  /// The read that whoever asks for one is to wait for.
  private let demandedStep: Int

  init(demandedStep: Int = 0) { self.demandedStep = demandedStep }

  var asked: Int { state.withLock { $0.asked } }
  var isAsked: Bool { state.withLock { $0.waiter != nil } }

  func deliver(_ step: Int) { resume(returning: .delivered(delivery(step))) }

  private func resume(returning event: ResultsEvent?) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: event)
  }

  private func delivery(_ step: Int) -> ResultsDelivery {
    ResultsDelivery(
      list: PresentedList(.empty(isSectioned: false)), changes: RowListDiff(), tags: .empty,
      version: "\(step)", alongside: [], diagnostics: ResultsDiagnostics(), step: step)
  }

  func open(_ stage: FetchStage) -> ResultsDelivery { delivery(1) }

  func next() async -> ResultsEvent? {
    await withCheckedContinuation { continuation in
      state.withLock { ($0.asked, $0.waiter) = ($0.asked + 1, continuation) }
    }
  }

  func changes(from list: PresentedList) -> RowListDiff { RowListDiff() }
  func demand(loading rows: WantedRows) -> Int { demandedStep }
  func load(_ rows: WantedRows) {}
  func rowsWithContents() -> [RowKey] { [] }
  func pause(_ pauses: Bool) {}
  func close() { resume(returning: nil) }
  func end() -> ResultsDiagnostics { ResultsDiagnostics() }
  func abandon() {}
}
