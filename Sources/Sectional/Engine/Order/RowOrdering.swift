/// One term of an order: a column, a direction, a place for nulls and a collation for text.
public struct OrderRule: Sendable, Hashable {
  /// The column's index in the row.
  public var column: Int
  /// Whether greater values come first.
  public var isReversed: Bool
  /// Whether nulls come after every value.
  public var placesNullsLast: Bool
  /// The order of text.
  public var collation: TextCollation

  /// Makes a rule; nulls lead an ascending order and close a descending one unless told otherwise.
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

/// The total order of a list: section, then sort keys, then the row's identity.
public struct RowOrdering: Sendable, Hashable {
  /// The rules of the section, the last of which is binary so that each section is one exact value; none for a list
  /// without sections.
  public let section: [OrderRule]
  /// The rules inside a section.
  public let sort: [OrderRule]
  /// The columns that identify a row, ascending and binary.
  public let keyColumns: [Int]
  /// Whether the rowid identifies a row without key columns or with a null in them.
  public let fallsBackToRowID: Bool
  /// Whether the section leads the order; else the sort keys alone decide, and sections stand where their first row does.
  public let sectionLeads: Bool

  /// Makes an order; a section's rules get their binary tie-breaker here.
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

  /// The rules of the whole order, in their order; the rowid that may follow has no column and is not among them.
  public var terms: [OrderRule] {
    (sectionLeads ? section : []) + sort + keyColumns.map { OrderRule(column: $0) }
  }

  private static func exact(_ rule: OrderRule) -> [OrderRule] {
    var exact = rule
    exact.collation = .binary
    return rule == exact ? [rule] : [rule, exact]
  }
}
