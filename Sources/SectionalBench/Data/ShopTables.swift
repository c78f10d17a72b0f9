import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite

/// Orders of ten to a customer, and messages of a hundred to a conversation.
struct ShopTables: Sendable {
  let rows: Int

  /// Returns the path of the tables' file, which is created if it doesn't exist.
  func path(in folder: TemporaryFolder) throws -> String {
    let path = folder.path(of: "shop-\(rows).sqlite")
    if !FileManager.default.fileExists(atPath: path) { try fill(path) }
    return path
  }

  private func fill(_ path: String) throws {
    // With a journal, all pages would be written twice.
    try PlainDatabase(path: path).execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, total INTEGER NOT NULL);
      CREATE TABLE conversation(id INTEGER PRIMARY KEY, topic TEXT NOT NULL);
      CREATE TABLE message(id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, unread INTEGER);
      CREATE TEMP TABLE number AS
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(rows))
        SELECT n FROM number WHERE n <= \(rows);
      INSERT INTO orders SELECT n, 1 + n * 7919 % \(customers), n % 1000 FROM number;
      INSERT INTO customer SELECT n, printf('customer %07d', n * 7919 % 1000003) FROM number
        WHERE n <= \(customers);
      INSERT INTO message SELECT n, 1 + n * 7919 % \(conversations), iif(n % 9 = 0, 1, NULL) FROM number;
      INSERT INTO conversation SELECT n, printf('topic %06d', n * 7919 % 1000003) FROM number
        WHERE n <= \(conversations);
      DROP TABLE number;
      CREATE INDEX orders_by_customer ON orders(customer);
      CREATE INDEX message_by_conversation ON message(conversation, unread);
      PRAGMA journal_mode = WAL;
      """)
  }

  var customers: Int { max(1, rows / 10) }
  var conversations: Int { max(1, rows / 100) }

  /// The orders with their customers' names.
  static var orders: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      sql: """
        SELECT o.id, o.total, c.name, o.customer AS customer_id
        FROM orders o LEFT JOIN customer c ON c.id = o.customer
        """,
      key: ["id"], sortBy: [SortKey(.column("name"))])
    request.follows = [
      FollowedTable("orders", in: "id"), FollowedTable("customer", in: "customer_id"),
    ]
    return request
  }

  /// The conversations with the numbers of their messages.
  static var conversations: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      sql: """
        SELECT c.id, c.topic, count(m.id) AS messages, count(m.unread) AS unread
        FROM conversation c LEFT JOIN message m ON m.conversation = c.id GROUP BY c.id, c.topic
        """,
      key: ["id"], sortBy: [SortKey(.column("topic"))])
    request.follows = [
      FollowedTable("conversation", in: "id"),
      FollowedTable("message", by: "conversation", in: "id"),
    ]
    return request
  }
}
