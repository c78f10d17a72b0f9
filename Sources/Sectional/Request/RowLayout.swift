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

/// The names of a list's columns, shared by its rows.
public final class RowColumns: Sendable {
  /// The names, in order.
  public let names: [String]
  /// The indexes of the columns whose texts are UUIDs in the store.
  public let uuids: Set<Int>
  /// The indexes of the columns that hold arbitrary-precision numbers, in which text stands for a number that fits
  /// neither an integer nor a double.
  public let numbers: Set<Int>
  private let indexes: [[UInt8]: Int]

  /// Creates the columns; names are looked up by their exact spelling first, and then ignoring the case of A–Z.
  ///
  /// - Parameters:
  ///   - names: The names, in order.
  ///   - uuids: The indexes of the columns whose texts are UUIDs in the store.
  ///   - numbers: The indexes of the columns that hold arbitrary-precision numbers, some of them as text.
  public init(_ names: [String], uuids: Set<Int> = [], numbers: Set<Int> = []) {
    self.names = names
    self.uuids = uuids
    self.numbers = numbers
    var indexes: [[UInt8]: Int] = [:]
    for (index, name) in names.enumerated().reversed() { indexes[Names.folded(name)] = index }
    for (index, name) in names.enumerated().reversed() { indexes[Names.bytes(name)] = index }
    self.indexes = indexes
  }

  /// Returns the index of a column, or `nil` if no column has the name.
  public func index(of name: String) -> Int? {
    indexes[Names.bytes(name)] ?? indexes[Names.folded(name)]
  }
}

extension RowColumns: Hashable {
  /// Returns whether the names are equal.
  public static func == (left: RowColumns, right: RowColumns) -> Bool {
    left === right || left.names.map(Names.bytes) == right.names.map(Names.bytes)
  }

  /// Feeds the names into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(names.map(Names.bytes)) }
}
