import Observation
import Sectional
import SectionalSQL
import TestSupport
import Testing

/// Parts of a list that are observed on their own.
@Suite(.serialized) @MainActor struct ObservedRowsTests {
  /// Counts how often observed rows were replaced.
  @MainActor private final class Redraws {
    private(set) var count = 0
    private let part: ObservedRows<Item>

    init(of part: ObservedRows<Item>) {
      self.part = part
      watch()
    }

    var names: [String] { part.rows.map(\.name) }

    private func watch() {
      withObservationTracking {
        _ = part.rows
      } onChange: { [weak self] in
        MainActor.assumeIsolated {
          self?.count += 1
          Task { self?.watch() }
        }
      }
    }
  }

  private func bench(_ kind: StoreKind) async throws -> ControllerBench {
    let bench = try await ControllerBench(
      kind,
      [
        Item(id: 1, name: "ada", team: "Red"), Item(id: 2, name: "bob", team: "Blue"),
        Item(id: 3, name: "cid", team: "Red"),
      ])
    try await bench.controller.performFetch()
    return bench
  }

  @Test(arguments: StoreKind.allCases)
  func `a section is told of its own changes only`(kind: StoreKind) async throws {
    let bench = try await bench(kind)
    let red = Redraws(of: bench.controller.observedRows(ofSection: "Red"))
    #expect(red.names == ["ada", "cid"])
    try await bench.write { $0.update(Item(id: 2, name: "ben", team: "Blue")) }
    try await bench.write { $0.insert(Item(id: 4, name: "dan", team: "Blue")) }
    #expect(red.count == 0)
    // One leaves, one comes, one is changed, and the section goes and comes back.
    try await bench.write { $0.update(Item(id: 1, name: "ada", team: "Blue")) }
    #expect(red.names == ["cid"])
    try await bench.write { $0.update(Item(id: 4, name: "dan", team: "Red")) }
    #expect(red.names == ["cid", "dan"])
    try await bench.write { $0.update(Item(id: 3, name: "cyd", team: "Red")) }
    #expect(red.names == ["cyd", "dan"])
    try await bench.write {
      for id in [3, 4] { $0.delete(Item(id: Int64(id), name: "", team: "")) }
    }
    #expect(red.names == [])
    try await bench.write { $0.insert(Item(id: 9, name: "eve", team: "Red")) }
    #expect(red.names == ["eve"])
    #expect(red.count == 5)
  }

  @Test func `a section is found by a number that is equal to its key`() async throws {
    let store = try await TestStore(.memory, of: Item.self, [Item(id: 1, name: "ada", team: "Red")])
    let list = store.list(.byName, sectionBy: SectionKey(\.id))
    try await list.performFetch()
    let part = Redraws(of: list.observedRows(ofSection: 1.0))
    #expect(part.names == ["ada"])
    try await store.write { $0.update(Item(id: 1, name: "abe", team: "Red")) }
    try await list.refresh()
    #expect(part.names == ["abe"])
  }

  @Test(arguments: StoreKind.allCases)
  func `only changes of the named columns are told, and rows that come, go or move`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(
      kind, of: Item.self, (1...4).map { Item(id: $0, name: "item \($0)", team: "Red") })
    let list = store.list(ResultsRequest<Item>(sortBy: [SortKey(\.id)]))
    try await list.performFetch()
    let teams = Redraws(of: list.observedRows(columns: ["TEAM"]))
    let all = Redraws(of: list.observedRows())
    func write(_ body: (inout RecordBatch) throws -> Void) async throws {
      try await store.write(body)
      try await store.settle(list)
    }
    try await write { $0.update(Item(id: 2, name: "other", team: "Red")) }
    #expect(teams.count == 0)
    #expect(all.count == 1)
    try await write { $0.update(Item(id: 2, name: "other", team: "Blue")) }
    #expect(teams.count == 1)
    try await write { $0.delete(Item(id: 1, name: "", team: "")) }
    #expect(teams.count == 2)
    #expect(all.count == 3)
    #expect(teams.names == ["other", "item 3", "item 4"])
  }

  @Test(arguments: [StoreKind.sqlite, .postgres])
  func `a column that another request reads in addition is told`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(id: 1, name: "ada", team: "Red")])
    let list = store.list(ResultsRequest<StoredRow>(sql: "SELECT id FROM item", key: ["id"]))
    try await list.performFetch()
    let part = list.observedRows(columns: ["name"])
    try await list.setRequest(sql: "SELECT id, name FROM item")
    #expect(part.rows.first?["name"] == "ada")
  }

  @Test func `a fetch is told, and a part that nobody uses goes`() async throws {
    let bench = try await bench(.memory)
    let red = Redraws(of: bench.controller.observedRows(ofSection: "Red"))
    weak var unused: ObservedRows<Item>?
    unused = bench.controller.observedRows()
    #expect(unused == nil)
    try await bench.controller.performFetch()
    #expect(red.count == 1)
  }
}
