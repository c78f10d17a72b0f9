import Sectional

/// A change of one of the tables of a shop, and the list that is to follow it.
struct JoinChange: Sendable {
  let name: String
  let request: ResultsRequest<StoredRow>
  /// The largest multiple of one changed row of a list of one table that it may take.
  let goal: Double
  /// Returns the statement of a round.
  let statement: @Sendable (Int, ShopTables) -> String

  static let all = [
    JoinChange(name: "join-order", request: ShopTables.orders, goal: 5) { round, shop in
      "UPDATE orders SET total = total + 1 WHERE id = \(round * 7919 % shop.rows + 1)"
    },
    JoinChange(name: "join-customer", request: ShopTables.orders, goal: 10) { round, shop in
      "UPDATE customer SET name = name || '.' WHERE id = \(round * 7919 % shop.customers + 1)"
    },
    JoinChange(name: "group-message", request: ShopTables.conversations, goal: 5) { round, shop in
      "INSERT INTO message(conversation, unread) VALUES (\(round * 7919 % shop.conversations + 1), 1)"
    },
  ]
}
