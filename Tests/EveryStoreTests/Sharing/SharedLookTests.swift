import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists over one table that look at their store together.
@MainActor @Suite struct SharedLookTests {
  private static let letters = ["a", "b", "c", "d"]

  /// A list of the rows with a letter in their names, or of all rows.
  private func request(_ letter: String?) -> ResultsRequest<StoredRow> {
    ResultsRequest(
      source: .table("item"), search: letter.map { .contains($0, in: "name") },
      sortBy: [SortKey(.column("team")), SortKey(.column("name"))])
  }

  private func item(_ random: inout SeededGenerator) -> Item {
    let letters = (0...random.below(2)).map { _ in
      random.element(of: SharedLookTests.letters) ?? ""
    }
    return Item(
      Int64(random.below(30)), letters.joined(),
      random.happens(onceIn: 5) ? nil : random.element(of: SharedLookTests.letters))
  }

  /// Checks that a list shows what one that is fetched now shows, and that its change sets led there.
  private func check(_ list: RecordedList, _ letter: String?, _ store: TestStore) async throws {
    list.controller.resume()
    let fresh = try await RecordedList(
      request(letter), store.store, sectionBy: .column("team"), tracksChanges: false)
    try await list.wait { list.picture == fresh.picture }
    #expect(list.violation == nil)
    #expect(list.shown == ListPicture(list.controller.results))
    await fresh.controller.close()
  }

  @Test(arguments: StoreKind.allCases, [1, 2, 3] as [UInt64])
  func `each follows random changes, whoever comes and goes`(
    kind: StoreKind, seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let store = try await TestStore(kind, of: Item.self, (0..<20).map { Item($0, "a", "a") })
    let shown: [String?] = [nil] + SharedLookTests.letters
    var lists: [(letter: String?, list: RecordedList)] = []
    func open() async throws {
      let letter = random.element(of: shown) ?? nil
      lists.append(
        (letter, try await RecordedList(request(letter), store.store, sectionBy: .column("team"))))
    }
    for _ in 0..<4 { try await open() }
    for _ in 0..<kind.steps(60) {
      let items = (0...random.below(3)).map { _ in item(&random) }
      let deletes = random.happens(onceIn: 3)
      try await store.write { batch in
        for item in items { deletes ? batch.delete(item) : batch.upsert(item) }
      }
      switch random.below(6) {
      case 0: try await open()
      case 1 where lists.count > 2:
        let (letter, list) = lists.remove(at: random.below(lists.count))
        try await check(list, letter, store)
        await list.controller.close()
      case 2:
        let (letter, list) = lists[random.below(lists.count)]
        try await check(list, letter, store)
      case 3: try await lists[random.below(lists.count)].list.controller.refresh()
      case 4:
        let controller = lists[random.below(lists.count)].list.controller
        if controller.isPaused { controller.resume() } else { controller.pause() }
      default: break
      }
    }
    for (letter, list) in lists {
      try await check(list, letter, store)
      // The server has no change log.
      if kind != .postgres { #expect(list.controller.diagnostics.fullFetches == 1) }
    }
  }

  @Test(arguments: StoreKind.databases)
  func `each follows what another program writes to a logged table`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, (0..<20).map { Item($0, "a", "a") })
    switch store.base {
    case .sqlite(let store, _): try await store.installChangeLog(for: ["item"])
    case .postgres(let store, _): try await store.installChangeLog(for: ["item"])
    case .memory: break
    }
    var lists: [(letter: String?, list: RecordedList)] = []
    for letter in [nil, "a", "b", "b"] {
      lists.append(
        (letter, try await RecordedList(request(letter), store.store, sectionBy: .column("team"))))
    }
    for step in 0..<12 {
      try await store.writeElsewhere(
        """
        UPDATE item SET name = '\(SharedLookTests.letters[step % 4])b', team = 'c' WHERE id = \(step);
        DELETE FROM item WHERE id = \(step + 7); INSERT INTO item VALUES (\(40 + step), 'b', 'd')
        """)
      for (letter, list) in lists { try await check(list, letter, store) }
    }
    for (_, list) in lists { #expect(list.controller.diagnostics.fullFetches == 1) }
  }

  @Test(arguments: StoreKind.databases)
  func `a column that is added while they look together reaches all of them`(kind: StoreKind)
    async throws
  {
    let store = try await TestStore(kind, of: Item.self, (0..<5).map { Item($0, "ab", "a") })
    var lists: [(letter: String?, list: RecordedList)] = []
    for letter in [nil, "a", "b"] {
      lists.append(
        (letter, try await RecordedList(request(letter), store.store, sectionBy: .column("team"))))
    }
    try await store.write { $0.upsert(Item(2, "abc", "b")) }
    for (letter, list) in lists { try await check(list, letter, store) }
    try await store.writeElsewhere(
      "ALTER TABLE item ADD COLUMN extra text; UPDATE item SET extra = 'x' WHERE id = 3")
    for (letter, list) in lists {
      try await list.wait { list.controller.results.columns.names.contains("extra") }
      try await check(list, letter, store)
    }
    try await store.writeElsewhere("UPDATE item SET extra = 'y', name = 'b' WHERE id = 3")
    for (letter, list) in lists { try await check(list, letter, store) }
  }
}
