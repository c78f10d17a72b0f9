public import SectionalSQL

/// What two stores make of one request, where that differs, and why.
public struct ComparisonReport: Sendable {
  /// The orders that were compared: Sectional's, and the stores' own if that was asked for.
  public let orders: [OrderReport]
  /// What the stores say of themselves and of the columns; `nil` for a store that says nothing.
  public let descriptions: (first: SourceDescription?, second: SourceDescription?)

  /// Whether both stores make the same list in every compared order.
  public var isEqual: Bool { orders.allSatisfy(\.isEqual) }

  /// The kinds of causes that act in any order, each once.
  public var kinds: Set<DifferenceCause.Kind> {
    Set(orders.flatMap { $0.causes.map(\.kind) })
  }
}

/// The comparison of two lists in one order.
public struct OrderReport: Sendable {
  /// An order.
  public enum Order: String, Sendable {
    /// The order that Sectional gives, which is the same on every store.
    case sectional
    /// The order that each store gives by itself.
    case native

    /// A short name, for people.
    public var title: String {
      switch self {
      case .sectional: "Sorted by Sectional"
      case .native: "Sorted by each database"
      }
    }

    /// What the order is, in one sentence.
    public var explanation: String {
      switch self {
      case .sectional:
        "Sectional sorts the rows by rules that are the same on every store; an app's list shows this order."
      case .native:
        "Each database sorts the rows with ORDER BY, by its own collations and rules for NULL; other programs see this order."
      }
    }
  }

  /// The order.
  public let order: Order
  /// The differences.
  public let comparison: ListComparison
  /// Why the lists differ; empty if they are equal.
  public let causes: [DifferenceCause]
  let lists: (first: ComparedList, second: ComparedList)
  let matches: MatchedRows
  let columns: ColumnPairs
  let table: CauseTable

  /// Whether the lists are the same.
  public var isEqual: Bool { comparison.isEqual && causes.isEmpty }
}
