/// One term of an order: a column, a direction, the position of nulls and a collation for text.
public struct OrderRule: Sendable, Hashable {
  /// The column's index in the row.
  public var column: Int
  /// Whether greater values come first.
  public var isReversed: Bool
  /// Whether nulls come after every value.
  public var placesNullsLast: Bool
  /// The order of text.
  public var collation: TextCollation
  /// The order of values that someone listed, which replaces that of the values; `nil` for the order of the values.
  public package(set) var ranks: ValueRanks?

  /// Creates a rule; unless specified otherwise, nulls come first in ascending order and last in descending order.
  public init(
    column: Int, isReversed: Bool = false, placesNullsLast: Bool? = nil,
    collation: TextCollation = .binary
  ) {
    self.column = column
    self.isReversed = isReversed
    self.placesNullsLast = placesNullsLast ?? isReversed
    self.collation = collation
  }
}

extension OrderRule {
  /// The opposite order.
  package var reversed: OrderRule {
    var rule = self
    rule.isReversed.toggle()
    rule.placesNullsLast.toggle()
    return rule
  }
}

/// The total order of a list: by section, then by sort keys, then by the row's key.
public struct RowOrdering: Sendable, Hashable {
  /// The rules of the section, empty for a list without sections; the last rule is binary, so that each section is
  /// one exact value.
  public let section: [OrderRule]
  /// The rules within a section.
  public let sort: [OrderRule]
  /// The columns that identify a row, ascending and binary.
  public let keyColumns: [Int]
  /// Whether the rowid identifies rows that have no key columns or a null in one.
  public let fallsBackToRowID: Bool
  /// Whether the section leads the order; if not, only the sort keys do, and a section's position is that of its
  /// first row.
  public let sectionLeads: Bool

  /// Creates an order; the binary tie-breaker of the section's rule is added automatically.
  public init(
    section: OrderRule?, sort: [OrderRule], keyColumns: [Int], fallsBackToRowID: Bool,
    sectionLeads: Bool = true
  ) {
    self.section = section.map(RowOrdering.exact) ?? []
    self.sort = sort
    self.keyColumns = keyColumns
    self.fallsBackToRowID = fallsBackToRowID
    self.sectionLeads = sectionLeads
  }

  /// The rules of the complete order, in sequence; a rowid that may follow has no column and isn't among them.
  public var terms: [OrderRule] {
    (sectionLeads ? section : []) + sort + keyColumns.map { OrderRule(column: $0) }
  }

  /// Returns a section's rule, followed by those that decide between values that it doesn't tell apart: values that aren't listed
  /// are ordered by the collation, and values that differ in case by their bytes.
  private static func exact(_ rule: OrderRule) -> [OrderRule] {
    var unlisted = rule
    unlisted.ranks = nil
    var exact = unlisted
    exact.collation = .binary
    return [rule, unlisted, exact].reduce(into: []) { rules, next in
      if rules.last != next { rules.append(next) }
    }
  }
}
