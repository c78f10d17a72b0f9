/// What a store determined about a request: the rows' columns, and what identifies a row.
public struct RowLayout: Sendable, Hashable {
  /// What can change a request's rows.
  public enum Dependence: Sendable, Hashable {
    /// A row's membership, order and section depend on nothing but one row of a single table.
    case row
    /// A row depends on other rows, of the same table or of several.
    case tables
    /// The rows can change without a change to any table, or the tables they come from are unknown.
    case unknown(reason: String)
  }

  /// The names of the columns, in order.
  public let columns: RowColumns
  /// The columns of a list with contents, if these are the columns of the same list without them.
  package var allColumns: RowColumns
  /// The indexes of the columns that identify a row.
  public let keyColumns: [Int]
  /// Whether the rowid identifies rows that have no key columns or a null in one.
  public let fallsBackToRowID: Bool
  /// The columns of tables whose changes can affect the rows.
  public let region: TableRegion
  /// How the rows depend on the tables.
  public let dependence: Dependence
  /// Whether the key is an alias of the rowid, so that a log that reports rowids identifies rows by their key.
  public let keyIsRowID: Bool

  /// Creates a description of a request's rows.
  public init(
    columns: RowColumns, keyColumns: [Int], fallsBackToRowID: Bool, region: TableRegion,
    dependence: Dependence, keyIsRowID: Bool = false
  ) {
    self.columns = columns
    allColumns = columns
    self.keyColumns = keyColumns
    self.fallsBackToRowID = fallsBackToRowID
    self.region = region
    self.dependence = dependence
    self.keyIsRowID = keyIsRowID
  }

  /// The tables whose changes can affect the rows; empty if any table's changes can.
  public var tables: Set<String> { region.tables ?? [] }

  /// Returns a column's index in the list with contents, where derived values follow the columns.
  func indexInAllColumns(of column: Int) -> Int {
    guard columns.names.indices.contains(column) else { return allColumns.names.count }
    return allColumns.index(of: columns.names[column]) ?? column
  }
}
