/// A list's rows, together with their column names and the rules of their order.
struct RowSnapshot: Sendable {
  var list: RowList
  var layout: RowLayout
  var ordering: RowOrdering
  /// How the rows are grouped.
  var section: SectionRule?
  /// Which rows the list shows, and which of these are in memory.
  private(set) var extent = Extent.all
  /// Which rows of the longer list are known.
  var coverage = Coverage.everything
  /// The look that last read or dropped contents, if only some rows have them.
  var contentsLook = LookStamp()
  /// The sections and keys while the contents of the rows aren't loaded yet; the list is empty then.
  var outline: Outline?
  /// The rows of an outline whose contents are loaded already, by rank.
  private(set) var firstRows: [Int: BlockRow] = [:]

  /// Creates a snapshot of rows that are all in memory.
  init(list: RowList, layout: RowLayout, ordering: RowOrdering, section: SectionRule? = nil) {
    self.list = list
    self.layout = layout
    self.ordering = ordering
    self.section = section
  }

  /// Creates a snapshot of a query's rows.
  init(_ list: RowList, of query: RowQuery, _ coverage: Coverage = .everything) {
    self.init(
      list: list, layout: query.layout, ordering: query.ordering,
      section: query.request.order.section)
    extent = query.request.extent.effective(for: query.layout)
    self.coverage = coverage
  }

  /// Returns the value that the rows of a section share: numbers normalized by value, and null for a list without
  /// sections.
  func sectionKey(_ section: Int) -> StoredValue {
    if let outline { return outline.sectionCell(section).value(at: 0) }
    guard !ordering.section.isEmpty else { return .null }
    return ordering.sectionValue(of: list.bytes(ofSection: section))
  }
}

extension RowSnapshot {
  /// Creates a snapshot of a query's rows when their outline is known, and the contents of the first ones.
  init(_ outline: Outline, of query: RowQuery, firstRows: [Int: BlockRow]) {
    self.init(.empty(RowGrouping(query.ordering)), of: query)
    (self.outline, self.firstRows) = (outline, firstRows)
  }

  /// The number of rows.
  var count: Int { outline?.count ?? list.count }

  /// The ranks of the rows that people see.
  var shownRanks: Range<Int> { outline == nil ? coverage.shownRanks(of: list) : 0..<count }

  /// The rows that people see, as a list of their own.
  var shownList: RowList? {
    let ranks = shownRanks
    guard ranks != 0..<list.count else { return list }
    var walk = RowWalk(list, from: ranks.lowerBound)
    let rows = ranks.compactMap { _ in
      defer { walk.advance() }
      return walk.row
    }
    return try? RowList(PackedRows(copying: rows, list.grouping, shape: list.tree.shape))
  }

  /// Returns the sections of some rows; one, if rows aren't grouped.
  func sections(of ranks: Range<Int>) -> Range<Int> {
    guard ranks != 0..<count || ranks.isEmpty else { return 0..<sectionCount }
    guard list.grouping != .none else { return 0..<1 }
    guard !ranks.isEmpty else { return 0..<0 }
    return section(ofRank: ranks.lowerBound).index..<section(ofRank: ranks.upperBound - 1).index + 1
  }

  /// The number of sections that have rows.
  private var sectionCount: Int { outline?.sectionCount ?? list.sectionCount }

  /// The ranks of the rows of a section.
  func ranks(ofSection section: Int) -> Range<Int> {
    outline?.ranks(ofSection: section) ?? list.ranks(ofSection: section)
  }

  /// Returns the section of a row, and the ranks of its rows.
  func section(ofRank rank: Int) -> (index: Int, ranks: Range<Int>) {
    guard let outline else {
      let found = list.section(ofRank: rank)
      return (found.index, found.start..<list.end(ofSection: found.index))
    }
    let section = outline.section(ofRank: rank)
    return (section, outline.ranks(ofSection: section))
  }

  /// Returns the bytes by which a section with rows is ordered.
  func sectionBytes(_ section: Int) -> [UInt8] {
    if let outline { return ordering.sectionBytes(of: outline.sectionCell(section)) }
    return list.count > 0 ? list.bytes(ofSection: section) : []
  }

  /// Returns the rank of the row with the given key.
  func rank(of key: RowKey) -> Int? { outline.map { $0.rank(of: key) } ?? list.rank(of: key) }

  /// Returns whether the rows of both snapshots have the same columns, order and sections.
  func isRead(like other: RowSnapshot) -> Bool {
    layout == other.layout && ordering == other.ordering
      && section?.derivedName == other.section?.derivedName
      && hasNames(of: other)
      && (outline == nil) == (other.outline == nil)
      && extent.readsKeysAlone == other.extent.readsKeysAlone
      && coverage.counting == other.coverage.counting
      && list.tree.shape.summary == other.list.tree.shape.summary
      && coverage.tail?.mayHaveEarlierRows == other.coverage.tail?.mayHaveEarlierRows
  }

  /// Returns whether sections with equal keys have equal names and titles in both snapshots.
  func hasNames(of other: RowSnapshot) -> Bool {
    section?.nilName == other.section?.nilName && section?.naming == other.section?.naming
      && isOnDay(of: other)
  }

  /// Returns the name of what a rule compares: a column, or what the sections are derived from.
  func name(of rule: OrderRule) -> String {
    let names = layout.columns.names
    return names.indices.contains(rule.column) ? names[rule.column] : section?.derivedName ?? ""
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
