import Sectional
import SectionalTesting
import TestSupport
import Testing

/// A list as a sequence.
@Suite struct UpdatesTests {
  private func make(
    _ kind: StoreKind
  ) async throws -> (store: TestStore, updates: ResultsUpdates<Item>) {
    let store = try await TestStore(kind, of: Item.self)
    return (store, store.updates(.byName, sectionBy: SectionKey(\.team)))
  }

  private func names(_ results: ResultsList<Item>?) -> [[String]] {
    results?.map { $0.map(\.name) } ?? []
  }

  @Test(arguments: StoreKind.allCases)
  func `the first element has the rows and no change set`(kind: StoreKind) async throws {
    let (store, updates) = try await make(kind)
    try await store.write { $0.insert(Item(1, "ada", "Red")) }
    var iterator = updates.makeAsyncIterator()
    let first = try await iterator.next()
    #expect(names(first?.results) == [["ada"]])
    #expect(first?.changeset == nil)
    #expect(first?.version != nil)
    #expect(first.map { "\($0.status)" } == "current")
  }

  @Test(arguments: StoreKind.allCases)
  func `each change leads from the element before to its own results`(kind: StoreKind) async throws
  {
    let (store, updates) = try await make(kind)
    var iterator = updates.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    let writer = Task { [store] in
      for step in 0..<60 {
        try await store.write { db in
          var random = SeededGenerator(seed: 5 &+ UInt64(step))
          for _ in 0...random.below(4) {
            let item = Item(Int64(random.below(12)), "n\(random.below(6))", "t\(random.below(3))")
            if random.happens(onceIn: 3) { db.delete(item) } else { db.upsert(item) }
          }
        }
      }
      try await store.write { db in
        for id in 0..<12 as Range<Int64> { db.delete(Item(id, "")) }
        db.insert(Item(100, "last", "end"))
      }
    }
    var shown = first.results
    var table = BatchUpdateSimulator<Item>(sections(shown))
    while names(shown) != [["last"]] {
      let update = try #require(try await iterator.next())
      let changeset = try #require(update.changeset)
      // The results before are those of the previous element, and the batch update leads to those after.
      #expect(names(changeset.before) == names(shown))
      #expect(names(changeset.after) == names(update.results))
      let after = update.results
      try table.apply(
        changeset.tableUpdates,
        asking: .init(
          numberOfRows: after.map(\.count), header: { after[$0].name },
          row: { after.object(at: $0) }))
      #expect(table.sections.map(\.rows) == after.map { Array($0) })
      #expect(table.sections.map(\.header) == after.map(\.name))
      shown = after
    }
    try await writer.value
  }

  private func sections(
    _ results: ResultsList<Item>
  ) -> [BatchUpdateSimulator<Item>.Section] {
    results.map { .init(header: $0.name, rows: Array($0)) }
  }

  @Test(arguments: StoreKind.allCases)
  func `unconsumed commits arrive as one or two updates`(kind: StoreKind)
    async throws
  {
    let (store, updates) = try await make(kind)
    var iterator = updates.makeAsyncIterator()
    _ = try await iterator.next()
    for id in 1...100 { try await store.write { $0.insert(Item(Int64(id), "n", "Red")) } }
    var count = 0
    var rows = 0
    while rows < 100, let update = try await iterator.next() {
      count += 1
      rows = update.results.numberOfObjects
    }
    #expect(rows == 100)
    #expect(count <= 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `several iterations at once each see every row`(kind: StoreKind) async throws {
    let (store, updates) = try await make(kind)
    let totals = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { [updates] in
          for try await update in updates where update.results.numberOfObjects == 30 {
            return update.results.numberOfObjects
          }
          return 0
        }
      }
      for id in 1...30 { try await store.write { $0.insert(Item(Int64(id), "n", "Red")) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(totals == [30, 30, 30, 30])
  }

  @Test(arguments: StoreKind.allCases)
  @MainActor func `a controller's updates continue when the controller stops`(kind: StoreKind)
    async throws
  {
    let (store, _) = try await make(kind)
    let controller = store.list(ResultsRequest<Item>.byName, sectionBy: SectionKey(\.team))
    try await store.write { $0.insert(Item(1, "ada", "Red")) }
    var iterator = controller.updates.makeAsyncIterator()
    #expect(names(try await iterator.next()?.results) == [["ada"]])
    #expect(controller.sections.isEmpty)
    controller.stop()
    try await store.write { $0.insert(Item(2, "bob", "Red")) }
    #expect(names(try await iterator.next()?.results) == [["ada", "bob"]])
  }
}
