import Foundation
import Sectional
import TestSupport
import Testing

/// A delegate that changes the list from within a call.
@MainActor @Suite struct DelegateReentryTests {
  /// Runs an action once, in one of the calls.
  private final class Meddler: ResultsChangesetDelegate {
    var inWill: ((ResultsController<Item>) -> Void)?
    var inDid: ((ResultsController<Item>) -> Void)?
    var inStatus: ((ResultsController<Item>) -> Void)?
    var changesets: [ResultsChangeset<Item>] = []

    func controllerWillChangeContent(_ controller: ResultsController<Item>) {
      inWill.take()?(controller)
    }

    func controller(
      _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
    ) {
      changesets.append(changeset)
      inDid.take()?(controller)
    }

    func controller(_ controller: ResultsController<Item>, didChangeStatus status: ResultsStatus) {
      inStatus.take()?(controller)
    }
  }

  private let meddler = Meddler()

  private func bench(_ kind: StoreKind) async throws -> ControllerBench {
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")])
    bench.controller.changesetDelegate = meddler
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `stopping in didChange ends following and leaves the list idle`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    meddler.inDid = { $0.stop() }
    try await bench.store.write { $0.insert(Item(2, "bob", "Red")) }
    try await wait { meddler.changesets.count == 1 }
    #expect(bench.picture == ["Red: ada bob"])
    #expect("\(bench.controller.status)" == "idle")
  }

  @Test(arguments: StoreKind.allCases)
  func `a delegate that is set while another one is told begins with the next change`(
    kind: StoreKind
  ) async throws {
    let bench = try await bench(kind)
    let (rows, late) = (CallRecorder(), Meddler())
    bench.controller.delegate = rows
    // Its table shows the list as it is by then.
    meddler.inDid = { $0.changesetDelegate = late }
    meddler.inWill = { $0.delegate = nil }
    try await bench.store.write { $0.insert(Item(2, "bob", "Red")) }
    try await wait { meddler.changesets.count == 1 }
    #expect(late.changesets.isEmpty)
    try await bench.write { $0.insert(Item(3, "cy", "Red")) }
    #expect(late.changesets.count == 1 && meddler.changesets.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a delegate that gives way in willChange is told what changed`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    let next = Meddler()
    meddler.inWill = { $0.changesetDelegate = next }
    try await bench.write { $0.insert(Item(2, "bob", "Red")) }
    // Its table waits for the end of the change that was announced.
    #expect(meddler.changesets.count == 1 && next.changesets.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `stopping in willChange ends following and leaves the list idle`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    meddler.inWill = { $0.stop() }
    try await bench.store.write { $0.insert(Item(2, "bob", "Red")) }
    try await wait { meddler.inWill == nil }
    #expect("\(bench.controller.status)" == "idle")
    try await bench.controller.performFetch()
    #expect(bench.picture == ["Red: ada bob"])
  }

  @Test(arguments: StoreKind.allCases)
  func `stopping while a new request's differences are reported leaves the list idle`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await bench(kind)
    meddler.inDid = { $0.stop() }
    try await bench.controller.setRequest(ResultsRequest(predicate: #Predicate { $0.id > 1 }))
    #expect("\(bench.controller.status)" == "idle")
    #expect(bench.picture == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `stopping when a fetch becomes current leaves the list idle`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    bench.controller.stop()
    meddler.inStatus = { [meddler] _ in meddler.inStatus = { $0.stop() } }
    // The first status is loading, and the second is that of the finished fetch.
    try await bench.controller.performFetch()
    #expect("\(bench.controller.status)" == "idle")
    #expect(bench.picture == ["Red: ada"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch that a delegate starts shows the newest rows and keeps following`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    var fetch: Task<Void, any Error>?
    meddler.inDid = { controller in fetch = Task { try await controller.performFetch() } }
    try await bench.store.write { $0.insert(Item(2, "bob", "Red")) }
    try await wait { fetch != nil }
    try await fetch?.value
    try await bench.write { $0.insert(Item(3, "cy", "Red")) }
    #expect(bench.picture == ["Red: ada bob cy"])
    #expect(meddler.changesets.count == 2)
    #expect("\(bench.controller.status)" == "current")
  }

  @Test(arguments: StoreKind.allCases)
  func `a request that a delegate sets is reported after the current change`(kind: StoreKind)
    async throws
  {
    let bench = try await bench(kind)
    var change: Task<Void, any Error>?
    meddler.inDid = { controller in
      change = Task {
        try await controller.setRequest(ResultsRequest(sortBy: [SortKey(\.name, order: .reverse)]))
      }
    }
    try await bench.store.write { $0.insert(Item(2, "bob", "Red")) }
    try await wait { change != nil }
    try await change?.value
    #expect(bench.picture == ["Red: bob ada"])
    #expect(meddler.changesets.count == 2)
    #expect(meddler.changesets.last.map { ControllerBench.picture($0.before) } == ["Red: ada bob"])
  }

  @Test(arguments: StoreKind.databases)
  func `after a delegate stops a stale list, idle is the last status for every delegate`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await bench(kind)
    // The delegate is called before the change set delegate.
    let stopper = Stopper()
    let listener = ChangesetRecorder<Item>()
    bench.controller.delegate = stopper
    bench.controller.changesetDelegate = listener
    try await bench.store.execute("DROP TABLE item")
    try await wait { !listener.statuses.isEmpty }
    #expect("\(bench.controller.status)" == "idle")
    #expect(listener.statuses.last == "idle")
  }

  /// Stops its list when the list becomes stale.
  private final class Stopper: ResultsControllerDelegate {
    func controller(_ controller: ResultsController<Item>, didChangeStatus status: ResultsStatus) {
      if case .stale = status { controller.stop() }
    }
  }
}
