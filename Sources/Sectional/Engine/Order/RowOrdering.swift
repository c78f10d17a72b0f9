/// One term of an order: a column, a direction, a place for nulls and a collation for text.
public struct OrderRule: Sendable, Hashable {
  /// The column's place in the row.
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

  /// Computes a row's section, order and identity from its cells.
  ///
  /// - Parameters:
  ///   - contents: The cells.
  ///   - rowID: The rowid, if it is known.
  ///   - place: Takes the bytes, in the room it has.
  /// - Complexity: O(*b* · *r*) in the number of bytes and rules.
  func place(_ contents: PackedRow, rowID: Int64?, into place: inout RowPlace) {
    place.bytes.removeAll(keepingCapacity: true)
    for rule in section { append(rule, of: contents, to: &place.bytes) }
    place.sectionEnd = place.bytes.count
    for rule in sort { append(rule, of: contents, to: &place.bytes) }
    place.identityStart = appendIdentity(of: contents, rowID: rowID, to: &place.bytes)
  }

  private func append(_ rule: OrderRule, of contents: PackedRow, to bytes: inout [UInt8]) {
    ByteKey.append(contents.cell(at: rule.column), by: rule, to: &bytes)
  }

  /// Appends the key columns, and the rowid where they are not the row's identity.
  ///
  /// - Returns: Where the identity begins.
  private func appendIdentity(
    of contents: PackedRow, rowID: Int64?, to bytes: inout [UInt8]
  ) -> Int {
    let keyStart = bytes.count
    var isIncomplete = keyColumns.isEmpty
    for column in keyColumns {
      let cell = contents.cell(at: column)
      if case .null = cell { isIncomplete = true }
      ByteKey.append(cell, by: OrderRule(column: column), to: &bytes)
    }
    guard fallsBackToRowID, isIncomplete, let rowID else { return keyStart }
    let rowIDStart = bytes.count
    ByteKey.append(rowID: rowID, to: &bytes)
    return rowIDStart
  }
}
