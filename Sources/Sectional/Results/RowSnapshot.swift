/// A list's rows with the names of their columns and the rules of their order.
struct RowSnapshot: Sendable {
  var list: RowList
  var layout: RowLayout
  var ordering: RowOrdering
  /// How the rows are grouped.
  var section: SectionRule?
  /// The sections and keys, where the rows' contents aren't there yet and the list is empty.
  var outline: Outline?

  /// Returns the typed value whose rows a section holds: numbers by value, the null key for a list without sections.
  func sectionKey(_ section: Int) -> StoredValue {
    if let outline { return outline.sectionCell(section).value(at: 0) }
    guard let rule = ordering.section.first else { return .null }
    return list[list.ranks(ofSection: section).lowerBound].contents.value(at: rule.column)
      .canonicalNumber
  }
}

extension RowSnapshot {
  /// Makes the rows of a query of which only the outline is known.
  init(_ outline: Outline, of query: RowQuery) {
    self.init(
      list: .empty(RowGrouping(query.ordering)), layout: query.layout, ordering: query.ordering,
      section: query.request.section, outline: outline)
  }

  /// The number of rows.
  var count: Int { outline?.count ?? list.count }

  /// The number of sections.
  var sectionCount: Int { outline?.sectionCount ?? list.sectionCount }

  /// The ranks of a section's rows.
  func ranks(ofSection section: Int) -> Range<Int> {
    outline?.ranks(ofSection: section) ?? list.ranks(ofSection: section)
  }

  /// Returns the path of a rank.
  func path(ofRank rank: Int) -> ElementPath {
    guard let outline else { return list.path(ofRank: rank) }
    let section = outline.section(ofRank: rank)
    return ElementPath(
      section: section, item: rank - outline.ranks(ofSection: section).lowerBound)
  }

  /// Returns the rank of the row with some identity.
  func rank(of key: RowKey) -> Int? { outline.map { $0.rank(of: key) } ?? list.rank(of: key) }

  /// Returns the name of the section with some key.
  func sectionName(_ key: StoredValue) -> String {
    section?.derivation?.name(key) ?? key.sectionName
  }

  /// Returns what leads to this snapshot from another one.
  func changes(from old: RowSnapshot) -> RowListDiff {
    let keepsSections = sectionTerms == old.sectionTerms
    // The same cells under other names are other contents.
    let keepsColumns = layout.columns == old.layout.columns
    guard keepsSections && orderTerms == old.orderTerms else {
      return list.changes(
        fromOtherOrder: old.list, keepsSections: keepsSections, keepsColumns: keepsColumns)
    }
    guard keepsColumns else { return list.changes(fromOtherColumns: old.list) }
    return list.changes(from: old.list, among: list.differingKeys(from: old.list))
  }

  /// Tells whether rows of both snapshots have the same columns, order and sections.
  func isRead(like other: RowSnapshot) -> Bool {
    layout == other.layout && ordering == other.ordering
      && section?.derivedName == other.section?.derivedName
      && (outline == nil) == (other.outline == nil)
  }

  /// The rules of the sections by the names of their columns, which may have changed their places.
  private var sectionTerms: [OrderTerm] { ordering.section.map(term) }

  private var orderTerms: [OrderTerm] {
    (ordering.sectionLeads ? sectionTerms : []) + ordering.sort.map(term)
      + ordering.keyColumns.map { term(OrderRule(column: $0)) }
  }

  private func term(_ rule: OrderRule) -> OrderTerm {
    OrderTerm(
      name: name(of: rule), isDerived: rule.column >= layout.columns.names.count,
      rule: OrderRule(
        column: 0, isReversed: rule.isReversed, placesNullsLast: rule.placesNullsLast,
        collation: rule.collation))
  }

  /// Returns the name of what a rule looks at: a column, or what sections are derived from.
  func name(of rule: OrderRule) -> String {
    let names = layout.columns.names
    return names.indices.contains(rule.column) ? names[rule.column] : section?.derivedName ?? ""
  }
}

/// A rule of an order with the name of what it looks at.
private struct OrderTerm: Equatable {
  let name: String
  let isDerived: Bool
  let rule: OrderRule
}

extension StoredValue {
  /// The value with an integer in place of a real that equals one, so that 1 and 1.0 are the same section.
  var canonicalNumber: StoredValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// The name of the section with this key; a null is named "".
  var sectionName: String {
    switch self {
    case .null: ""
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .malformedText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): bytes.hexadecimal
    }
  }
}

extension Sequence<UInt8> {
  /// The bytes as pairs of hexadecimal digits in lower case.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
