/// A run of a list's records, decoded when they are read.
public struct ResultsRows<Record: Sendable>: RandomAccessCollection, Sendable {
  let snapshot: RowSnapshot
  let record: @Sendable (Row) -> Record
  /// The ranks of the rows, counted over the whole list.
  let ranks: Range<Int>

  /// The place of the first record.
  public var startIndex: Int { 0 }
  /// The place behind the last record.
  public var endIndex: Int { ranks.count }

  /// Returns a record.
  ///
  /// - Complexity: O(1), and the decoding of one row.
  public subscript(position: Int) -> Record { record(row(at: position)) }

  /// The identities of the records, in order.
  public var keys: [RowKey] { ranks.map { snapshot.list[$0].key } }

  /// Returns a record's row.
  public func row(at position: Int) -> Row {
    precondition(indices.contains(position), "the position is outside of the rows")
    return Row(snapshot.list[ranks.lowerBound + position], columns: snapshot.layout.columns)
  }
}
