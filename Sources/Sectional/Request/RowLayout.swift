/// What a store found out about a request: the rows' columns, and what identifies a row.
public struct RowLayout: Sendable, Hashable {
  /// What can change a request's rows.
  public enum Dependence: Sendable, Hashable {
    /// Membership, order and section of a row depend on that row of one table alone.
    case row
    /// A row depends on others, of the same table or of several.
    case tables
    /// The rows can change although no table does, or it isn't known which tables they come from.
    case unknown(reason: String)
  }

  /// The names of the columns, in their order.
  public let columns: RowColumns
  /// The indexes of the columns that identify a row.
  public let keyColumns: [Int]
  /// Whether the rowid identifies a row without key columns or with a null in them.
  public let fallsBackToRowID: Bool
  /// The tables whose changes can change the rows.
  public let tables: Set<String>
  /// The columns that are read of a table, where not all are.
  public let columnsRead: [String: Set<String>]
  /// How the rows depend on them.
  public let dependence: Dependence
  /// Whether the key is the rowid under another name, so that a log that reports rowids names rows by their key.
  public let keyIsRowID: Bool

  /// Describes the rows of a request.
  public init(
    columns: RowColumns, keyColumns: [Int], fallsBackToRowID: Bool, tables: Set<String>,
    columnsRead: [String: Set<String>] = [:], dependence: Dependence, keyIsRowID: Bool = false
  ) {
    self.columns = columns
    self.keyColumns = keyColumns
    self.fallsBackToRowID = fallsBackToRowID
    self.tables = tables
    self.columnsRead = columnsRead
    self.dependence = dependence
    self.keyIsRowID = keyIsRowID
  }
}

/// The names of a list's columns, shared by its rows.
public final class RowColumns: Sendable {
  /// The names in their order.
  public let names: [String]
  /// The indexes of the columns whose texts are UUIDs in the store.
  public let uuids: Set<Int>
  /// The indexes of the columns that hold numbers of any size, whose texts are those that no integer and no double holds.
  public let numbers: Set<Int>
  private let indexes: [[UInt8]: Int]

  /// Makes the columns; names are looked up by their exact spelling, then without regard to the case of A–Z.
  ///
  /// - Parameters:
  ///   - names: The names in their order.
  ///   - uuids: The indexes of the columns whose texts are UUIDs in the store.
  ///   - numbers: The indexes of the columns that hold numbers of any size, some of them as text.
  public init(_ names: [String], uuids: Set<Int> = [], numbers: Set<Int> = []) {
    self.names = names
    self.uuids = uuids
    self.numbers = numbers
    var indexes: [[UInt8]: Int] = [:]
    for (index, name) in names.enumerated().reversed() { indexes[Names.folded(name)] = index }
    for (index, name) in names.enumerated().reversed() { indexes[Names.bytes(name)] = index }
    self.indexes = indexes
  }

  /// Returns the place of a column.
  public func index(of name: String) -> Int? {
    indexes[Names.bytes(name)] ?? indexes[Names.folded(name)]
  }
}

extension RowColumns: Hashable {
  /// Tells whether the names are the same.
  public static func == (left: RowColumns, right: RowColumns) -> Bool {
    left === right || left.names.map(Names.bytes) == right.names.map(Names.bytes)
  }

  /// Feeds the names into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(names.map(Names.bytes)) }
}
