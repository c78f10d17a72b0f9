public import Sectional

/// Everything that determines a history and the list over it.
///
/// Equal plans give identical tests.
public struct HistoryPlan: Sendable, Hashable {
  /// How the table is declared.
  public let shape: TableShape
  /// The seed of the random numbers.
  public let seed: UInt64
  /// How the list is grouped and ordered.
  public let order: ListOrder
  /// What the columns hold.
  public let cells: HistoryCells
  /// Which of the rows the list shows and holds.
  public let extent: HistoryExtent
  /// How the list presents its sections.
  public let presentation: HistoryPresentation
  /// Whether the list shows only the rows that a search finds.
  public let isSearched: Bool

  /// Creates a plan; without an order, the seed chooses one.
  public init(
    _ shape: TableShape, seed: UInt64, order: ListOrder? = nil, cells: HistoryCells = .mixed,
    extent: HistoryExtent = .all, presentation: HistoryPresentation = .plain,
    isSearched: Bool = false
  ) {
    self.shape = shape
    self.extent = extent
    // No store has the order of listed sections, in which a window would be read.
    self.presentation = presentation == .listed && extent.isCounted ? .declared : presentation
    self.isSearched = isSearched
    self.seed = seed
    self.cells = cells
    self.order = order ?? ListOrder(number: seed)
  }

  /// Creates a plan from a line of a file: a shape and a seed, followed by what differs from a plain list of all rows.
  ///
  /// The words that can follow, in any order, are those of ``HistoryCells``, ``HistoryExtent``, ``HistoryPresentation`` and
  /// ``ListOrder``, and `searched`.
  public init?(line: some StringProtocol) {
    let words = String(line).split(separator: " ").map(String.init)
    guard words.count > 1, let shape = TableShape(rawValue: words[0]), let seed = UInt64(words[1])
    else { return nil }
    var (cells, extent, presentation) = (
      HistoryCells.mixed, HistoryExtent.all, HistoryPresentation.plain
    )
    var order: ListOrder?
    for word in words.dropFirst(2) where word != "searched" {
      if let known = HistoryCells(rawValue: word) {
        cells = known
      } else if let known = HistoryPresentation(rawValue: word) {
        presentation = known
      } else if let known = HistoryExtent(word) {
        extent = known
      } else if let known = ListOrder(word) {
        order = known
      } else {
        return nil
      }
    }
    self.init(
      shape, seed: seed, order: order, cells: cells, extent: extent, presentation: presentation,
      isSearched: words.contains("searched"))
  }
}

extension HistoryPlan: CustomStringConvertible {
  /// The plan as a line of a file.
  public var description: String {
    var words = [shape.rawValue, "\(seed)"]
    if cells != .mixed { words.append(cells.rawValue) }
    if extent != .all { words.append(extent.description) }
    if presentation != .plain { words.append(presentation.rawValue) }
    if isSearched { words.append("searched") }
    if order != ListOrder(number: seed) { words.append(order.description) }
    return words.joined(separator: " ")
  }
}

extension HistoryPlan {
  /// The plan of a list that is followed beside and shows more or fewer rows; `nil` in half of the histories of all rows.
  var companion: HistoryPlan? {
    guard extent == .all, (seed &* 0x9E37_79B9_7F4A_7C15) >> 63 == 1 else { return nil }
    return HistoryPlan(
      shape, seed: seed, order: order, cells: cells, presentation: presentation,
      isSearched: !isSearched)
  }

  /// Whether the list has another owner; in an eighth of the histories of lists that hold the keys of certain rows.
  var hasSecondOwner: Bool {
    !extent.isCounted && !isSearched
      && (seed &* 0xD1B5_4A32_D192_ED03) >> 61 == 1
  }

  /// The request of the list.
  public var request: ResultsRequest<StoredRow> {
    var request = requestWithoutAggregates
    if hasAggregates { HistoryAggregates.add(to: &request) }
    return request
  }

  /// The request of the list that a section cache is kept of: there is none of a list with aggregates that counts its rows.
  var requestWithCache: ResultsRequest<StoredRow> {
    extent.isCounted ? requestWithoutAggregates : request
  }

  private var requestWithoutAggregates: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(
      source: .table("item"), search: isSearched ? .contains("a", in: "note") : nil,
      sortBy: order.sortKeys)
    extent.apply(to: &request)
    return request
  }

  /// The expressions that the oracle reads: the columns, the rowid if it can identify rows, and whether it is no row but a
  /// section that exists without rows, if there are any.
  public var expressions: [String] {
    shape.columns + (shape.needsRowID ? ["rowid"] : [])
      + (declaredSections.isEmpty ? [] : ["declared"])
  }

  /// The rest of the oracle's query in SQLite's SQL, after FROM.
  public var source: String {
    var terms = listingTerm(.sqlite) + order.terms
    terms += shape.keyColumns.map { "\($0) COLLATE BINARY ASC NULLS FIRST" }
    if shape.needsRowID { terms.append("rowid") }
    return "\(table(.sqlite))\(condition(.sqlite)) ORDER BY \(terms.joined(separator: ", "))"
  }

  /// The rest of the oracle's query in PostgreSQL's SQL, after FROM.
  public var postgresSource: String {
    var terms = listingTerm(.postgres) + order.postgresTerms(cells)
    terms += shape.keyColumns.map { name in
      "\(name)\(name == "code" && shape != .blobKey ? " COLLATE \"C\"" : "") ASC NULLS FIRST"
    }
    return "\(table(.postgres))\(condition(.postgres)) ORDER BY \(terms.joined(separator: ", "))"
  }

  /// Returns the key by which a list knows a row: the values of its key columns or, without them, its rowid.
  func key(of row: ListPicture.Row) -> RowKey {
    let values = shape.keyColumns.compactMap { name in
      shape.columns.firstIndex(of: name).map { row.cells[$0] }
    }
    if shape.needsRowID, values.isEmpty || values.contains(.null),
      case .integer(let rowID)? = row.id.first
    {
      return RowKey(rowID: rowID)
    }
    return RowKey(values.map(\.stored))
  }

  /// Returns the condition that the search stands for; a section that exists without rows meets it.
  private func condition(_ dialect: HistoryDialect) -> String {
    guard isSearched else { return "" }
    let finding = dialect == .sqlite ? "instr" : "strpos"
    // All the ways to write the letter that notes have.
    let found = ["'a'", "'A'", "'\u{E4}'"].map { "\(finding)(note, \($0)) > 0" }
    let declared = declaredSections.isEmpty ? [] : ["declared = 1"]
    return " WHERE \((found + declared).joined(separator: " OR "))"
  }

  /// The reference that groups the oracle's rows with a loop.
  package var reference: ReferenceList {
    ReferenceList(
      columns: shape.columns, keyColumns: shape.keyColumns, section: order.sectionColumn,
      isDeclaring: !declaredSections.isEmpty)
  }
}
