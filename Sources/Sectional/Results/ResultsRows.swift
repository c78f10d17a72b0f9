/// A range of a list's records, each decoded when it is read.
public struct ResultsRows<Record: Sendable>: RandomAccessCollection, Sendable {
  let list: PresentedList
  let record: @Sendable (StoredRow) -> Record
  /// The ranks of the rows, counted over the whole list.
  let ranks: Range<Int>

  /// The position of the first record.
  public var startIndex: Int { 0 }
  /// The position after the last record.
  public var endIndex: Int { ranks.count }

  /// Returns the record at a position.
  ///
  /// - Complexity: O(log *n*), plus decoding one row.
  public subscript(position: Int) -> Record { record(row(at: position)) }

  /// The keys of the records, in order; in a list with a window, only those of rows that are held.
  public var keys: [RowKey] { list.keys(in: ranks) }

  /// Returns an iterator over the records in order, which is faster than accessing them one by one.
  ///
  /// - Precondition: The contents of all its rows are loaded; see ``ResultsList/isLoaded`` and
  ///   ``ResultsList/row(ifLoaded:)``.
  public func makeIterator() -> Iterator {
    precondition(isLoaded || isEmpty, ResultsRows.isEarly)
    return Iterator(self)
  }

  var isLoaded: Bool { list.isLoaded }

  /// Whether the contents of all rows are loaded.
  var areLoaded: Bool { list.areLoaded(ranks) }

  private static var isEarly: String {
    "the contents of the rows aren't loaded yet; use row(ifLoaded:), or wait until isLoaded is true"
  }

  private static var isUnloaded: String {
    "the contents of a row aren't loaded; use row(ifLoaded:), or load its batch with loadRows(at:)"
  }

  /// An iterator over the records.
  public struct Iterator: IteratorProtocol {
    private let columns: RowColumns
    private let record: @Sendable (StoredRow) -> Record
    private let loadsContents: Bool
    private let list: RowList
    /// The base ranks of the rows that follow the walk's.
    private var ranges: ArraySlice<Range<Int>>
    private var walk: RowWalk
    private var rest: Int

    init(_ rows: ResultsRows) {
      columns = rows.list.columns
      record = rows.record
      loadsContents = rows.list.loadsContents
      list = rows.list.base.list
      ranges = rows.list.shownRanks.ranges(of: rows.ranks)[...]
      walk = RowWalk(list, from: ranges.first?.lowerBound ?? 0)
      rest = ranges.popFirst()?.count ?? 0
    }

    /// Returns the next record, or `nil` after the last one.
    public mutating func next() -> Record? {
      if rest == 0, let range = ranges.popFirst() {
        walk = RowWalk(list, from: range.lowerBound)
        rest = range.count
      }
      guard rest > 0, let row = walk.row else { return nil }
      precondition(!loadsContents || row.hasContents, ResultsRows.isUnloaded)
      rest -= 1
      walk.advance()
      return record(StoredRow(row, columns: columns))
    }
  }

  /// Returns the row of the record at a position.
  public func row(at position: Int) -> StoredRow {
    precondition(indices.contains(position), "the position is outside the rows")
    guard let row = list.row(ifLoaded: ranks.lowerBound + position) else {
      preconditionFailure(isLoaded ? ResultsRows.isUnloaded : ResultsRows.isEarly)
    }
    return row
  }
}
