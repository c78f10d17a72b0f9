/// What a list shows: where its rows come from, which of them, and in which order.
public struct FetchRequest<Record: Sendable>: Sendable {
  /// Where the rows come from.
  public var source: RowSource
  /// Which rows are shown, in the store's own language; all of them without it.
  public var filter: StoreText?
  /// The columns that identify a row, in place of the declared primary key.
  public var keyColumns: [String]?
  /// The order of the rows; the primary key decides between equal ones.
  public var sortBy: [SortKey<Record>]
  /// Makes a record from a row.
  let record: @Sendable (Row) -> Record

  /// Returns the request without its types, with its sections.
  package func rowRequest(sectionBy section: ColumnReference<Record>?) -> RowRequest {
    RowRequest(
      source: source, filter: filter, keyColumns: keyColumns,
      sort: sortBy.map(RowRequest.Term.init), sectionColumn: section?.name)
  }
}

extension FetchRequest where Record == Row {
  /// Makes a request for the rows of a table or another source.
  ///
  /// - Parameters:
  ///   - source: Where the rows come from.
  ///   - filter: Which rows are shown, in the store's own language.
  ///   - keyColumns: The columns that identify a row; the declared primary key without them.
  ///   - sortBy: The order of the rows.
  public init(
    source: RowSource, filter: StoreText? = nil, keyColumns: [String]? = nil,
    sortBy: [SortKey<Row>] = []
  ) {
    self.source = source
    self.filter = filter
    self.keyColumns = keyColumns
    self.sortBy = sortBy
    record = { $0 }
  }
}

/// Where a list's rows come from.
public enum RowSource: Sendable, Hashable {
  /// A table or view of the store.
  case table(String)
  /// A query in the store's own language.
  case query(StoreText)
}

/// A text in a store's own language, with the values of its placeholders.
///
/// It is carried as it is and only the store reads it; arguments are bound, never pasted into the text.
public struct StoreText: Sendable, Hashable {
  /// The text, with a placeholder for each argument.
  public let text: String
  /// The values of the placeholders, in their order.
  public let arguments: [Value]

  /// Makes a text with its arguments.
  public init(_ text: String, arguments: [Value] = []) {
    self.text = text
    self.arguments = arguments
  }
}
