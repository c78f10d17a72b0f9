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

extension SortKey where Record: StoredRecord {
  /// Makes a term of a mapped property.
  ///
  /// A property that is mapped to no column is an error of the first fetch.
  public init<Cell: ColumnValue>(
    _ keyPath: KeyPath<Record, Cell>, order: SortOrder = .forward,
    collation: TextCollation = .binary, nulls: NullPlacement? = nil
  ) {
    self.init(ColumnReference(keyPath), order: order, collation: collation, nulls: nulls)
  }

  /// Makes a term of a sort descriptor.
  ///
  /// - Throws: ``StoreError`` with code `unsupported` when it compares text by anything but `.lexical`, or values by
  ///   something else than a key path.
  init(_ descriptor: SortDescriptor<Record>) throws(StoreError) {
    guard let keyPath = descriptor.keyPath else {
      throw StoreError(
        .unsupported, "a sort descriptor must have a key path; write SortKey(\\.property)")
    }
    // The default comparator differs between systems, and no database has it.
    let type = type(of: keyPath as AnyKeyPath).valueType
    let isText = type == String.self || type == String?.self
    if isText, descriptor.stringComparator != .lexical {
      throw StoreError(
        .unsupported,
        "a sort descriptor over text must be .lexical; write SortKey(\(keyPath)) to say how "
          + "text is ordered")
    }
    self.init(ColumnReference(keyPath), order: descriptor.order)
  }
}

/// Where nulls stand in an order.
public enum NullPlacement: Sendable, Hashable {
  /// Before every value.
  case first
  /// After every value.
  case last
}
