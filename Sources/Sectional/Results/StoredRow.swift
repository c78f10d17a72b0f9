/// A record of any table: cells by column name.
public struct StoredRow: Sendable, Hashable {
  /// The row's identity, which doesn't depend on its contents.
  public let key: RowKey
  /// The names of the columns.
  public let columns: RowColumns
  let contents: PackedRow

  init(_ row: BlockRow, columns: RowColumns) {
    key = row.key
    contents = row.contents
    self.columns = columns
  }

  /// The cells, in the order of the columns.
  public var values: [StoredValue] { Array(contents.values.prefix(columns.names.count)) }

  /// Returns the cell in the column with an index.
  package func value(at index: Int) -> StoredValue { contents.value(at: index) }

  /// Returns whether another row has the same cells, in the same order.
  package func hasSameCells(as other: StoredRow) -> Bool { contents == other.contents }

  /// Returns the cell in a column, or `nil` if the row has no such column.
  ///
  /// - Complexity: O(*c*), where *c* is the number of columns.
  public subscript(column: String) -> StoredValue? {
    columns.index(of: column).map(contents.value(at:))
  }
}

extension StoredRow: Identifiable {
  /// The row's identity.
  public var id: RowKey { key }
}
