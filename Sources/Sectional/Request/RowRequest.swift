import Foundation

/// A fetch request as stores see it: untyped, with columns by name.
public struct RowRequest: Sendable {
  /// One term of the order.
  public struct Term: Sendable, Hashable {
    /// The column's name.
    public let column: String
    /// Whether greater values come first.
    public let isReversed: Bool
    /// Whether nulls come after every value.
    public let placesNullsLast: Bool
    /// The order of text.
    public let collation: TextCollation

    init(_ key: SortKey<some Any>) throws(StoreError) {
      column = try key.column.resolved()
      isReversed = key.order == .reverse
      placesNullsLast = key.nulls == .last
      collation = key.collation
    }
  }

  /// Tells requests apart, so that a store can keep what it found out about one; a copy has the number of the original.
  package let number = RequestNumber.next()
  /// Where the rows come from.
  public let source: RowSource
  /// Which rows are shown, in the store's own language.
  public let storePredicate: StoreText?
  /// Which rows are shown.
  ///
  /// A store may use it to read fewer rows; ``FetchedRows/append(_:rowID:where:)`` checks every row it is given.
  public let predicate: RowPredicate?
  /// The columns that identify a row; the declared primary key without them.
  public let keyColumns: [String]?
  /// The columns to read and what their cells must be; every column, whatever it holds, without them.
  public let cells: [CellRule]?
  /// Finds out whether records are made of the rows in the right way.
  let mappingCheck: MappingCheck?
  /// The order inside a section.
  public let sort: [Term]
  /// How rows are grouped; one section without it.
  public let section: SectionRule?
  /// Whether the store is to order the rows in its own way, which is not a list's.
  public private(set) var isInStoreOrder = false

  /// Returns the request with its columns ordered as the store orders them by itself.
  package func inStoreOrder() -> RowRequest {
    var request = self
    request.isInStoreOrder = true
    return request
  }
}

/// Numbers requests, each once.
private enum RequestNumber {
  private static let last = Locked(0)

  static func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
