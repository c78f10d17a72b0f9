import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Functions that a list calls for its changes, and what a change set tells of the rows before.
@MainActor @Suite struct TrackingTests {
  private func bench(
    _ kind: StoreKind
  ) async throws -> (TestStore, ResultsController<Item>) {
    let store = try await TestStore(
      kind, of: Item.self, [Item(1, "ada", "red"), Item(2, "bob", "blue"), Item(3, "cy", "red")])
    let list = store.list(.byName, sectionBy: SectionKey(\Item.team))
    try await list.performFetch()
    return (store, list)
  }

  @Test(arguments: StoreKind.allCases)
  func `functions are called like delegates`(kind: StoreKind) async throws {
    let (store, list) = try await bench(kind)
    var calls: [String] = []
    list.trackChanges(
      willChange: { calls.append("will \($0.results.numberOfObjects)") },
      onChange: { calls.append("\($2.kind) \($1.name)") },
      didChange: { calls.append("did \($0.results.numberOfObjects) \($1.sectionDeletes)") })
    try await store.write { batch in
      batch.delete(Item(2, ""))
      batch.insert(Item(4, "di", "red"))
      batch.upsert(Item(1, "ann", "red"))
    }
    try await list.refresh()
    #expect(calls == ["will 3", "delete bob", "insert di", "update ann", "did 3 [0]"])
    list.trackChanges()
    try await store.write { $0.delete(Item(1, "")) }
    try await list.refresh()
    #expect(calls.count == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `an update tells the old record and the columns that changed`(kind: StoreKind) async throws {
    let (store, list) = try await bench(kind)
    var old: [Item?] = []
    var values: [[String: StoredValue]] = []
    list.trackChanges(didChange: { _, changeset in
      old += changeset.rowChanges.map(changeset.oldObject(of:))
      values += changeset.rowChanges.map(changeset.oldValues(of:))
    })
    try await store.write { batch in
      batch.upsert(Item(1, "ann", "red"))
      batch.insert(Item(4, "di", "red"))
      batch.upsert(Item(3, "cy", "blue"))
    }
    try await list.refresh()
    // The insert comes first, then the move, then the update.
    #expect(old == [nil, Item(3, "cy", "red"), Item(1, "ada", "red")])
    #expect(values == [[:], ["team": "red"], ["name": "ada"]])
  }

  @Test(arguments: StoreKind.allCases)
  func `the difference of a random change leads from the keys before to those after`(
    kind: StoreKind
  ) async throws {
    let (store, list) = try await bench(kind)
    var failures: [String] = []
    list.trackChanges(didChange: { _, changeset in
      let before = Array(changeset.before.rows.keys)
      let after = Array(changeset.after.rows.keys)
      if before.applying(changeset.difference) != after {
        failures.append("\(changeset.rowChanges)")
      }
    })
    var random = SeededGenerator(seed: 23)
    for _ in 0..<kind.steps(60) {
      try await store.write { batch in
        for _ in 0...random.below(6) {
          let item = Item(
            Int64(random.below(16)), "n\(random.below(8))", "t\(random.below(3))")
          if random.happens(onceIn: 3) { batch.delete(item) } else { batch.upsert(item) }
        }
      }
      try await list.refresh()
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `errors are told, and the list goes on`() async throws {
    let file = try ScratchDatabase(Item.sqlite)
    let store = try file.store()
    let list = ResultsController(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await list.performFetch()
    var codes: [StoreError.Code] = []
    list.trackErrors { codes.append($1.code) }
    try file.write("ALTER TABLE item RENAME TO gone")
    try await wait { codes == [.noSuchTable] }
    try file.write("ALTER TABLE gone RENAME TO item; INSERT INTO item VALUES (1, 'ada', NULL)")
    try await wait { list.results.numberOfObjects == 1 }
  }
}
