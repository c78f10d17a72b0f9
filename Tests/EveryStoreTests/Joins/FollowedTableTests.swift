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
    let list = try await shop.list(Self.orders.request)
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
    let list = try await shop.list(Self.groups.request)
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
    let list = try await shop.list(request)
    try await shop.store.execute("UPDATE customer SET name = 'ada' WHERE id = 7")
    try await list.wait { list.lines.count { $0.contains("ada") } == 10 }
    #expect(list.controller.diagnostics.fullFetches == 2)
    #expect(list.controller.diagnostics.fullFetchReason?.contains("customer") == true)
  }

  @Test(arguments: StoreKind.databases)
  func `old values that no log keeps have all rows read again`(kind: StoreKind) async throws {
    let shop = try await TracedShop(kind, Self.groups)
    try await shop.store.installChangeLog(for: ["customer", "orders"])
    try await shop.run(
      [
        "INSERT INTO customer VALUES (1, 'ada', NULL)",
        "INSERT INTO orders VALUES (1, 1, 'open', 5)",
      ],
      elsewhere: false)
    let list = try await shop.list(Self.groups.request)
    try await shop.store.writeElsewhere("DELETE FROM orders")
    try await list.wait { list.lines == ["1|ada|0||"] }
    #expect(list.controller.diagnostics.fullFetchReason?.contains("old values") == true)
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
      let error = await storeError { _ = try await shop.list(request) }
      #expect(error?.code == code)
    }
  }
}
