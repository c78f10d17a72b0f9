import Sectional
import SectionalPostgres
import SectionalSQL
import TestSupport
import Testing

/// Transactions with a tag, by which a list recognizes the changes that its view already shows.
@Suite(.serialized) @MainActor struct WriteTagTests {
  private let tag = WriteTag()

  /// A list, and the tags of the change sets that it has reported.
  private struct Tagged {
    let store: TestStore
    let list: ResultsController<Item>
    let tags = Locked<[WriteTag?]>([])

    @MainActor init(_ kind: StoreKind) async throws {
      store = try await TestStore(kind, of: Item.self, [Item(id: 1, name: "ada", team: "Red")])
      if case .postgres(let server, _) = store.base {
        try await server.installChangeLog(for: ["item"])
      }
      list = store.list(.byName, sectionBy: SectionKey(\.team))
      list.trackChanges(didChange: { [tags] _, changeset in
        tags.withLock { $0.append(changeset.tag) }
      })
      try await list.performFetch()
      // The start of the change source is followed by a look, which must not begin before a pause and end after it.
      if kind != .postgres { try await wait { list.diagnostics.versionChecks > 1 } }
      try await store.settle(list)
    }

    func insert(_ id: Int64, _ tag: WriteTag?) async throws {
      try await store.write(tag: tag) { $0.insert(Item(id: id, name: "item \(id)", team: "Red")) }
    }

    @MainActor func insertAndWait(_ id: Int64, _ tag: WriteTag?) async throws {
      try await insert(id, tag)
      try await store.settle(list)
      try await wait { tags.withLock(\.count) > 0 }
    }

    var seen: [WriteTag?] { tags.withLock { $0 } }
  }

  @Test(arguments: StoreKind.allCases)
  func `a change set tells the tag of its transaction`(kind: StoreKind) async throws {
    let bench = try await Tagged(kind)
    let (first, second) = (WriteTag(), WriteTag())
    for (number, tag) in [first, nil, second, nil, first].enumerated() {
      try await bench.insertAndWait(Int64(number + 2), tag)
      #expect(bench.seen.count == number + 1)
    }
    #expect(bench.seen == [first, nil, second, nil, first])
  }

  @Test(arguments: StoreKind.allCases, [[0, 1], [1, 0], [0, 2], [0, 1, 0], [0, 0]])
  func `transactions that arrive together have a tag only if it is the same`(
    kind: StoreKind, order: [Int]
  ) async throws {
    let bench = try await Tagged(kind)
    let tags = [tag, nil, WriteTag()]
    bench.list.pause()
    for (number, place) in order.enumerated() {
      try await bench.insert(Int64(number + 2), tags[place])
    }
    bench.list.resume()
    try await bench.store.settle(bench.list)
    #expect(bench.list.results.rows.count == order.count + 1)
    #expect(bench.seen == [Set(order).count == 1 ? tag : nil])
  }

  @Test(arguments: StoreKind.allCases)
  func `a row that others changed too has no tag, whoever wrote last`(kind: StoreKind) async throws
  {
    for isTaggedLast in [true, false] {
      let bench = try await Tagged(kind)
      bench.list.pause()
      for (number, tag) in [isTaggedLast ? nil : tag, isTaggedLast ? tag : nil].enumerated() {
        try await bench.store.write(tag: tag) {
          $0.update(Item(id: 1, name: "ada \(number)", team: "Red"))
        }
      }
      bench.list.resume()
      try await bench.store.settle(bench.list)
      #expect(bench.seen == [nil])
    }
  }

  @Test(arguments: [StoreKind.sqlite, .postgres])
  func `another program's change is never hidden`(kind: StoreKind) async throws {
    let bench = try await Tagged(kind)
    bench.list.pause()
    try await bench.insert(2, tag)
    try await bench.store.writeElsewhere("UPDATE item SET name = 'eve' WHERE id = 1")
    try await bench.insert(3, tag)
    bench.list.resume()
    try await bench.store.settle(bench.list)
    #expect(bench.list.results.rows.map(\.name) == ["eve", "item 2", "item 3"])
    #expect(bench.seen == [nil])
  }

  @Test func `on a server with a change log, commits to other tables don't take the tag away`()
    async throws
  {
    let bench = try await Tagged(.postgres)
    try await bench.store.writeElsewhere("CREATE TABLE other(id int)")
    try await bench.store.settle(bench.list)
    bench.list.pause()
    try await bench.store.writeElsewhere("INSERT INTO other VALUES (1)")
    try await bench.insert(2, tag)
    try await bench.store.writeElsewhere("INSERT INTO other VALUES (2)")
    bench.list.resume()
    try await bench.store.settle(bench.list)
    #expect(bench.seen == [tag])
  }

  @Test(arguments: [StoreKind.sqlite, .postgres])
  func `rows that change without a transaction have no tag`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(id: 1, name: "ada", team: "Red")])
    let list = store.list(
      ResultsRequest<Item>(predicate: "name <> CAST(random() AS text)", sortBy: [SortKey(\.name)]))
    var tags: [WriteTag?] = []
    list.trackChanges(didChange: { _, changeset in tags.append(changeset.tag) })
    try await list.performFetch()
    try await store.write(tag: tag) { $0.insert(Item(id: 2, name: "bob", team: "Red")) }
    try await store.settle(list)
    #expect(tags == [nil])
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction that fails leaves no tag behind`(kind: StoreKind) async throws {
    let bench = try await Tagged(kind)
    await #expect(throws: (any Error).self) {
      try await bench.store.write(tag: tag) {
        $0.insert(Item(id: 2, name: "bob", team: "Red"))
        $0.insert(Item(id: 1, name: "again", team: "Red"))
      }
    }
    try await bench.insertAndWait(3, nil)
    #expect(bench.seen == [nil])
  }

  @Test func `with many tagged transactions at once, older ones count as unknown`() async throws {
    let bench = try await Tagged(.memory)
    bench.list.pause()
    for number in 2...100 { try await bench.insert(Int64(number), tag) }
    bench.list.resume()
    try await bench.store.settle(bench.list)
    #expect(bench.list.results.rows.count == 100)
    #expect(bench.seen == [nil])
  }
}
