import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A list as a sequence.
@Suite struct UpdatesTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore
  private let updates: ResultsUpdates<Item>

  init() async throws {
    file = try ScratchDatabase()
    store = try file.store()
    updates = ResultsUpdates(
      fetchRequest: .byName, store: store, sectionBy: SectionKey(\.team))
    try await store.write { try $0.execute(Item.sqlite) }
  }

  private func names(_ results: SectionedResults<Item>?) -> [[String]] {
    results?.map { $0.map(\.name) } ?? []
  }

  @Test func `the first element is what the list holds, and no change`() async throws {
    try await store.write { try $0.insert(Item(1, "ada", "Red")) }
    var iterator = updates.makeAsyncIterator()
    let first = try await iterator.next()
    #expect(names(first?.results) == [["ada"]])
    #expect(first?.changeset == nil)
    #expect(first?.version != nil)
    #expect(first.map { "\($0.status)" } == "current")
  }

  @Test func `each change leads from the element before to its own results`() async throws {
    var iterator = updates.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    let writer = Task { [store] in
      for step in 0..<60 {
        try await store.write { db in
          var random = SeededGenerator(seed: 5 &+ UInt64(step))
          for _ in 0...random.below(4) {
            let item = Item(Int64(random.below(12)), "n\(random.below(6))", "t\(random.below(3))")
            if random.happens(onceIn: 3) { try db.delete(item) } else { try db.upsert(item) }
          }
        }
      }
      try await store.write { db in
        try db.execute("DELETE FROM item")
        try db.insert(Item(100, "last", "end"))
      }
    }
    var shown = first.results
    var table = BatchUpdateSimulator<Item>(sections(shown))
    while names(shown) != [["last"]] {
      let update = try #require(try await iterator.next())
      let changeset = try #require(update.changeset)
      // The results before are those of the element before, and the batch update shows those after.
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
    _ results: SectionedResults<Item>
  ) -> [BatchUpdateSimulator<Item>.Section] {
    results.map { .init(header: $0.name, rows: Array($0)) }
  }

  @Test func `what is committed while nobody asks comes as one or two updates`() async throws {
    var iterator = updates.makeAsyncIterator()
    _ = try await iterator.next()
    for id in 1...100 { try await store.write { try $0.insert(Item(Int64(id), "n", "Red")) } }
    var count = 0
    var rows = 0
    while rows < 100, let update = try await iterator.next() {
      count += 1
      rows = update.results.numberOfObjects
    }
    #expect(rows == 100)
    #expect(count <= 2)
  }

  @Test func `several iterations at once each see every row`() async throws {
    let totals = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { [updates] in
          for try await update in updates where update.results.numberOfObjects == 30 {
            return update.results.numberOfObjects
          }
          return 0
        }
      }
      for id in 1...30 { try await store.write { try $0.insert(Item(Int64(id), "n", "Red")) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(totals == [30, 30, 30, 30])
  }

  @Test @MainActor func `a controller's updates are a list of their own`() async throws {
    let controller = ResultsController(
      fetchRequest: FetchRequest<Item>.byName, store: store, sectionNameKeyPath: \.team)
    try await store.write { try $0.insert(Item(1, "ada", "Red")) }
    var iterator = controller.updates.makeAsyncIterator()
    #expect(names(try await iterator.next()?.results) == [["ada"]])
    #expect(controller.sections.isEmpty)
    controller.stop()
    try await store.write { try $0.insert(Item(2, "bob", "Red")) }
    #expect(names(try await iterator.next()?.results) == [["ada", "bob"]])
  }
}
