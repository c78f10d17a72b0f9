/// The rows of a query as a store reads them, packed into few large pieces.
///
/// A store makes one for each time it reads a query, and appends every row it finds. Rows that come in the order of the
/// query are cheapest; others are sorted by who asked for them.
public struct FetchedRows: Sendable {
  /// What was read.
  public let query: RowQuery
  /// Whether the store was asked to read them in order.
  let isOrdered: Bool
  /// The rows that came in order, where that was asked for.
  private var rows: PackedRows
  /// The rows that came in any order.
  private var staged: StagedRows
  private var placing: RowPlacing
  private var place = RowPlace()

  /// Makes an empty collection of a query's rows.
  ///
  /// - Parameters:
  ///   - query: What is read.
  ///   - isOrdered: Whether the rows should come in the query's order, so that it is told if they don't.
  public init(_ query: RowQuery, isOrdered: Bool = true) {
    self.query = query
    self.isOrdered = isOrdered
    let grouping = RowGrouping(query.ordering)
    rows = PackedRows(grouping, shape: .standard)
    staged = StagedRows(grouping, shape: .standard)
    placing = RowPlacing(query.ordering)
  }

  /// The number of rows that matched.
  public var count: Int { rows.count + staged.count }

  /// Appends a row if it matches: checks whether its cells fit, and computes its section, its order and its identity.
  ///
  /// - Parameters:
  ///   - contents: The cells, in the order of the layout's columns; they are copied.
  ///   - rowID: The rowid, where the store was asked for it.
  ///   - isWanted: Tells of the row's identity whether it is one that was asked for, where not all were.
  /// - Throws: ``StoreError`` with code `unexpectedCell` when a cell doesn't fit.
  public mutating func append(
    _ contents: PackedRow, rowID: Int64? = nil, where isWanted: ((RowKey) -> Bool)? = nil
  ) throws(StoreError) {
    guard query.matches(contents) else { return }
    try query.checkCells(of: contents)
    guard let section = try query.derivedSection(of: contents) else {
      return place(contents, rowID, isWanted)
    }
    var contents = contents
    contents.append(section)
    place(contents, rowID, isWanted)
  }

  private mutating func place(
    _ contents: PackedRow, _ rowID: Int64?, _ isWanted: ((RowKey) -> Bool)?
  ) {
    placing.place(contents, rowID: rowID, into: &place)
    if let isWanted, !isWanted(RowKey(bytes: Array(place.bytes[place.identity]))) { return }
    unsafe contents.bytes.withUnsafeBytes { contents in
      if isOrdered {
        unsafe rows.append(&place, contents: contents, rowID: rowID)
      } else {
        unsafe staged.append(place, contents: contents, rowID: rowID)
      }
    }
  }

  /// The rows in order, where they came in it or came in none.
  var packed: PackedRows {
    var packed = isOrdered ? rows : staged.sorted()
    packed.seal()
    // A store has no two rows with one rowid.
    packed.hasUniqueIdentities = query.layout.keyIsRowID
    return packed
  }

  /// The rows in the order of the query.
  package var sorted: [Row] {
    let packed = packed
    return rows(packed.ascends ? packed : packed.sorted())
  }

  /// The rows in the order they came.
  package var unsorted: [Row] { rows(isOrdered ? packed : staged.unsorted) }

  /// Returns the first rows.
  package func prefix(_ count: Int) -> [Row] {
    (isOrdered ? rows.prefix(count) : staged.prefix(count))
      .map { Row($0, columns: query.layout.columns) }
  }

  private func rows(_ packed: PackedRows) -> [Row] {
    packed.blocks.flatMap { block in
      (0..<block.count).map { Row(ListedRow(block, $0), columns: query.layout.columns) }
    }
  }
}
