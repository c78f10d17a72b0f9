/// Says which rows of a list the rows of a table concern, so that a list of several tables is followed by the rows that changed.
///
/// An order list with the names of customers depends on two tables:
///
/// ```swift
/// request.follows = [
///   FollowedTable("orders", in: "id"),
///   FollowedTable("customer", in: "customer_id"),
/// ]
/// ```
///
/// A change of a row then concerns the rows of the list whose ``resultColumn`` has the value that the row has, or had before, in
/// its ``column``. Only these are read again. A change in a table that isn't named has all rows read again.
///
/// It must be true for each value, and for NULL: if the table had no rows but those with the value, the list's rows with the
/// value would be the same. A table that occurs several times in the SQL needs one of these for each occurrence. See
/// <doc:JoinsAndGroups> for what this means for joins, groups and subqueries, and how to check it.
public struct FollowedTable: Sendable, Hashable {
  /// The table's name, as a request for its rows has it.
  public let table: String
  /// The column of the table that has the value; `nil` for the only column of its primary key.
  public let column: String?
  /// The column of the list that has the value.
  public let resultColumn: String

  /// Creates a statement about one occurrence of a table.
  ///
  /// - Parameters:
  ///   - table: The table's name, as a request for its rows has it.
  ///   - column: The column of the table that has the value; `nil` for the only column of its primary key.
  ///   - resultColumn: The column of the list that has the value.
  public init(_ table: String, by column: String? = nil, in resultColumn: String) {
    (self.table, self.column, self.resultColumn) = (table, column, resultColumn)
  }
}
