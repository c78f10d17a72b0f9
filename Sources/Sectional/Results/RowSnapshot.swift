/// A list's rows, together with their column names and the rules of their order.
struct RowSnapshot: Sendable {
  var list: RowList { didSet { unfilled = UnfilledSections(list, ordering, section) } }
  var layout: RowLayout
  var ordering: RowOrdering
  /// How the rows are grouped.
  var section: SectionRule?
  /// The sections and keys while the contents of the rows aren't loaded yet; the list is empty then.
  var outline: Outline?
  /// Whether only some rows have contents.
  var isBatched = false
  /// The look that last read or dropped contents, if only some rows have them.
  var contentsLook = LookStamp()
  /// For a list with a limit or an offset, the rows in the list and those next to them, from which others follow.
  var windowSpan: RowSpan?
  /// For a list with a window, how far its rows are counted.
  var partial: PartialList?
  /// The sections that exist without rows.
  private(set) var unfilled: UnfilledSections

  init(list: RowList, layout: RowLayout, ordering: RowOrdering, section: SectionRule? = nil) {
    self.list = list
    self.layout = layout
    self.ordering = ordering
    self.section = section
    outline = nil
    unfilled = UnfilledSections(list, ordering, section)
  }

  /// Returns the value that the rows of a section share: numbers normalized by value, and null for a list without
  /// sections.
  func sectionKey(_ section: Int) -> StoredValue {
    guard let section = unfilled.filled(section) else { return unfilled.key(of: section) }
    if let outline { return outline.sectionCell(section).value(at: 0) }
    guard !ordering.section.isEmpty else { return .null }
    return ordering.sectionValue(of: list[list.ranks(ofSection: section).lowerBound].section)
  }
}

extension RowSnapshot {
  /// Creates a snapshot of a query's rows when only their outline is known.
  init(_ outline: Outline, of query: RowQuery) {
    list = .empty(RowGrouping(query.ordering))
    layout = query.layout
    ordering = query.ordering
    section = query.request.section
    self.outline = outline
    unfilled = UnfilledSections(outline, query.ordering, query.request.section)
  }

  /// The number of rows.
  var count: Int { outline?.count ?? list.count }

  /// The number of sections.
  var sectionCount: Int { filledCount + unfilled.count }

  /// The number of sections that have rows.
  private var filledCount: Int { outline?.sectionCount ?? list.sectionCount }

  /// The ranks of a section's rows.
  func ranks(ofSection section: Int) -> Range<Int> {
    guard let filled = unfilled.filled(section) else {
      let next = section - unfilled.count(before: section)
      let start = next < filledCount ? ranks(ofFilled: next).lowerBound : count
      return start..<start
    }
    return ranks(ofFilled: filled)
  }

  private func ranks(ofFilled section: Int) -> Range<Int> {
    outline?.ranks(ofSection: section) ?? list.ranks(ofSection: section)
  }

  /// Returns the rank of the row at a path.
  func rank(at path: ElementPath) -> Int {
    ranks(ofSection: path.section).lowerBound + path.item
  }

  /// Returns whether the contents of the row at a rank are in memory.
  func isLoaded(_ rank: Int) -> Bool {
    outline == nil && (!isBatched || list[rank].hasContents)
  }

  /// Returns the path of a rank.
  func path(ofRank rank: Int) -> ElementPath {
    guard let outline else { return unfilled.shown(list.path(ofRank: rank)) }
    let section = outline.section(ofRank: rank)
    return unfilled.shown(
      ElementPath(section: section, item: rank - outline.ranks(ofSection: section).lowerBound))
  }

  /// Returns the rank of the row with the given key.
  func rank(of key: RowKey) -> Int? { outline.map { $0.rank(of: key) } ?? list.rank(of: key) }

  /// Returns the name of the section with the given key.
  func sectionName(_ key: StoredValue) -> String {
    if let section, key.isNull { return section.nilName }
    return section?.derivation?.name(key) ?? key.sectionName
  }

  /// Returns whether the rows of both snapshots have the same columns, order and sections.
  func isRead(like other: RowSnapshot) -> Bool {
    layout == other.layout && ordering == other.ordering
      && section?.derivedName == other.section?.derivedName
      && section?.nilName == other.section?.nilName
      && (outline == nil) == (other.outline == nil) && isBatched == other.isBatched
      && partial == other.partial
  }

  /// Returns the name of what a rule compares: a column, or what the sections are derived from.
  func name(of rule: OrderRule) -> String {
    let names = layout.columns.names
    return names.indices.contains(rule.column) ? names[rule.column] : section?.derivedName ?? ""
  }
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
    var text: [UInt8] = []
    text.reserveCapacity(2 * underestimatedCount)
    func append(_ digit: UInt8) { text.append(digit < 10 ? 48 + digit : 87 + digit) }
    for byte in self {
      append(byte >> 4)
      append(byte & 15)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
