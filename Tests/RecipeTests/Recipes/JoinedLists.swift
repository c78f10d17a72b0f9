import Foundation
import Sectional
import SectionalSQL

/// An order with the name of its customer.
struct Order: StoredRecord, Identifiable {
  var id: Int64
  var status: String
  var customer: String?

  static let table = RecordTable(
    "orders",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("status", \.status),
    RecordColumn("name", \.customer, of: ToOne("customer", by: "customer")),
    row: Order.init)
}

/// An order with the name of its customer, from SQL.
struct CustomerOrder: StoredRecord, Identifiable {
  var id: Int64
  var status: String
  var customer: String?

  static let table = RecordTable(
    "orders", RecordColumn("id", \.id, primaryKey: true), RecordColumn("status", \.status),
    RecordColumn("customer", \.customer), row: CustomerOrder.init)
}

/// A conversation with the number of its unread messages.
struct Conversation: StoredRecord, Identifiable {
  var id: Int64
  var topic: String
  var unread: Int
  var newest: Int64?

  static let table = RecordTable(
    "conversation", RecordColumn("id", \.id, primaryKey: true), RecordColumn("topic", \.topic),
    RecordColumn("unread", \.unread), RecordColumn("newest", \.newest), row: Conversation.init)
}

/// Lists of several tables that read what changed.
enum JoinedLists {
  /// The open orders by customer.
  @MainActor static func openOrders(_ store: some ResultsStore) -> ResultsController<Order> {
    ResultsController(
      fetchRequest: ResultsRequest<Order>(
        predicate: #Predicate { $0.status == "open" },
        sortBy: [SortKey(\.customer), SortKey(\.id)]),
      store: store, sectionNameKeyPath: \.customer)
  }

  static var orders: ResultsRequest<CustomerOrder> {
    var request = ResultsRequest<CustomerOrder>(
      sql: """
        SELECT o.id, o.status, c.name AS customer, o.customer AS customer_id
        FROM orders o LEFT JOIN customer c ON c.id = o.customer
        """,
      sortBy: [SortKey(\.customer)])
    request.follows = [
      FollowedTable("orders", in: "id"),
      FollowedTable("customer", in: "customer_id"),
    ]
    return request
  }

  static var conversations: ResultsRequest<Conversation> {
    var request = ResultsRequest<Conversation>(
      sql: """
        SELECT c.id, c.topic, count(m.unread) AS unread, max(m.id) AS newest
        FROM conversation c LEFT JOIN message m ON m.conversation = c.id
        GROUP BY c.id, c.topic
        """,
      sortBy: [SortKey(\.newest, order: .reverse)])
    request.follows = [
      FollowedTable("conversation", in: "id"),
      FollowedTable("message", by: "conversation", in: "id"),
    ]
    return request
  }

  /// Has the database say which rows change, and in which conversation messages were.
  static func prepare(_ store: some OldValueLoggingStore) async throws {
    try await store.installChangeLog(for: ["orders", "customer", "conversation"])
    try await store.installChangeLog(for: ["message"], oldValuesOf: ["conversation"])
  }
}
