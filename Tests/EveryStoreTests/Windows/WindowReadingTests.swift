import Sectional
import SectionalPostgres
import SectionalSQLite
import TestSupport
import Testing

/// What lists with a limit or an offset read, counted in rows.
@MainActor @Suite struct WindowReadingTests {
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
  func `opening reads the window and its margins`(kind: StoreKind) async throws {
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

  @Test(arguments: StoreKind.databases)
  func `without old values, a row before the offset makes a list read its window again`(
    kind: StoreKind
  ) async throws {
    let (store, list) = try await list(kind, offset: 1500, columns: [])
    let fetches = list.diagnostics.fullFetches
    try await store.writeElsewhere("DELETE FROM item WHERE id = 0")
    try await store.settle(list)
    #expect(list.diagnostics.fullFetches > fetches)
    #expect(
      list.diagnostics.fullFetchReason
        == "a row may have been before the offset, and no change log says what the row was")
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
