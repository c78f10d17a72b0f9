import Foundation
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// One look for several lists over a table.
@Suite struct LookGroupTests {
  private typealias Place = StorePlace<Int, Int>
  private typealias Group = LookGroup<SharedStore, SharedSource>
  private typealias Look = SharedLook<Int, Int>

  private let store: SharedStore
  private let group: Group
  private let looks = LookCounter()

  init() throws {
    store = try SharedStore()
    group = LookGroup(
      try LookGroupTests.request().rowRequest(sectionBy: nil), over: store, store.changeSource(),
      counting: looks)
  }

  private static func request(_ search: String? = nil) -> ResultsRequest<StoredRow> {
    ResultsRequest(
      source: .table("item"), search: search.map { .contains($0, in: "name") },
      sortBy: [SortKey(.column("name"))])
  }

  /// Asks for a look from the place after a number of commits.
  ///
  /// - Parameters:
  ///   - commits: The number of commits.
  ///   - cause: The number of looks that had begun when what is to be seen happened; `nil` for those that have begun now.
  /// - Returns: The look.
  private func look(from commits: Int, after cause: Int? = nil) -> Task<Look, any Error> {
    let cause = cause ?? looks.begun
    return Task { [group] in
      try await group.look(from: Place(version: commits, cursor: commits), after: cause)
    }
  }

  private func waitForLists(_ count: Int) async throws {
    try await wait(for: "the lists to wait") {
      group.lists.withLock { $0.waiting.count } == count
    }
  }

  /// Makes lists wait together for the look that follows one that is held at the entrance.
  private func looks(from places: [Int]) async throws -> [Task<Look, any Error>] {
    store.entrance.close()
    _ = look(from: 0)
    try await wait(for: "a look to be held") { store.entrance.waiting == 1 }
    let looks = places.map { look(from: $0) }
    try await waitForLists(places.count)
    return looks
  }

  @Test func `a look serves all lists that wait when it begins`() async throws {
    try store.write(1)
    let looks = try await looks(from: [0, 0, 0, 0, 0])
    store.entrance.open()
    for look in looks {
      let found = try await look.value
      #expect(found.place.version == 1 && found.place.cursor == 1)
      #expect(found.change?.names == [RowKey([1])])
      #expect(found.change?.rows.count == 1)
    }
    #expect(store.reads == 2)
  }

  @Test func `a list that comes when a transaction has begun waits for the next one`()
    async throws
  {
    try store.write(1)
    store.beginning.close()
    let first = look(from: 0)
    try await wait(for: "the transaction to begin") { store.beginning.waiting == 1 }
    try store.write(2)
    let second = look(from: 1)
    try await waitForLists(1)
    store.beginning.open()
    #expect(try await first.value.place.version == 1)
    let found = try await second.value
    #expect(found.place.version == 2)
    #expect(found.change?.names == [RowKey([2])])
    #expect(store.reads == 2)
  }

  @Test
  func `a list that was rung before a look began is told what that one found, if it comes late`()
    async throws
  {
    try store.write(1)
    store.beginning.close()
    let first = look(from: 0)
    try await wait(for: "the transaction to begin") { store.beginning.waiting == 1 }
    let second = look(from: 0, after: 0)
    try await waitForLists(1)
    store.beginning.open()
    #expect(try await first.value.place.version == 1)
    #expect(try await second.value.change?.names == [RowKey([1])])
    #expect(try await look(from: 0, after: 0).value.change?.names == [RowKey([1])])
    #expect(store.reads == 1)
    // What rings from now on isn't in it, and a list at another place wasn't asked for.
    #expect(try await look(from: 0).value.place.version == 1)
    #expect(store.reads == 2)
    try store.write(2)
    #expect(try await look(from: 1, after: 1).value.change?.names == [RowKey([2])])
    #expect(store.reads == 3)
  }

  @Test func `a look that failed is told to nobody who comes late`() async throws {
    try store.write(1)
    store.failOnce()
    await #expect(throws: StoreError.self) { try await look(from: 0).value }
    #expect(try await look(from: 0, after: 0).value.change?.names == [RowKey([1])])
    #expect(store.reads == 2)
  }

  @Test func `each list is told what changed since its own place`() async throws {
    try store.write(1)
    try store.write(2)
    let looks = try await looks(from: [0, 1, 2])
    store.entrance.open()
    let changes = try await [looks[0].value, looks[1].value].map { $0.change?.answer.rows.keys }
    #expect(changes == [[RowKey([1]), RowKey([2])], [RowKey([2])]])
    let newest = try await looks[2].value
    #expect(newest.change == nil && newest.place.version == 2)
    #expect(store.reads == 2)
  }

  @Test func `a list that gives up leaves the others their look`() async throws {
    try store.write(1)
    let looks = try await looks(from: [0, 0, 0])
    looks[1].cancel()
    let error = await #expect(throws: StoreError.self) { try await looks[1].value }
    #expect(error?.code == .cancelled)
    store.entrance.open()
    #expect(try await looks[0].value.place.version == 1)
    #expect(try await looks[2].value.place.version == 1)
    #expect(store.reads == 2)
  }

  @Test func `a look that fails fails for those that it serves, and the next one succeeds`()
    async throws
  {
    try store.write(1)
    let looks = try await looks(from: [0, 0, 0])
    store.failOnce(after: 1)
    store.entrance.open()
    for look in looks {
      await #expect(throws: StoreError.self) { try await look.value }
    }
    #expect(try await look(from: 0).value.place.version == 1)
  }

  @Test func `a list since whose place too much has changed looks for itself`() async throws {
    try store.base.write { tables in
      for id in 0..<1001 { try tables.upsert([.integer(Int64(id)), .text("a")], into: "item") }
    }
    try store.write(7, "b")
    let looks = try await looks(from: [0, 1])
    store.entrance.open()
    guard case .unknown = try await looks[0].value.finding else {
      Issue.record("the list isn't told to look for itself")
      return
    }
    #expect(try await looks[1].value.change?.names == [RowKey([7])])
  }

  @Test func `lists that differ only in which rows they show are a group as long as they exist`()
    throws
  {
    let (sharing, source) = (StoreSharing(), store.changeSource())
    func join(
      _ request: ResultsRequest<StoredRow>, by section: SectionKey<StoredRow>? = nil
    ) throws -> Membership<Group> {
      let request = try request.rowRequest(sectionBy: section)
      return sharing.join(.looks(request.rows.source)) {
        $0.isFor(request)
      } orMake: {
        LookGroup(request, over: store, source, counting: sharing.looks)
      }
    }
    let first = try join(LookGroupTests.request())
    #expect(!first.hasOthers)
    var second: Membership? = try join(LookGroupTests.request("a"))
    #expect(second?.thing === first.thing && first.hasOthers)
    var reversed = LookGroupTests.request()
    reversed.sortBy = [SortKey(.column("name"), order: .reverse)]
    var keyed = LookGroupTests.request()
    keyed.keyColumns = ["name"]
    for other in [
      try join(reversed), try join(keyed), try join(LookGroupTests.request(), by: .column("name")),
    ] { #expect(other.thing !== first.thing && !other.hasOthers) }
    second = nil
    #expect(!first.hasOthers)
  }

  @Test func `lists look for themselves if a look that they share fails`() async throws {
    let lists = [
      try await FollowingList(store, LookGroupTests.request()),
      try await FollowingList(store, LookGroupTests.request("b")),
    ]
    for id in 1...3 {
      if id == 2 { store.failOnce() }
      try store.write(Int64(id), "ab\(id)")
      for list in lists {
        try await list.wait { $0.results.numberOfObjects == id }
      }
    }
    for list in lists {
      #expect(await list.diagnostics.fullFetches == 1)
      #expect(await list.errors.isEmpty)
    }
  }
}

extension SharedLook {
  /// What changed, if that is known.
  fileprivate var change: Change? { if case .change(let change) = finding { change } else { nil } }
}
