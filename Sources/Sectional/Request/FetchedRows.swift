/// The rows of a query as a store reads them, packed into few large pieces.
///
/// A store makes one for each time it reads a query, and appends every row it finds. Rows that come in the order of the
/// query are cheapest; others are sorted by who asked for them.
public struct FetchedRows: Sendable {
  /// What was read.
  public let query: RowQuery
  /// Whether the store was asked to read them in order.
  let isOrdered: Bool
  private var rows: PackedRows
  private var place = RowPlace()

  /// Makes an empty collection of a query's rows.
  ///
  /// - Parameters:
  ///   - query: What is read.
  ///   - isOrdered: Whether the rows should come in the query's order, so that it is told if they don't.
  public init(_ query: RowQuery, isOrdered: Bool = true) {
    self.query = query
    self.isOrdered = isOrdered
    rows = PackedRows(RowGrouping(query.ordering), shape: .standard)
  }

  /// The number of rows that matched.
  public var count: Int { rows.count }

  /// Appends a row if it matches: checks whether its cells fit, and computes its section, its order and its identity.
  ///
  /// - Parameters:
  ///   - contents: The cells, in the order of the layout's columns; they are copied.
  ///   - rowID: The rowid, where the store was asked for it.
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell doesn't fit.
  public mutating func append(_ contents: PackedRow, rowID: Int64? = nil) throws(StoreError) {
    guard query.matches(contents) else { return }
    try query.checkCells(of: contents)
    guard let section = try query.derivedSection(of: contents) else {
      return place(contents, rowID)
    }
    var contents = contents
    contents.append(section)
    place(contents, rowID)
  }

  private mutating func place(_ contents: PackedRow, _ rowID: Int64?) {
    query.ordering.place(contents, rowID: rowID, into: &place)
    rows.append(&place, contents: contents.bytes, rowID: rowID)
  }

  /// The rows in the order they came.
  var packed: PackedRows {
    var packed = rows
    packed.seal()
    return packed
  }

  /// Appends rows of the same query.
  package mutating func append(_ other: FetchedRows) { rows.append(other.packed) }

  /// Returns the rows whose keys meet a condition.
  package func filtered(_ isIncluded: (RowKey) -> Bool) -> FetchedRows {
    var filtered = FetchedRows(query, isOrdered: isOrdered)
    filtered.rows = packed.filtered(isIncluded)
    return filtered
  }

  /// Returns the first rows, in the order they came.
  package func prefix(_ count: Int) -> [Row] {
    var rows: [Row] = []
    for block in packed.blocks {
      for position in 0..<block.count where rows.count < count {
        rows.append(Row(ListedRow(block, position), columns: query.layout.columns))
      }
      if rows.count >= count { break }
    }
    return rows
  }

  /// The rows in the order of the query.
  package var sorted: [Row] {
    let packed = packed
    let sorted = packed.ascends ? packed : packed.sorted()
    return sorted.blocks.flatMap { block in
      (0..<block.count).map { Row(ListedRow(block, $0), columns: query.layout.columns) }
    }
  }

  /// The rows in the order they came.
  package var unsorted: [Row] { prefix(count) }
}
