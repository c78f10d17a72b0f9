/// Some of a query's rows that follow each other in the query's order.
public struct RowPage: Sendable {
  /// Where the rows begin or end.
  enum Anchor: Sendable {
    /// The rows begin after this many others.
    case rank(Int)
    /// The rows are the first ones after a position.
    case after(RowPosition)
    /// The rows are the first ones at a position or after it.
    case from(RowPosition)
    /// The rows are the last ones in front of a position.
    case before(RowPosition)
    /// The rows are the last ones of all, which may be counted.
    case end(countsAll: Bool)
    /// The rows begin with those of a section, or with those after its place if there is no such section.
    case section(SectionStart)
  }

  let anchor: Anchor
  /// The largest number of rows.
  public let count: Int
  /// The same rows by their rank, if it is known, for a page next to a position.
  private let firstRank: Int?
  /// Whether only the number of the rows is needed, and where each block of them begins.
  package var isCounted = false

  /// Creates a page of rows by their rank.
  ///
  /// - Parameters:
  ///   - rank: The number of rows before the first one.
  ///   - count: The largest number of rows.
  package init(from rank: Int, count: Int) {
    self.init(.rank(rank), count: count, firstRank: rank)
  }

  /// Creates a page of the rows that follow a position.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - rank: The number of rows up to the position, if it is known.
  ///   - count: The largest number of rows.
  package init(after position: RowPosition, rank: Int? = nil, count: Int) {
    self.init(.after(position), count: count, firstRank: rank)
  }

  /// Creates a page of the rows at a position and after it.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - rank: The number of rows before the position, if it is known.
  ///   - count: The largest number of rows.
  package init(from position: RowPosition, rank: Int? = nil, count: Int) {
    self.init(.from(position), count: count, firstRank: rank)
  }

  /// Creates a page of the rows that precede a position.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - rank: The number of rows before the position, if it is known.
  ///   - count: The largest number of rows.
  package init(before position: RowPosition, rank: Int? = nil, count: Int) {
    self.init(.before(position), count: count, firstRank: rank.map { max($0 - count, 0) })
  }

  /// Creates a page that begins with a section.
  package init(from section: SectionStart, count: Int) {
    self.init(.section(section), count: count, firstRank: nil)
  }

  /// Creates a page of the last rows.
  ///
  /// - Parameters:
  ///   - count: The largest number of rows.
  ///   - countsAll: Whether the store must look at the rows before them, because they are counted.
  package init(last count: Int, countingAll countsAll: Bool = false) {
    self.init(.end(countsAll: countsAll), count: count, firstRank: nil)
  }

  private init(_ anchor: Anchor, count: Int, firstRank: Int?) {
    (self.anchor, self.count, self.firstRank) = (anchor, count, firstRank)
  }

  /// The same page, counted from the first row; `nil` if its rank isn't known.
  package var byRank: RowPage? {
    firstRank.map { rank in
      var page = RowPage(from: rank, count: count)
      page.isCounted = isCounted
      return page
    }
  }

  /// The number of rows before the first one, or `nil` if the page is at a position or begins with a section.
  public var rank: Int? {
    if case .rank(let rank) = anchor { rank } else { nil }
  }

  /// Whether the rows are the last ones, and the others needn't be looked at.
  package var isOfLastRows: Bool { if case .end(countsAll: false) = anchor { true } else { false } }

  /// The position that the rows follow or precede, if there is one.
  package var position: RowPosition? {
    switch anchor {
    case .rank, .section, .end: nil
    case .after(let position), .from(let position), .before(let position): position
    }
  }

  /// The section that the page begins with, if there is one.
  package var section: SectionStart? {
    if case .section(let section) = anchor { section } else { nil }
  }

  /// Whether a row at the position is one of them.
  package var includesPosition: Bool {
    if case .from = anchor { true } else { false }
  }

  /// Whether the rows precede a position, or are the last ones.
  package var isReversed: Bool {
    switch anchor {
    case .before, .end: true
    case .rank, .after, .from, .section: false
    }
  }

  /// The number of rows from the anchor to the page's other end.
  var rowsFromAnchor: Int {
    guard case (let reach, false) = (rank ?? 0).addingReportingOverflow(count) else { return .max }
    return reach
  }

  /// Returns whether a row is on the right side of the position.
  func admits(_ orderKey: RowOrderKey, in grouping: RowGrouping) -> Bool {
    switch anchor {
    case .rank, .end: true
    case .after(let position): position.orderKey.precedes(orderKey, in: grouping)
    case .from(let position): !orderKey.precedes(position.orderKey, in: grouping)
    case .before(let position): orderKey.precedes(position.orderKey, in: grouping)
    case .section(let section): section.precedes(orderKey)
    }
  }
}

/// The beginning of a section in a query's order.
package struct SectionStart: Sendable {
  /// The section's key.
  package let key: StoredValue
  private let bytes: [UInt8]
  private let ordering: RowOrdering
  /// Returns the key of the section that one is shown as; `nil` if each is shown by itself.
  private let shownKey: (@Sendable (StoredValue) -> StoredValue)?

  /// Creates the beginning of a section; `nil` if the sections don't lead the query's order.
  package init?(_ key: StoredValue, in query: RowQuery) {
    guard query.ordering.sectionLeads, !query.ordering.section.isEmpty else { return nil }
    self.key = key
    ordering = query.ordering
    shownKey = query.request.order.section?.derivation?.shownKey
    bytes = ordering.sectionBytes(of: PackedRow([key]))
  }

  /// Returns whether a row is in the section.
  func isSection(of row: BlockRow) -> Bool { shown(row.section) == bytes }

  /// Returns whether a row is in the section or after its place.
  fileprivate func precedes(_ orderKey: RowOrderKey) -> Bool {
    guard shownKey != nil else {
      return ByteOrder.compare(bytes, bytes.indices, orderKey.bytes, orderKey.section) != .greater
    }
    return ByteOrder.compare(bytes, shown(Array(orderKey.bytes[orderKey.section]))) != .greater
  }

  /// Returns the bytes of the section in which rows of one are shown.
  private func shown(_ section: [UInt8]) -> [UInt8] {
    guard let shownKey else { return section }
    return ordering.sectionBytes(of: PackedRow([shownKey(ordering.sectionValue(of: section))]))
  }
}
