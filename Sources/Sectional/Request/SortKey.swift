public import Foundation

/// One term of a list's order.
///
/// Text is ordered by an explicit collation, nulls have an explicit position, and the primary key always comes last,
/// so every store produces the same order.
public struct SortKey<Record>: Sendable, Hashable {
  /// The column that is compared.
  public let column: ColumnReference<Record>
  /// Whether values are in ascending or descending order.
  public let order: SortOrder
  /// How text is compared.
  public let collation: TextCollation
  /// The position of nulls.
  public let nulls: NullPlacement

  /// Creates a term; unless specified otherwise, nulls come first in ascending order and last in descending order.
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

extension SortKey where Record: StoredRecord {
  /// Creates a term from a mapped property.
  ///
  /// If the property isn't mapped to a column, the first fetch throws an error.
  public init<Cell: ColumnValue>(
    _ keyPath: KeyPath<Record, Cell>, order: SortOrder = .forward,
    collation: TextCollation = .binary, nulls: NullPlacement? = nil
  ) {
    self.init(ColumnReference(keyPath), order: order, collation: collation, nulls: nulls)
  }

  /// Creates a term from a sort descriptor.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` if the descriptor compares text by anything other than
  ///   `.lexical`, or doesn't compare values by a key path.
  init(_ descriptor: SortDescriptor<Record>) throws(StoreError) {
    guard let keyPath = descriptor.keyPath else {
      throw StoreError(
        .unsupported, "a sort descriptor must have a key path; use SortKey(\\.property)")
    }
    // The default comparator differs between systems, and no database implements it.
    let type = type(of: keyPath as AnyKeyPath).valueType
    let isText = type == String.self || type == String?.self
    if isText, descriptor.stringComparator != .lexical {
      throw StoreError(
        .unsupported,
        "a sort descriptor for text must be .lexical; use SortKey(\(keyPath)) to specify how "
          + "text is ordered")
    }
    self.init(ColumnReference(keyPath), order: descriptor.order)
  }
}

/// The position of nulls in an order.
public enum NullPlacement: Sendable, Hashable {
  /// Before every value.
  case first
  /// After every value.
  case last
}
