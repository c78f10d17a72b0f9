import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Who owns a list, and what is left when the owner goes.
@Suite struct OwnerTests {
  /// An owner that is not the main actor.
  private actor Owner {
    private let controller: ResultsController<Item>

    init(_ store: some Store) {
      controller = ResultsController(fetchRequest: .byName, store: store)
    }

    func fetch() async throws { try await controller.performFetch() }
    var names: [String] { controller.fetchedObjects.map(\.name) }
    func remember(in box: Remembrance) { box.controller = controller }
  }

  /// Holds a list weakly.
  ///
  /// It is written on the owner's actor, and read when the owner is gone.
  private final class Remembrance: @unchecked Sendable {
    weak var controller: ResultsController<Item>?
  }

  private let file: ScratchDatabase
  private let store: SQLiteStore

  init() throws {
    file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES (1, 'ada', 'Red');")
    store = try file.store()
  }

  @Test func `an actor in the background can own a list`() async throws {
    let owner = Owner(store)
    try await owner.fetch()
    try await store.write { try $0.insert(Item(2, "bob")) }
    try await wait { await owner.names == ["ada", "bob"] }
    try file.write("DELETE FROM item WHERE id = 1")
    try await wait { await owner.names == ["bob"] }
  }

  @Test func `an owner dropped in the middle of a delivery goes with its list`() async throws {
    let gated = GatedStore(store)
    let box = Remembrance()
    var owner: Owner? = Owner(gated)
    weak let remembered = owner
    await owner?.remember(in: box)
    try await owner?.fetch()
    // The read at the gate is a delivery, be it of the first ring of the source or of the write.
    gated.closeGate()
    try await store.write { try $0.insert(Item(2, "bob")) }
    try await wait { gated.waiting >= 1 }
    owner = nil
    try await wait { remembered == nil }
    gated.openGate()
    try await wait { box.controller == nil }
  }

  @Test func `an owner dropped in the middle of a fetch goes when it is done`() async throws {
    let gated = GatedStore(store)
    let box = Remembrance()
    var owner: Owner? = Owner(gated)
    weak let remembered = owner
    await owner?.remember(in: box)
    gated.closeGate()
    let fetch = Task { [owner] in try await owner?.fetch() }
    try await wait { gated.waiting == 1 }
    owner = nil
    gated.openGate()
    try await fetch.value
    try await wait { remembered == nil && box.controller == nil }
  }

  @Test func `run follows without an actor until its task is cancelled`() async throws {
    let (names, continuation) = AsyncStream<[String]>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [store] in
        let controller = ResultsController(fetchRequest: FetchRequest<Item>.byName, store: store)
        let teller = Teller(continuation)
        controller.changesetDelegate = teller
        defer { withExtendedLifetime(teller) {} }
        try await controller.run()
        continuation.finish()
      }
      var tidings = names.makeAsyncIterator()
      // The list tells when it has its first rows.
      #expect(await tidings.next() == ["loading"])
      #expect(await tidings.next() == ["current"])
      try await store.write { try $0.insert(Item(2, "bob")) }
      #expect(await tidings.next() == ["ada", "bob"])
      try await store.write { try $0.delete(Item(1, "")) }
      #expect(await tidings.next() == ["bob"])
      group.cancelAll()
      #expect(await tidings.next() == ["idle"])
      #expect(await tidings.next() == nil)
    }
  }

  /// Passes on each status of a list, and what it shows after each change.
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

  @Test func `run throws when the first fetch fails`() async throws {
    let file = try ScratchDatabase()
    let store = try file.store()
    let error = await storeError {
      let list = ResultsController(fetchRequest: FetchRequest<Item>.byName, store: store)
      try await list.run()
    }
    #expect(error?.code == .noSuchTable)
  }
}
