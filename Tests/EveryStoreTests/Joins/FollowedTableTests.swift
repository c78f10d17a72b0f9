import Sectional
import TestSupport
import Testing

/// What a list of several tables reads after a change, and what it needs to know for that.
@MainActor @Suite struct FollowedTableTests {
  private static let orders = TracedQuery.all[1]
  private static let groups = TracedQuery.all[4]

  private func shop(_ kind: StoreKind, _ query: TracedQuery) async throws -> TracedShop {
    let shop = try await TracedShop(kind, query)
    for id in 1...200 {
      try await shop.store.execute("INSERT INTO customer VALUES (\(id), 'name \(id)', NULL)")
    }
    try await shop.store.execute(
      "INSERT INTO orders SELECT id, id / 10, 'open', id FROM customer")
    try await shop.installLogs()
    return shop
  }

  @Test(arguments: StoreKind.databases)
  func `a change reads the rows that it concerns`(kind: StoreKind) async throws {
    let shop = try await shop(kind, Self.orders)
    let list = try await shop.store.replayedRows(Self.orders.request)
    let before = list.controller.diagnostics.rowsRead
    try await shop.store.execute("UPDATE customer SET name = 'ada' WHERE id = 7")
    try await list.wait { list.lines.count { $0.contains("ada") } == 10 }
    #expect(list.controller.diagnostics.rowsRead - before == 10)
    try await shop.store.writeElsewhere("UPDATE orders SET customer = 7 WHERE id = 3")
    try await list.wait { list.lines.count { $0.contains("ada") } == 11 }
    #expect(list.controller.diagnostics.rowsRead - before == 11)
    #expect(list.controller.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.databases)
  func `a row of a group reads the groups that it leaves and enters`(kind: StoreKind) async throws {
    let shop = try await shop(kind, Self.groups)
    let list = try await shop.store.replayedRows(Self.groups.request)
    let before = list.controller.diagnostics.rowsRead
    try await shop.store.writeElsewhere("UPDATE orders SET customer = 190 WHERE id = 70")
    try await list.wait { list.lines.contains("190|name 190|1|open|70") }
    // The order, and two groups.
    #expect(list.controller.diagnostics.rowsRead - before == 3)
    #expect(list.controller.diagnostics.fullFetches == 1)
    #expect(list.violation == nil)
  }

  @Test(arguments: StoreKind.databases)
  func `a table that isn't named has all rows read again`(kind: StoreKind) async throws {
    let shop = try await shop(kind, Self.orders)
    var request = Self.orders.request
    request.follows = [FollowedTable("orders", in: "id")]
    let list = try await shop.store.replayedRows(request)
    try await shop.store.execute("UPDATE customer SET name = 'ada' WHERE id = 7")
    try await list.wait { list.lines.count { $0.contains("ada") } == 10 }
    #expect(list.controller.diagnostics.fullFetches == 2)
    #expect(list.controller.diagnostics.fullFetchReason?.contains("customer") == true)
  }

  @Test(arguments: StoreKind.databases)
  func `old values that no log keeps have all rows read again`(kind: StoreKind) async throws {
    let shop = try await TracedShop(kind, Self.groups)
    try await shop.store.installChangeLog(for: ["customer", "orders"])
    try await shop.store.run(
      [
        "INSERT INTO customer VALUES (1, 'ada', NULL)",
        "INSERT INTO orders VALUES (1, 1, 'open', 5)",
      ],
      elsewhere: false)
    let list = try await shop.store.replayedRows(Self.groups.request)
    try await shop.store.writeElsewhere("DELETE FROM orders")
    try await list.wait { list.lines == ["1|ada|0||"] }
    #expect(list.controller.diagnostics.fullFetchReason?.contains("old values") == true)
  }

  /// Columns that databases compare by more than their values, or by less.
  nonisolated private static let loose: [(kind: StoreKind, tables: String, sql: String)] = [
    (
      .sqlite,
      "CREATE TABLE tag(name TEXT PRIMARY KEY COLLATE NOCASE, color TEXT) WITHOUT ROWID; CREATE TABLE item(id INTEGER PRIMARY KEY, tag TEXT)",
      "SELECT i.id, i.tag, t.color FROM item i JOIN tag t ON t.name = i.tag"
    ),
    (
      .sqlite,
      "CREATE TABLE tag(name INTEGER PRIMARY KEY, color TEXT); CREATE TABLE item(id INTEGER PRIMARY KEY, tag TEXT)",
      "SELECT i.id, i.tag || '' AS tag, t.color FROM item i JOIN tag t ON t.name = i.tag || ''"
    ),
    (
      .postgres,
      "CREATE TABLE tag(name char(9) PRIMARY KEY, color text); CREATE TABLE item(id int PRIMARY KEY, tag text)",
      "SELECT i.id, i.tag, t.color FROM item i JOIN tag t ON t.name = i.tag::char(9)"
    ),
  ]

  @Test(arguments: loose.indices)
  func `columns that are compared loosely have all rows read again`(index: Int) async throws {
    let (kind, tables, sql) = Self.loose[index]
    let store = try await TestStore(kind, sqlite: tables, postgres: tables)
    try await store.installChangeLog(for: ["tag", "item"])
    try await store.execute("INSERT INTO item VALUES (1, 'A'), (2, '7')")
    var request = ResultsRequest<StoredRow>(
      source: .query(StoreText(sql)), keyColumns: ["id"])
    request.follows = [FollowedTable("item", in: "id"), FollowedTable("tag", in: "tag")]
    let list = store.list(request)
    try await list.performFetch()
    #expect(list.results.rows.isEmpty)
    try await store.writeElsewhere(
      kind == .sqlite && index == 1
        ? "INSERT INTO tag VALUES (7, 'red')"
        : "INSERT INTO tag VALUES ('\(index == 0 ? "a" : "A")', 'red')")
    try await wait { list.results.rows.count == 1 }
    #expect(list.diagnostics.fullFetches == 2)
    let findings = try await store.store.check(request)
    #expect(findings.contains { $0.kind == .readAsAWhole && $0.message.contains("tag") })
  }

  @Test(arguments: StoreKind.databases)
  func `a name that leads nowhere is an error that says which`(kind: StoreKind) async throws {
    let shop = try await TracedShop(kind, Self.orders)
    for (follows, code) in [
      (FollowedTable("custmer", in: "id"), StoreError.Code.noSuchTable),
      (FollowedTable("customer", by: "nam", in: "id"), .noSuchColumn),
      (FollowedTable("customer", in: "custmer_id"), .noSuchColumn),
    ] {
      var request = Self.orders.request
      request.follows = [follows]
      let error = await storeError { _ = try await shop.store.replayedRows(request) }
      #expect(error?.code == code)
    }
  }
}
