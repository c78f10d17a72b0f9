import Foundation
import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport

/// Items in a store with an index, of which lists hold some.
@MainActor struct LongListBench {
  let store: TestStore

  /// Creates a store with items in the teams a, b and c, in turn; each id is a tenth of a multiple of ten.
  ///
  /// - Parameters:
  ///   - kind: The kind of the store.
  ///   - count: The number of items.
  ///   - statement: SQL that changes the table before its changes are logged.
  ///   - columns: The columns whose old values are logged, or `nil` for no log.
  /// - Throws: ``StoreError`` if the store can't be written.
  init(
    _ kind: StoreKind, count: Int64 = 6000, after statement: String? = nil,
    logging columns: [String]? = ["team", "name"]
  ) async throws {
    guard kind != .memory else {
      store = try await TestStore(
        kind, of: Item.self,
        (0..<count).map { Item($0 * 10, "n\($0)", ["a", "b", "c"][Int($0 % 3)]) })
      return
    }
    store = try await TestStore(kind, of: Item.self)
    // Inserting the items one by one takes longer than most tests of them.
    let numbers =
      kind == .postgres
      ? "generate_series(0, \(count - 1)) AS n(i)"
      : "(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count)) SELECT i FROM n)"
    try await store.execute(
      "INSERT INTO item(id, name, team) SELECT i * 10, 'n' || i, substr('abc', i % 3 + 1, 1) FROM \(numbers)"
    )
    let order =
      kind == .postgres
      ? #"(team COLLATE "C" NULLS FIRST, name COLLATE "C" NULLS FIRST, id)"# : "(team, name, id)"
    try await store.execute("CREATE INDEX item_order ON item \(order)")
    if let statement { try await store.execute(statement) }
    switch (store.base, columns) {
    case (.sqlite(let store, _), let columns?):
      try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
    case (.postgres(let store, _), let columns?):
      try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
    default: break
    }
  }

  /// Returns a list that holds some of the items by team and name, before its first fetch.
  func list(holding rows: Int = 500) -> ResultsController<Item> {
    var request = ResultsRequest<Item>.byName
    request.fetchWindowSize = rows
    return store.list(request, sectionBy: SectionKey(\.team))
  }

  /// Returns a list all of whose items are counted.
  func countedList(holding rows: Int = 500) async throws -> ResultsController<Item> {
    let list = list(holding: rows)
    try await list.performFetch()
    try await finishCounting(list)
    return list
  }

  func finishCounting(_ list: ResultsController<Item>) async throws {
    try await wait(for: "all rows to be counted exactly") {
      list.results.counting?.isComplete == true && list.results.counting?.doubt == nil
    }
  }

  static func path(_ section: Int, _ item: Int) -> IndexPath {
    IndexPath(indexes: [section, item])
  }
}
