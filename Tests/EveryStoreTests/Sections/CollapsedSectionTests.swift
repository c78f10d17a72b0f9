import Foundation
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Lists with collapsed sections, or with the first or last rows of each.
@Suite(.serialized) @MainActor struct CollapsedSectionTests {
  private static let items = [
    Item(id: 1, name: "ada", team: "Red"), Item(id: 2, name: "bob", team: "Blue"),
    Item(id: 3, name: "cid", team: "Red"), Item(id: 4, name: "dan", team: "Blue"),
    Item(id: 5, name: "eve", team: "Red"),
  ]

  private func bench(_ kind: StoreKind) async throws -> (ControllerBench, DeliveryLog) {
    let bench = try await ControllerBench(kind, CollapsedSectionTests.items)
    let log = DeliveryLog()
    bench.controller.changesetDelegate = log
    try await bench.controller.performFetch()
    return (bench, log)
  }

  @Test(arguments: StoreKind.allCases)
  func `a section collapses at once, reads nothing, and keeps its counts`(kind: StoreKind)
    async throws
  {
    let (bench, log) = try await bench(kind)
    let list = bench.controller
    let reads = list.diagnostics.rowsRead
    list.sectionDisplay.collapse("Red")
    #expect(ControllerBench.picture(list.results) == ["Blue: bob dan", "Red: "])
    let red = list.results[1]
    #expect(red.isCollapsed && red.totalCount == 3 && red.hiddenCount == 3)
    #expect(list.results.numberOfObjects == 2 && list.results.totalCount == 5)
    #expect(list.fetchedObjects?.count == 5)
    #expect(log.changesets.map(\.sectionInfoUpdates) == [[1]])
    #expect(log.changesets[0].rowChanges.map(\.kind) == [.delete, .delete, .delete])
    #expect(log.changesets[0].sectionDeletes.isEmpty)
    list.sectionDisplay.toggle("Red")
    #expect(bench.picture == ["Blue: bob dan", "Red: ada cid eve"])
    #expect(log.changesets[1].rowChanges.map(\.kind) == [.insert, .insert, .insert])
    #expect(list.diagnostics.rowsRead == reads)
  }

  @Test(arguments: StoreKind.allCases)
  func `what happens to hidden rows is told by the header, and seen when the section opens`(
    kind: StoreKind
  ) async throws {
    let (bench, log) = try await bench(kind)
    let list = bench.controller
    list.sectionDisplay.collapse("Red")
    log.changesets = []
    try await bench.store.write {
      $0.insert(Item(id: 6, name: "fay", team: "Red"))
      $0.update(Item(id: 1, name: "abe", team: "Red"))
    }
    try await bench.store.settle(list)
    #expect(bench.picture == ["Blue: bob dan", "Red: "])
    #expect(log.changesets.map(\.sectionInfoUpdates) == [[1]])
    #expect(log.changesets.allSatisfy { $0.rowChanges.isEmpty && !$0.changes.isEmpty })
    #expect(list.results[1].totalCount == 4)
    // Only contents change, which nobody sees.
    try await bench.store.write { $0.update(Item(id: 1, name: "amy", team: "Red")) }
    try await bench.store.settle(list)
    #expect(log.changesets.count == 1)
    list.sectionDisplay.expandAll()
    #expect(bench.picture == ["Blue: bob dan", "Red: amy cid eve fay"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that moves into a collapsed section leaves the screen, and comes back`(
    kind: StoreKind
  ) async throws {
    let (bench, log) = try await bench(kind)
    let list = bench.controller
    list.sectionDisplay.collapse("Red")
    log.changesets = []
    try await bench.store.write { $0.update(Item(id: 2, name: "bob", team: "Red")) }
    try await bench.store.settle(list)
    #expect(bench.picture == ["Blue: dan", "Red: "])
    #expect(log.changesets[0].rowChanges.map(\.kind) == [.delete])
    #expect(log.changesets[0].sectionInfoUpdates == [0, 1])
    let place = list.results.place(forKey: RowKey([2]))
    #expect(place == .hidden(section: 1))
    #expect(list.results.object(forKey: RowKey([2]))?.team == "Red")
    try await bench.store.write { $0.update(Item(id: 2, name: "bob", team: "Blue")) }
    try await bench.store.settle(list)
    #expect(bench.picture == ["Blue: bob dan", "Red: "])
    #expect(log.changesets[1].rowChanges.map(\.kind) == [.insert])
  }

  @Test(arguments: StoreKind.allCases)
  func `the first two of each section are followed, and one section is shown whole`(
    kind: StoreKind
  ) async throws {
    let (bench, log) = try await bench(kind)
    let list = bench.controller
    list.sectionDisplay.rows = .first(2)
    #expect(bench.picture == ["Blue: bob dan", "Red: ada cid"])
    log.changesets = []
    try await bench.store.write { $0.insert(Item(id: 6, name: "abe", team: "Red")) }
    try await bench.store.settle(list)
    #expect(bench.picture == ["Blue: bob dan", "Red: abe ada"])
    #expect(log.changesets[0].rowChanges.map(\.kind) == [.delete, .insert])
    list.sectionDisplay.showAllRows(of: "Red")
    #expect(bench.picture == ["Blue: bob dan", "Red: abe ada cid eve"])
    list.sectionDisplay.rows = .last(1)
    #expect(bench.picture == ["Blue: dan", "Red: abe ada cid eve"])
  }

  @Test(arguments: StoreKind.allCases)
  func `what is displayed stays when the list is fetched again, paused, or gets another request`(
    kind: StoreKind
  ) async throws {
    let (bench, _) = try await bench(kind)
    let list = bench.controller
    list.sectionDisplay.collapse("Blue")
    try await list.performFetch()
    #expect(bench.picture == ["Blue: ", "Red: ada cid eve"])
    list.pause()
    try await bench.store.write { $0.insert(Item(id: 6, name: "fay", team: "Red")) }
    list.sectionDisplay.toggle("Red")
    #expect(bench.picture == ["Blue: ", "Red: "])
    list.sectionDisplay.toggle("Red")
    list.resume()
    try await bench.store.settle(list)
    #expect(bench.picture == ["Blue: ", "Red: ada cid eve fay"])
    var request = list.fetchRequest
    request.fetchLimit = 3
    try await list.setRequest(request)
    #expect(bench.picture == ["Blue: ", "Red: ada"])
    #expect(list.results[0].totalCount == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that reads contents in batches collapses, opens and loads`(kind: StoreKind)
    async throws
  {
    let store = try await TestStore(
      kind, of: Item.self,
      (0..<60).map { Item(id: $0, name: "n\($0 + 10)", team: $0 < 30 ? "A" : "B") })
    var request = ResultsRequest<Item>.byName
    request.fetchBatchSize = 10
    let list = store.list(request, sectionBy: SectionKey(\.team))
    list.sectionDisplay.collapse("A")
    try await list.performFetch()
    #expect(list.results.map(\.count) == [0, 30])
    try await list.loadRows(at: [[1, 29]])
    #expect(list.row(ifLoaded: [1, 29])?.id == 59)
    list.sectionDisplay.expand("A")
    #expect(list.results.map(\.count) == [30, 30])
    try await list.loadRows(at: [[0, 0], [0, 29]])
    #expect(list.row(ifLoaded: [0, 29])?.id == 29)
    #expect(list.results.rows.keys.count == 60)
  }

  @Test func `a list with a window tells which rows it hides and shows`()
    async throws
  {
    let store = try await TestStore(
      .memory, of: Item.self,
      (0..<60).map { Item(id: $0, name: "n\($0 + 10)", team: $0 < 30 ? "A" : "B") })
    var request = ResultsRequest<Item>.byName
    request.fetchWindowSize = 10
    let list = store.list(request, sectionBy: SectionKey(\.team))
    let log = DeliveryLog()
    list.changesetDelegate = log
    try await list.performFetch()
    try await wait(for: "all rows to be counted") { list.results.counting?.isComplete == true }
    log.changesets = []
    list.sectionDisplay.collapse("A")
    #expect(list.results.map(\.count) == [0, 30] && list.results.totalCount == 60)
    #expect(list.results.counting?.counted == 60)
    #expect(log.changesets.map(\.isReset) == [false])
    #expect(log.changesets[0].hiddenRows.map(\.items) == [0..<30])
    #expect(log.changesets[0].tableUpdates.deletes.count == 30)
    #expect(log.changesets[0].rowChanges.isEmpty && log.changesets[0].sectionInfoUpdates == [0])
    list.sectionDisplay.rows = .first(20)
    #expect(list.results.map(\.count) == [0, 20])
    #expect(log.changesets[1].hiddenRows.map(\.items) == [20..<30])
    list.sectionDisplay.rows = .all
    #expect(log.changesets[2].shownRows.map(\.section) == [1])
    try await store.write { $0.insert(Item(id: 100, name: "a", team: "A")) }
    try await store.settle(list)
    #expect(list.results.map(\.totalCount) == [31, 30])
    #expect(log.changesets.last?.isReset == false)
    #expect(log.changesets.last?.rowChanges.isEmpty == true)
    #expect(log.changesets.last?.sectionInfoUpdates == [0])
  }

  @Test
  func `a delegate that is told each row reloads if a window hides rows that it doesn't know`()
    async throws
  {
    let store = try await TestStore(
      .memory, of: Item.self, (0..<60).map { Item(id: $0, name: "n\($0 + 10)", team: "A") })
    var request = ResultsRequest<Item>.byName
    request.fetchWindowSize = 10
    let list = store.list(request, sectionBy: SectionKey(\.team))
    let recorder = CallRecorder()
    try await list.performFetch()
    try await wait(for: "all rows to be counted") { list.results.counting?.isComplete == true }
    list.delegate = recorder
    list.sectionDisplay.collapse("A")
    #expect(recorder.calls == ["replaced"], "\(recorder.calls)")
  }

  @Test func `a section collapses before the contents of a cached list are loaded`() async throws {
    let bench = try CacheBench()
    try await bench.keep()
    let list = bench.list(over: try bench.file.store())
    let log = DeliveryLog()
    list.changesetDelegate = log
    try await list.performFetch(.sections)
    #expect(list.diagnostics.cache?.outcome == .hit)
    list.sectionDisplay.collapse("Red")
    #expect(CacheBench.outline(list.results) == [": 2", "Blue: 3", "Red: "])
    #expect(list.results.map(\.totalCount) == [1, 1, 2])
    try await list.refresh()
    try await wait(for: "the contents") { list.results.isLoaded }
    #expect(CacheBench.outline(list.results) == [": 2", "Blue: 3", "Red: "])
    list.sectionDisplay.expandAll()
    #expect(CacheBench.outline(list.results) == CacheBench.outline)
  }

  @Test(arguments: StoreKind.allCases)
  func `a delegate may collapse a section while it is told of a change`(kind: StoreKind)
    async throws
  {
    let (bench, log) = try await bench(kind)
    let list = bench.controller
    let folder = FoldingDelegate()
    list.delegate = folder
    try await bench.store.write { $0.insert(Item(id: 6, name: "fay", team: "Red")) }
    try await list.refresh()
    #expect(folder.didFold && list.sectionDisplay.isCollapsed("Red"))
    #expect(bench.picture == ["Blue: bob dan", "Red: "])
    // Each change set leads from the one before.
    #expect(
      log.changesets.map { $0.rowChanges.map(\.kind) } == [
        [.insert], [.delete, .delete, .delete, .delete],
      ])
    #expect(
      folder.calls == [
        "will", "insert", "did", "will", "delete", "delete", "delete", "delete", "did",
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `observed rows of a section change only with what is shown of it`(kind: StoreKind)
    async throws
  {
    let (bench, _) = try await bench(kind)
    let list = bench.controller
    list.sectionDisplay.collapse("Red")
    let (red, blue) = (list.observedRows(ofSection: "Red"), list.observedRows(ofSection: "Blue"))
    #expect(red.rows.isEmpty && blue.rows.count == 2)
    let before = blue.rows.list.base.list.count
    try await bench.store.write { $0.insert(Item(id: 6, name: "fay", team: "Red")) }
    try await bench.store.settle(list)
    #expect(blue.rows.list.base.list.count == before, "the rows of Blue are as they were")
    list.sectionDisplay.expand("Red")
    #expect(red.rows.count == 4)
  }

  @Test(arguments: StoreKind.allCases)
  func `a list without sections shows its first rows, and tells how many there are`(
    kind: StoreKind
  ) async throws {
    let bench = try await ControllerBench(kind, CollapsedSectionTests.items, sectionBy: nil)
    let log = DeliveryLog()
    bench.controller.changesetDelegate = log
    bench.controller.sectionDisplay.rows = .first(2)
    bench.controller.sectionDisplay.collapseAll()
    try await bench.controller.performFetch()
    #expect(bench.picture == [": ada bob"])
    try await bench.store.write { $0.insert(Item(id: 6, name: "zoe", team: "Red")) }
    try await bench.store.settle(bench.controller)
    #expect(bench.controller.results[0].totalCount == 6)
    #expect(log.changesets.map(\.sectionInfoUpdates) == [[0]])
  }

  @Test(arguments: StoreKind.allCases)
  func `hidden rows are those of the newest request, and of what was held back`(kind: StoreKind)
    async throws
  {
    let (bench, _) = try await bench(kind)
    let list = bench.controller
    list.sectionDisplay.collapseAll()
    // Other rows, in as many sections of as many rows.
    try await bench.store.write {
      for item in CollapsedSectionTests.items {
        $0.insert(Item(id: item.id + 10, name: "x" + item.name, team: item.team))
      }
    }
    try await list.setRequest(
      ResultsRequest(predicate: #Predicate<Item> { $0.id < 10 }, sortBy: [SortKey(\.name)]))
    try await list.setRequest(
      ResultsRequest(predicate: #Predicate<Item> { $0.id > 10 }, sortBy: [SortKey(\.name)]))
    list.sectionDisplay.expandAll()
    #expect(bench.picture == ["Blue: xbob xdan", "Red: xada xcid xeve"])
    list.sectionDisplay.collapse("Red")
    list.pause()
    try await bench.store.write { $0.update(Item(id: 11, name: "xamy", team: "Red")) }
    let other = bench.store.list(list.fetchRequest, sectionBy: SectionKey(\.team))
    try await other.performFetch()
    list.resume()
    try await list.refresh()
    list.sectionDisplay.expand("Red")
    #expect(bench.picture == ["Blue: xbob xdan", "Red: xamy xcid xeve"])
  }

  @Test func `owners of one list display what they like`() async throws {
    let (bench, _) = try await bench(.sqlite)
    let other = bench.store.list(.byName, sectionBy: SectionKey(\.team))
    other.sectionDisplay.collapseAll()
    try await other.performFetch()
    #expect(ControllerBench.picture(other.results) == ["Blue: ", "Red: "])
    bench.controller.sectionDisplay.rows = .last(1)
    try await bench.store.write { $0.insert(Item(id: 6, name: "fay", team: "Red")) }
    try await bench.store.settle(bench.controller)
    try await bench.store.settle(other)
    #expect(bench.picture == ["Blue: dan", "Red: fay"])
    #expect(other.results.map(\.totalCount) == [2, 4])
    other.sectionDisplay.expand("Red")
    #expect(ControllerBench.picture(other.results) == ["Blue: ", "Red: ada cid eve fay"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a sequence of updates tells of the rows that it shows`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, CollapsedSectionTests.items)
    var display = SectionDisplay(rows: .first(1))
    display.collapse("Blue")
    let list = store.list(.byName, sectionBy: SectionKey(\.team))
    var updates = list.updates.displaying(display).makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(ControllerBench.picture(first.results) == ["Blue: ", "Red: ada"])
    try await store.write { $0.delete(Item(id: 1, name: "ada", team: "Red")) }
    let second = try #require(try await updates.next())
    #expect(ControllerBench.picture(second.results) == ["Blue: ", "Red: cid"])
    #expect(second.changeset?.rowChanges.map(\.kind) == [.delete, .insert])
  }

  /// No row is hidden, but a section that comes and goes isn't shown by itself.
  @Test(arguments: StoreKind.allCases)
  func `a list that only shows sections as one tells of these`(kind: StoreKind) async throws {
    let (bench, log) = try await bench(kind)
    let list = bench.controller
    let merged = [MergedSections(as: "all", named: "All")]
    list.sectionDisplay.merged = merged
    var display = SectionDisplay.all
    display.merged = merged
    var updates = list.updates.displaying(display).makeAsyncIterator()
    _ = try await updates.next()
    #expect(bench.picture == ["All: bob dan ada cid eve"])
    log.changesets = []
    try await bench.store.write { $0.insert(Item(id: 6, name: "gil", team: "Green")) }
    try await bench.store.settle(list)
    #expect(bench.picture == ["All: bob dan gil ada cid eve"])
    let update = try #require(try await updates.next())
    for changeset in [try #require(log.changesets.first), try #require(update.changeset)] {
      #expect(changeset.sectionInserts.isEmpty && changeset.sectionDeletes.isEmpty)
      #expect(changeset.rowChanges.map(\.kind) == [.insert])
      #expect(changeset.rowChanges.map(\.to) == [ElementPath(section: 0, item: 2)])
      #expect(changeset.sectionInfoUpdates == [0])
    }
    #expect(log.changesets.count == 1)
  }
}

@MainActor private final class DeliveryLog: ResultsChangesetDelegate {
  var changesets: [ResultsChangeset<Item>] = []

  func controller(
    _ controller: ResultsController<Item>, didChangeContentWith changeset: ResultsChangeset<Item>
  ) { changesets.append(changeset) }
}

/// Collapses a section as soon as it is told of a change.
@MainActor private final class FoldingDelegate: ResultsControllerDelegate {
  private(set) var calls: [String] = []
  private(set) var didFold = false

  func controllerWillChangeContent(_ controller: ResultsController<Item>) {
    calls.append("will")
    guard !didFold else { return }
    didFold = true
    controller.sectionDisplay.collapse("Red")
  }

  func controller(
    _ controller: ResultsController<Item>, didChange object: Item, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) { calls.append("\(type)") }

  func controllerDidChangeContent(_ controller: ResultsController<Item>) { calls.append("did") }

  @Test func `the section of nil and the sections after it are shown as two`() async throws {
    let store = MemoryStore(try MemoryTable(for: Item.self))
    try store.write { db in
      for (id, team) in [(1, nil), (2, "Blue"), (3, "Red"), (4, "Zoo")] as [(Int64, String?)] {
        try db.insert(Item(id: id, name: "n\(id)", team: team))
      }
    }
    let list = ResultsController(
      fetchRequest: .byName, store: store, sectionBy: SectionKey<Item>(\.team))
    try await list.performFetch()
    list.sectionDisplay.merged = [
      MergedSections(through: .text("Red"), as: .text("early"), named: "Early"),
      MergedSections(from: .null, through: .null, as: .text("none"), named: "None"),
    ]
    #expect(list.sections.map(\.name) == ["None", "Early", "Zoo"])
    list.stop()
  }
}
