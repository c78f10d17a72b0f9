/// A list's rows, together with their column names and the rules of their order.
struct RowSnapshot: Sendable {
  var list: RowList
  var layout: RowLayout
  var ordering: RowOrdering
  /// How the rows are grouped.
  var section: SectionRule?
  /// The sections and keys while the contents of the rows aren't loaded yet; the list is empty then.
  var outline: Outline?

  /// Returns the value that the rows of a section share: numbers normalized by value, and null for a list without
  /// sections.
  func sectionKey(_ section: Int) -> StoredValue {
    if let outline { return outline.sectionCell(section).value(at: 0) }
    guard let rule = ordering.section.first else { return .null }
    return list[list.ranks(ofSection: section).lowerBound].contents.value(at: rule.column)
      .canonicalNumber
  }
}

extension RowSnapshot {
  /// Creates a snapshot of a query's rows when only their outline is known.
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

  /// Returns the rank of the row with the given key.
  func rank(of key: RowKey) -> Int? { outline.map { $0.rank(of: key) } ?? list.rank(of: key) }

  /// Returns the name of the section with the given key.
  func sectionName(_ key: StoredValue) -> String {
    if let section, key.isNull { return section.nilName }
    return section?.derivation?.name(key) ?? key.sectionName
  }

  /// Returns the difference from another snapshot to this one.
  func changes(from old: RowSnapshot) -> RowListDiff {
    let keepsSections = sectionTerms == old.sectionTerms
    // The same cells under different column names count as different contents.
    let keepsColumns = layout.columns == old.layout.columns
    guard keepsSections && orderTerms == old.orderTerms else {
      return list.changes(
        fromOtherOrder: old.list, keepsSections: keepsSections, keepsColumns: keepsColumns)
    }
    guard keepsColumns else { return list.changes(fromOtherColumns: old.list) }
    return list.changes(from: old.list, among: list.differingKeys(from: old.list))
  }

  /// Returns whether the rows of both snapshots have the same columns, order and sections.
  func isRead(like other: RowSnapshot) -> Bool {
    layout == other.layout && ordering == other.ordering
      && section?.derivedName == other.section?.derivedName
      && section?.nilName == other.section?.nilName
      && (outline == nil) == (other.outline == nil)
  }

  /// The section rules, by column name, because the columns' positions may have changed.
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

  /// Returns the name of what a rule compares: a column, or what the sections are derived from.
  func name(of rule: OrderRule) -> String {
    let names = layout.columns.names
    return names.indices.contains(rule.column) ? names[rule.column] : section?.derivedName ?? ""
  }
}

/// An ordering rule together with the name of what it compares.
private struct OrderTerm: Equatable {
  let name: String
  let isDerived: Bool
  let rule: OrderRule
}

extension StoredValue {
  /// The value, with a real that equals an integer replaced by that integer, so that 1 and 1.0 are the same section.
  var canonicalNumber: StoredValue {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// The name of the section with this key; empty for null.
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
  /// The bytes as pairs of lowercase hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
