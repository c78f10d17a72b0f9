import Sectional
import TestSupport
import Testing

/// Owners of lists, and what remains after an owner is gone.
@Suite struct OwnerTests {
  /// An owner that is not the main actor.
  private actor Owner {
    private let controller: ResultsController<Item>

    init(_ store: TestStore, through gate: ReadGate? = nil) {
      controller = store.list(.byName, through: gate)
    }

    func fetch() async throws { try await controller.performFetch() }
    var names: [String] { controller.results.rows.map(\.name) }
    func remember(in box: Remembrance) { box.controller = controller }
  }

  /// Holds a list weakly.
  ///
  /// It is written on the owner's actor, and read after the owner is gone.
  private final class Remembrance: @unchecked Sendable {
    weak var controller: ResultsController<Item>?
  }

  private func store(_ kind: StoreKind) async throws -> TestStore {
    try await TestStore(kind, of: Item.self, [Item(1, "ada", "Red")])
  }

  @Test(arguments: StoreKind.allCases)
  func `an actor in the background can own a list`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let owner = Owner(store)
    try await owner.fetch()
    try await store.write { $0.insert(Item(2, "bob")) }
    try await wait { await owner.names == ["ada", "bob"] }
    if kind == .memory {
      try await store.write { $0.delete(Item(1, "")) }
    } else {
      try await store.writeElsewhere("DELETE FROM item WHERE id = 1")
    }
    try await wait { await owner.names == ["bob"] }
  }

  @Test(arguments: StoreKind.allCases)
  func `an owner dropped in the middle of a delivery is deallocated with its list`(kind: StoreKind)
    async throws
  {
    let store = try await store(kind)
    let gate = ReadGate()
    let box = Remembrance()
    var owner: Owner? = Owner(store, through: gate)
    weak let remembered = owner
    await owner?.remember(in: box)
    try await owner?.fetch()
    // The read at the gate belongs to a delivery, either of the source's first ring or of the write.
    gate.close()
    try await store.write { $0.insert(Item(2, "bob")) }
    try await wait { gate.waiting >= 1 }
    owner = nil
    try await wait { remembered == nil }
    gate.open()
    try await wait { box.controller == nil }
  }

  @Test(arguments: StoreKind.allCases)
  func `an owner dropped in the middle of a fetch is deallocated when it is done`(kind: StoreKind)
    async throws
  {
    let store = try await store(kind)
    let gate = ReadGate()
    let box = Remembrance()
    var owner: Owner? = Owner(store, through: gate)
    weak let remembered = owner
    await owner?.remember(in: box)
    gate.close()
    let fetch = Task { [owner] in try await owner?.fetch() }
    try await wait { gate.waiting == 1 }
    owner = nil
    gate.open()
    try await fetch.value
    try await wait { remembered == nil && box.controller == nil }
  }

  @Test(arguments: StoreKind.allCases)
  func `run follows without an actor until its task is cancelled`(kind: StoreKind) async throws {
    let store = try await store(kind)
    let (names, continuation) = AsyncStream<[String]>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [store] in
        let controller = store.list(ResultsRequest<Item>.byName)
        let teller = Teller(continuation)
        controller.changesetDelegate = teller
        defer { withExtendedLifetime(teller) {} }
        try await controller.run()
        continuation.finish()
      }
      var tidings = names.makeAsyncIterator()
      // The list reports when it has its first rows.
      #expect(await tidings.next() == ["loading"])
      #expect(await tidings.next() == ["current"])
      try await store.write { $0.insert(Item(2, "bob")) }
      #expect(await tidings.next() == ["ada", "bob"])
      try await store.write { $0.delete(Item(1, "")) }
      #expect(await tidings.next() == ["bob"])
      group.cancelAll()
      #expect(await tidings.next() == ["idle"])
      #expect(await tidings.next() == nil)
    }
  }

  /// Passes on each status of a list, and what the list shows after each change.
  private final class Teller: ResultsChangesetDelegate {
    private let continuation: AsyncStream<[String]>.Continuation

    init(_ continuation: AsyncStream<[String]>.Continuation) { self.continuation = continuation }

    func controller(
      _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
    ) {
      continuation.yield(changeset.after.rows.map(\.name))
    }

    func controller(_ controller: ResultsController<Item>, didChangeStatus status: ResultsStatus) {
      continuation.yield(["\(status)"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `run throws when the first fetch fails`(kind: StoreKind) async throws {
    let store = try await TestStore(kind)
    let error = await storeError {
      let list = store.list(ResultsRequest<Item>.byName)
      try await list.run()
    }
    #expect(error?.code == .noSuchTable)
  }
}
