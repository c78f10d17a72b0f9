/// Says which row of another table belongs to a row: the customer of an order.
///
/// Map a property to a column of that row with ``RecordColumn/init(_:_:as:of:)``:
///
/// ```swift
/// struct Order: StoredRecord {
///   var id: Int64
///   var customerID: Int64?
///   var customer: String?
///
///   static let table = RecordTable(
///     "orders", RecordColumn("id", \.id, primaryKey: true), RecordColumn("customer_id", \.customerID),
///     RecordColumn("name", \.customer, of: ToOne("customer", by: "customer_id")), row: Order.init)
/// }
/// ```
///
/// Requests, sections, sort keys and predicates name the property like any other. A list follows both tables by the rows that
/// changed. See <doc:JoinsAndGroups>.
public struct ToOne: Sendable, Hashable {
  /// The other table's name in the store.
  public let table: String
  /// The column of the record's own table that refers to a row of the other one.
  public let column: String
  /// The column of the other table that it refers to.
  public let key: String
  /// The name before the period in the names of columns, as in `customer.name`.
  public let name: String

  /// Describes which row belongs to a row.
  ///
  /// - Parameters:
  ///   - table: The other table's name in the store.
  ///   - column: The column of the record's own table that refers to a row of the other one.
  ///   - key: The column of the other table that it refers to, in which no value occurs twice.
  ///   - name: The name before the period in the names of columns, as in `customer.name`; `nil` for the table's name. If two
  ///     properties of a record lead to the same table by different columns, give them different names.
  public init(_ table: String, by column: String, key: String = "id", named name: String? = nil) {
    (self.table, self.column, self.key) = (table, column, key)
    self.name = name ?? table
  }
}
