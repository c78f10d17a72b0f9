import Foundation

/// A fetch request as stores see it: untyped, with columns by name.
public struct RowRequest: Sendable, Hashable {
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

    init(_ key: SortKey<some Any>) {
      column = key.column.name
      isReversed = key.order == .reverse
      placesNullsLast = key.nulls == .last
      collation = key.collation
    }
  }

  /// Where the rows come from.
  public let source: RowSource
  /// Which rows are shown.
  public let filter: StoreText?
  /// The columns that identify a row; the declared primary key without them.
  public let keyColumns: [String]?
  /// The order inside a section.
  public let sort: [Term]
  /// The column whose values are the sections; one section without it.
  public let sectionColumn: String?
}
