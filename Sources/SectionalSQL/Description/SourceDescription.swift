public import Sectional

/// A store that can say how it orders the columns of a request by itself.
public protocol DescribedStore: ResultsStore {
  /// Returns what the store says of the columns that a request reads.
  ///
  /// - Throws: `StoreError` if a table or a column is missing.
  func description(
    of request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) async throws(StoreError) -> SourceDescription
}

/// What a store says of itself and of the columns that a request reads.
public struct SourceDescription: Sendable {
  /// The database with its version, such as `SQLite 3.40.1`.
  public let product: String
  /// The columns, in the order of the rows' columns.
  public let columns: [ColumnDescription]
  /// The source as it is written after FROM, with the values of its placeholders.
  package let source: SQLText
  /// What stands before the names of the store's own functions and types, so that nobody else's take their place.
  package let catalog: String
  /// Whether the store's own order has nulls behind all values when it ascends.
  package let nullsAreGreatest: Bool

  /// Describes a source.
  package init(
    product: String, columns: [ColumnDescription], source: SQLText, catalog: String,
    nullsAreGreatest: Bool
  ) {
    (self.product, self.columns) = (product, columns)
    (self.source, self.catalog, self.nullsAreGreatest) = (source, catalog, nullsAreGreatest)
  }
}

/// What a store says of a column, and how it orders it.
public struct ColumnDescription: Sendable, Hashable {
  /// What the values are, as far as their order depends on it.
  public enum Kind: Sendable, Hashable {
    /// Text.
    case text
    /// Text of a fixed length, whose spaces at the end don't count.
    case paddedText
    /// An enumeration, in the order of its declaration.
    case enumeration
    /// Anything else.
    case other
  }

  /// The column's name.
  public let name: String
  /// The type, as the store spells it; empty if it has none.
  public let type: String
  /// What the values are.
  public let kind: Kind
  /// The collation of its texts, or `nil` if it has none or the store doesn't say.
  public var collation: String?
  /// Where the collation comes from, such as `icu` or `libc`.
  public var provider: String?
  /// The version of the collation.
  public var version: String?
  /// Whether only equal bytes are equal, or `nil` if the store doesn't say.
  public var isDeterministic: Bool?
  /// Whether upper and lower case are the same by the definition of the collation or of the type.
  public var ignoresCase = false
  /// The collation as SQL spells it, or `nil` if texts can't be compared by it.
  package var collationSQL: String?
  /// A condition that holds if the column has a zero with a minus sign, or `nil` if it can't have one.
  package var negativeZeroSQL: String?

  /// Describes a column that has no collation.
  package init(name: String, type: String, kind: Kind) {
    (self.name, self.type, self.kind) = (name, type, kind)
  }

  /// Everything that the store says, on one line.
  public var summary: String {
    var parts = [type.isEmpty ? "no type" : "type \(type)"]
    if let collation {
      let from = [provider, version].compactMap(\.self).joined(separator: " ")
      parts.append("collation \(collation)" + (from.isEmpty ? "" : " (\(from))"))
    }
    if let isDeterministic {
      parts.append(isDeterministic ? "deterministic" : "not deterministic")
    }
    return parts.joined(separator: ", ")
  }
}
