import Sectional
import TestSupport
import Testing

/// What a check of a request finds out about the tables that it follows.
@Suite struct FollowsCheckTests {
  private func findings(
    _ kind: StoreKind, _ query: TracedQuery, follows: [FollowedTable]? = nil
  ) async throws -> [RequestFinding] {
    var shop = try await TracedShop(kind, query, seed: 9)
    for _ in 0..<40 { try await shop.store.run(shop.transaction(), elsewhere: false) }
    try await shop.installLogs()
    var request = query.request
    if let follows { request.follows = follows }
    return try await shop.store.store.check(request)
  }

  @Test(arguments: StoreKind.databases, TracedQuery.all)
  func `what is true is not found fault with`(kind: StoreKind, query: TracedQuery) async throws {
    let kinds = try await findings(kind, query).map(\.kind)
    #expect(!kinds.contains(.wrongFollows) && !kinds.contains(.readAsAWhole))
    #expect(kinds.contains(.uncheckedFollows) == (query.isView || query.name == "self-join"))
  }

  /// Statements that aren't true, by the query's name.
  static let wrong: [(String, [FollowedTable])] = [
    ("outer join", [FollowedTable("orders", in: "id"), FollowedTable("customer", in: "id")]),
    ("outer join", [FollowedTable("customer", in: "total")]),
    ("inner join", [FollowedTable("orders", by: "customer", in: "id")]),
    ("groups", [FollowedTable("orders", in: "id")]),
    ("groups", [FollowedTable("orders", by: "total", in: "id")]),
    ("EXISTS", [FollowedTable("orders", in: "id")]),
    ("NOT EXISTS", [FollowedTable("orders", in: "id")]),
    ("scalar subquery", [FollowedTable("orders", in: "id")]),
    ("window function", [FollowedTable("orders", in: "id")]),
  ]

  @Test(arguments: StoreKind.databases, wrong.indices)
  func `what isn't true is found`(kind: StoreKind, index: Int) async throws {
    let (name, follows) = Self.wrong[index]
    let query = try #require(TracedQuery.all.first { $0.name == name })
    let kinds = try await findings(kind, query, follows: follows).map(\.kind)
    #expect(kinds.contains(.wrongFollows))
  }

  @Test(arguments: StoreKind.databases)
  func `a nullable side named by its own key is found by NULL`(kind: StoreKind) async throws {
    let query = TracedQuery(
      name: "nullable side",
      sql:
        "SELECT o.id, c.id AS customer_id, c.name FROM orders o LEFT JOIN customer c ON c.id = o.customer",
      key: ["id"],
      follows: [FollowedTable("orders", in: "id"), FollowedTable("customer", in: "customer_id")])
    #expect(try await findings(kind, query).contains { $0.kind == .wrongFollows })
  }

  @Test(arguments: StoreKind.databases)
  func `a table that isn't named, and old values that aren't kept, are found`(kind: StoreKind)
    async throws
  {
    let query = TracedQuery.all[4]
    let shop = try await TracedShop(kind, query)
    try await shop.store.installChangeLog(for: ["customer", "orders"])
    let findings = try await shop.store.store.check(query.request)
    let old = findings.filter { $0.kind == .missingOldValues }
    #expect(old.map(\.columnsToLog) == [["customer"]])
    var request = query.request
    request.follows = [FollowedTable("customer", in: "id")]
    let others = try await shop.store.store.check(request).filter { $0.kind == .readAsAWhole }
    #expect(others.count == 1 && others.allSatisfy { $0.message.contains("orders") })
  }
}
