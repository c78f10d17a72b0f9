import Sectional
import Testing

/// A query over several tables, with what is true of the tables that it reads.
struct TracedQuery: Sendable, CustomTestStringConvertible {
  let name: String
  let sql: String
  let key: [String]
  var follows: [FollowedTable]
  /// Whether the rows come from a view of the query.
  var isView = false
  /// The largest number of rows.
  var limit = 0

  var testDescription: String { name }

  var request: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      source: isView ? .table("shown") : .query(StoreText(sql)), keyColumns: key)
    request.follows = follows
    request.fetchLimit = limit
    return request
  }

  /// The statement whose rows the list must have, in its order.
  var oracle: String {
    "SELECT * FROM (\(sql)) AS rows ORDER BY \(key.joined(separator: ", "))"
      + (limit > 0 ? " LIMIT \(limit)" : "")
  }

  static let all: [TracedQuery] = [
    TracedQuery(name: "inner join", sql: orders("JOIN"), key: ["id"], follows: ofOrders),
    TracedQuery(name: "outer join", sql: orders("LEFT JOIN"), key: ["id"], follows: ofOrders),
    TracedQuery(
      name: "view", sql: orders("LEFT JOIN"), key: ["id"], follows: ofOrders, isView: true),
    TracedQuery(
      name: "limit", sql: orders("LEFT JOIN"), key: ["id"], follows: ofOrders, limit: 4),
    TracedQuery(
      name: "groups",
      sql: """
        SELECT c.id, c.name, count(o.id) AS orders, max(o.status) AS last, sum(o.total) AS total
        FROM customer c LEFT JOIN orders o ON o.customer = c.id GROUP BY c.id, c.name
        """,
      key: ["id"], follows: ofCustomers),
    TracedQuery(
      name: "EXISTS",
      sql: """
        SELECT c.id, c.name FROM customer c
        WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.status = 'open')
        """,
      key: ["id"], follows: ofCustomers),
    TracedQuery(
      name: "NOT EXISTS",
      sql: """
        SELECT c.id, c.name FROM customer c
        WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.status = 'open')
        """,
      key: ["id"], follows: ofCustomers),
    TracedQuery(
      name: "scalar subquery",
      sql: """
        SELECT c.id, c.name, (SELECT max(o.total) FROM orders o WHERE o.customer = c.id) AS best
        FROM customer c
        """,
      key: ["id"], follows: ofCustomers),
    TracedQuery(
      name: "self-join",
      sql: """
        SELECT a.id, a.name, b.name AS boss, a.boss AS boss_id
        FROM customer a LEFT JOIN customer b ON b.id = a.boss
        """,
      key: ["id"],
      follows: [FollowedTable("customer", in: "id"), FollowedTable("customer", in: "boss_id")]),
    TracedQuery(
      name: "UNION ALL",
      sql: """
        SELECT 1 AS kind, id, customer, status FROM orders
        UNION ALL SELECT 2, id, customer, status FROM archive
        """,
      key: ["kind", "id"],
      follows: [
        FollowedTable("orders", by: "customer", in: "customer"),
        FollowedTable("archive", by: "customer", in: "customer"),
      ]),
    TracedQuery(
      name: "window function",
      sql: """
        SELECT id, customer, row_number() OVER (PARTITION BY customer ORDER BY total, id) AS place
        FROM orders
        """,
      key: ["id"], follows: [FollowedTable("orders", by: "customer", in: "customer")]),
    TracedQuery(
      name: "DISTINCT",
      sql:
        "SELECT DISTINCT customer, status FROM orders WHERE customer IS NOT NULL AND status IS NOT NULL",
      key: ["customer", "status"],
      follows: [FollowedTable("orders", by: "customer", in: "customer")]),
  ]

  private static func orders(_ join: String) -> String {
    """
    SELECT o.id, o.status, o.total, c.name, o.customer AS customer_id
    FROM orders o \(join) customer c ON c.id = o.customer
    """
  }

  private static let ofOrders = [
    FollowedTable("orders", in: "id"), FollowedTable("customer", in: "customer_id"),
  ]

  private static let ofCustomers = [
    FollowedTable("customer", in: "id"), FollowedTable("orders", by: "customer", in: "id"),
  ]
}
