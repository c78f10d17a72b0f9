public import Foundation

/// One term of a list's order.
///
/// Text is ordered by an explicit collation, nulls have an explicit place, and the primary key always closes the
/// order, so that every store gives the same one.
public struct SortKey<Record>: Sendable, Hashable {
  /// The column that is compared.
  public let column: ColumnReference<Record>
  /// Whether values ascend or descend.
  public let order: SortOrder
  /// How text is compared.
  public let collation: TextCollation
  /// Where nulls stand.
  public let nulls: NullPlacement

  /// Makes a term; nulls come first in an ascending order and last in a descending one unless told otherwise.
  public init(
    _ column: ColumnReference<Record>, order: SortOrder = .forward,
    collation: TextCollation = .binary, nulls: NullPlacement? = nil
  ) {
    self.column = column
    self.order = order
    self.collation = collation
    self.nulls = nulls ?? (order == .forward ? .first : .last)
  }
}

/// Where nulls stand in an order.
public enum NullPlacement: Sendable, Hashable {
  /// Before every value.
  case first
  /// After every value.
  case last
}
