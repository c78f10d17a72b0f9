import Sectional
import SectionalPostgres
import SectionalSQLite
import TestSupport
import Testing

/// What lists with a limit or an offset read, counted in rows.
@MainActor @Suite struct SliceReadingTests {
  private func items(_ count: Int64) -> [Item] {
    (0..<count).map { Item($0 * 10, "n\($0)", ["a", "b", "c"][Int($0 % 3)]) }
  }

  private func list(
    _ kind: StoreKind, offset: Int, columns: [String]?
  ) async throws -> (TestStore, ResultsController<Item>) {
    let store = try await TestStore(kind, of: Item.self, items(3000))
    let order = kind == .postgres ? #"(team COLLATE "C" NULLS FIRST, id)"# : "(team, id)"
    try await store.execute("CREATE INDEX item_order ON item \(order)")
    switch (store.base, columns) {
    case (.sqlite(let store, _), let columns?):
      try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
    case (.postgres(let store, _), let columns?):
      try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
    default: break
    }
    var request = ResultsRequest<Item>(sortBy: [SortKey(\.team)])
    request.fetchLimit = 20
    request.fetchOffset = offset
    let list = store.list(request)
    try await list.performFetch()
    return (store, list)
  }

  /// Writes elsewhere, and returns how many rows the list read because of it.
  private func rowsRead(
    after sql: String, _ store: TestStore, _ list: ResultsController<Item>
  ) async throws -> Int {
    let before = list.diagnostics.rowsRead
    try await store.writeElsewhere(sql)
    try await store.settle(list)
    return list.diagnostics.rowsRead - before
  }

  @Test(arguments: StoreKind.databases)
  func `opening reads the slice and its margins`(kind: StoreKind) async throws {
    let (_, list) = try await list(kind, offset: 1500, columns: nil)
    #expect(list.results.numberOfObjects == 20)
    #expect(list.diagnostics.rowsRead <= 20 + 2 * 64)
  }

  @Test(arguments: StoreKind.databases)
  func `with old values, each row that another program writes makes a list read two at most`(
    kind: StoreKind
  ) async throws {
    let (store, list) = try await list(kind, offset: 1500, columns: ["team"])
    let fetches = list.diagnostics.fullFetches
    for number in 0..<40 {
      let first = list.fetchedObjects?.first
      let write = [
        "INSERT INTO item VALUES (\(number * 10 + 1), 'new', 'a')",
        "DELETE FROM item WHERE id = \(number * 30)",
        "UPDATE item SET team = 'c' WHERE id = \(number * 10 + 1)",
        "INSERT INTO item VALUES (\(number * 10 + 2), 'new', 'c')",
      ][number % 4]
      let read = try await rowsRead(after: write, store, list)
      #expect(read <= 2, "\(write)")
      if number % 4 == 0 { #expect(list.fetchedObjects?.first != first) }
    }
    #expect(list.diagnostics.fullFetches == fetches)
  }

  @Test
  func `each row that an SQLite store writes itself makes a list read two at most, without a log`()
    async throws
  {
    let (store, list) = try await list(.sqlite, offset: 1500, columns: nil)
    let fetches = list.diagnostics.fullFetches
    for number in 0..<40 {
      let first = list.fetchedObjects?.first
      let write = [
        "INSERT INTO item VALUES (\(number * 10 + 1), 'new', 'a')",
        "DELETE FROM item WHERE id = \(number * 30)",
        "UPDATE item SET team = 'c' WHERE id = \(number * 10 + 1)",
        "UPDATE item SET id = \(number * 10 + 2) WHERE id = \(number * 10)",
      ][number % 4]
      let before = list.diagnostics.rowsRead
      try await store.execute(write)
      try await store.settle(list)
      #expect(list.diagnostics.rowsRead - before <= 2, "\(write)")
      if number % 4 == 0 { #expect(list.fetchedObjects?.first != first) }
      let truth = try await store.fetch(list.fetchRequest)
      #expect(list.fetchedObjects.map(Array.init) == truth, "\(write)")
    }
    #expect(list.diagnostics.fullFetches == fetches)
  }

  @Test(arguments: StoreKind.databases)
  func `without old values, a row before the offset makes a list read its slice again`(
    kind: StoreKind
  ) async throws {
    let (store, list) = try await list(kind, offset: 1500, columns: [])
    let fetches = list.diagnostics.fullFetches
    try await store.writeElsewhere("DELETE FROM item WHERE id = 0")
    try await store.settle(list)
    #expect(list.diagnostics.fullFetches > fetches)
    #expect(
      list.diagnostics.fullFetchReason
        == "a row may have been before the offset, and no change log has its old values")
  }

  @Test(arguments: StoreKind.databases)
  func `many rows that make a list read its slice again aren't read before`(
    kind: StoreKind
  ) async throws {
    let (store, list) = try await list(kind, offset: 1500, columns: [])
    let read = try await rowsRead(
      after: "UPDATE item SET name = 'new' WHERE id < 20000", store, list)
    #expect(read <= 20 + 2 * 64)
  }

  @Test(arguments: StoreKind.databases)
  func `without an offset, a list needs no old values`(kind: StoreKind) async throws {
    let (store, list) = try await list(kind, offset: 0, columns: [])
    let fetches = list.diagnostics.fullFetches
    for write in [
      "DELETE FROM item WHERE id = 0", "INSERT INTO item VALUES (1, 'new', 'a')",
      "UPDATE item SET team = 'a' WHERE id = 29000", "DELETE FROM item WHERE id = 29990",
    ] {
      #expect(try await rowsRead(after: write, store, list) <= 2, "\(write)")
    }
    #expect(list.diagnostics.fullFetches == fetches)
  }

  @Test(arguments: StoreKind.allCases)
  func `a slice behind the end fills when there are rows enough`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, items(40))
    var request = ResultsRequest<Item>.byName
    (request.fetchOffset, request.fetchLimit) = (50, 5)
    let list = store.list(request)
    try await list.performFetch()
    #expect(list.results.numberOfObjects == 0)
    for id in 1000...1019 as ClosedRange<Int64> {
      try await store.write { batch in batch.insert(Item(id, "z\(id)")) }
      try await store.settle(list)
      let expected = id < 1010 ? [] : (1010...min(id, 1014)).map { $0 }
      #expect(list.fetchedObjects?.map(\.id) == expected)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `huge numbers are numbers like others`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self, items(30))
    for (offset, limit) in [(Int.max - 10, 5), (3, Int.max), (Int.max, Int.max)] {
      for search in [nil, TextSearch<Item>.contains("n", in: \.name)] {
        var request = ResultsRequest<Item>(search: search, sortBy: [SortKey(\.name)])
        (request.fetchOffset, request.fetchLimit) = (offset, limit)
        let list = store.list(request)
        try await list.performFetch()
        try await store.write { batch in batch.upsert(Item(5, "n\(limit % 7)")) }
        try await store.settle(list)
        #expect(list.results.numberOfObjects == (offset == 3 ? 28 : 0))
      }
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `texts with a zero byte are in the list's order`(kind: StoreKind) async throws {
    // In the order of their keys, the texts ascend but for the last one, which is the smallest.
    let items = (1...40).map { Item(Int64($0), $0 < 40 ? "a\u{0}\(10 + $0)" : "a\u{0}00") }
    let store = try await TestStore(kind, of: Item.self, items)
    var request = ResultsRequest<Item>(
      sortBy: [SortKey(\.name, collation: .caseInsensitive)])
    request.fetchLimit = 2
    let list = store.list(request)
    try await list.performFetch()
    #expect(list.fetchedObjects?.map(\.id) == [40, 1])
    #expect(try await store.fetch(request).map(\.id) == [40, 1])
  }

  @Test(arguments: StoreKind.databases)
  func `rows without a value follow when those with one are gone`(kind: StoreKind) async throws {
    let items = (0..<40).map { Item(Int64($0), "n", $0 < 20 ? "a" : nil) }
    let store = try await TestStore(kind, of: Item.self, items)
    switch store.base {
    case .sqlite(let store, _): try await store.installChangeLog(for: ["item"])
    case .postgres(let store, _): try await store.installChangeLog(for: ["item"])
    case .memory: break
    }
    var request = ResultsRequest<Item>(sortBy: [SortKey(\.team, nulls: .last)])
    request.fetchLimit = 5
    let list = store.list(request)
    try await list.performFetch()
    for gone in [0..<10, 10..<17, 17..<22] {
      try await store.write { batch in for id in gone { batch.delete(items[id]) } }
      try await store.settle(list)
      let first = Int64(gone.upperBound)
      #expect(list.fetchedObjects?.map(\.id) == Array(first..<first + 5))
    }
    #expect(list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a section that is split only for a moment is no error`(kind: StoreKind) async throws {
    let store = try await TestStore(
      kind, of: Item.self, [Item(1, "1", "A"), Item(2, "5", "B"), Item(3, "9", "C")])
    var request = ResultsRequest<Item>(sortBy: [SortKey(\.name)])
    request.fetchLimit = 3
    let list = store.list(request, sectionBy: SectionKey(\.team).asSorted)
    try await list.performFetch()
    try await store.write { batch in batch.insert(Item(4, "3", "C")) }
    try await store.settle(list)
    #expect(list.results.map(\.name) == ["A", "C", "B"])
  }

  @Test(arguments: StoreKind.databases)
  func `a check names the columns whose old values a list with an offset needs`(
    kind: StoreKind
  ) async throws {
    let (store, list) = try await list(kind, offset: 100, columns: [])
    let findings = try await store.store.check(list.fetchRequest)
    #expect(findings.map(\.kind) == [.missingOldValues])
    #expect(findings.first?.columnsToLog == ["team"])
    let (logged, other) = try await self.list(kind, offset: 100, columns: ["team"])
    #expect(try await logged.store.check(other.fetchRequest).isEmpty)
  }
}
