/// A run of a list's records, decoded when they are read.
public struct ResultsRows<Record: Sendable>: RandomAccessCollection, Sendable {
  let snapshot: RowSnapshot
  let record: @Sendable (StoredRow) -> Record
  /// The ranks of the rows, counted over the whole list.
  let ranks: Range<Int>

  /// The place of the first record.
  public var startIndex: Int { 0 }
  /// The place behind the last record.
  public var endIndex: Int { ranks.count }

  /// Returns a record.
  ///
  /// - Complexity: O(log *n*), and the decoding of one row.
  public subscript(position: Int) -> Record { record(row(at: position)) }

  /// The identities of the records, in order.
  public var keys: [RowKey] {
    if let outline = snapshot.outline { return outline.keys(in: ranks) }
    var walk = RowWalk(snapshot.list, from: ranks.lowerBound)
    return ranks.compactMap { _ in
      defer { walk.advance() }
      return walk.row?.key
    }
  }

  /// Begins to read the records in order, which is faster than one by one.
  ///
  /// - Precondition: The contents of the rows are there; see ``ResultsList/isLoaded``.
  public func makeIterator() -> Iterator {
    precondition(isLoaded || isEmpty, ResultsRows.isEarly)
    return Iterator(self)
  }

  var isLoaded: Bool { snapshot.outline == nil }

  private static var isEarly: String {
    "the contents of the rows aren't there yet; ask row(ifLoaded:), or wait until isLoaded"
  }

  /// One way through the records.
  public struct Iterator: IteratorProtocol {
    private let columns: RowColumns
    private let record: @Sendable (StoredRow) -> Record
    private var walk: RowWalk
    private var rest: Int

    init(_ rows: ResultsRows) {
      columns = rows.snapshot.layout.columns
      record = rows.record
      walk = RowWalk(rows.snapshot.list, from: rows.ranks.lowerBound)
      rest = rows.count
    }

    /// Returns the next record, or nothing behind the last one.
    public mutating func next() -> Record? {
      guard rest > 0, let row = walk.row else { return nil }
      rest -= 1
      walk.advance()
      return record(StoredRow(row, columns: columns))
    }
  }

  /// Returns a record's row.
  public func row(at position: Int) -> StoredRow {
    precondition(indices.contains(position), "the position is outside of the rows")
    precondition(isLoaded, ResultsRows.isEarly)
    return StoredRow(snapshot.list[ranks.lowerBound + position], columns: snapshot.layout.columns)
  }
}
