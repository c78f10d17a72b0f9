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
  /// Which of the rows the list shows.
  public let extent: HistoryExtent

  /// Creates a plan; without an order, the seed chooses one.
  public init(
    _ shape: TableShape, seed: UInt64, order: ListOrder? = nil, cells: HistoryCells = .mixed,
    extent: HistoryExtent = .all
  ) {
    self.shape = shape
    self.extent = extent
    self.seed = seed
    self.cells = cells
    self.order = order ?? ListOrder(number: seed)
  }

  /// Creates a plan from a line of a file: a shape, a seed, what the columns hold unless they can hold anything, and a slice
  /// unless the list shows all rows.
  public init?(line: some StringProtocol) {
    let words = String(line).split(separator: " ").map(String.init)
    let extent = words.dropFirst(2).last.flatMap { HistoryExtent($0) }
    let rest = words.dropLast(extent == nil ? 0 : 1)
    guard (2...3).contains(rest.count), let shape = TableShape(rawValue: words[0]),
      let seed = UInt64(words[1]),
      let cells = HistoryCells(rawValue: rest.count > 2 ? rest[2] : "mixed")
    else { return nil }
    self.init(shape, seed: seed, cells: cells, extent: extent ?? .all)
  }
}

extension HistoryPlan: CustomStringConvertible {
  /// The plan as a line of a file.
  public var description: String {
    "\(shape.rawValue) \(seed)" + (cells == .mixed ? "" : " \(cells.rawValue)")
      + (extent == .all ? "" : " \(extent)")
  }
}

extension HistoryPlan {
  /// The request of the list.
  public var request: ResultsRequest<StoredRow> {
    var request = ResultsRequest<StoredRow>(source: .table("item"), sortBy: order.sortKeys)
    if case .slice(let offset, let limit) = extent {
      (request.fetchOffset, request.fetchLimit) = (offset, limit)
    }
    return request
  }

  /// The expressions that the oracle reads: the columns, and the rowid if it can identify rows.
  public var expressions: [String] { shape.columns + (shape.needsRowID ? ["rowid"] : []) }

  /// The rest of the oracle's query in SQLite's SQL, after FROM.
  public var source: String {
    var terms = order.terms
    terms += shape.keyColumns.map { "\($0) COLLATE BINARY ASC NULLS FIRST" }
    if shape.needsRowID { terms.append("rowid") }
    return "item ORDER BY \(terms.joined(separator: ", "))"
  }

  /// The rest of the oracle's query in PostgreSQL's SQL, after FROM.
  public var postgresSource: String {
    var terms = order.postgresTerms(cells)
    terms += shape.keyColumns.map { name in
      "\(name)\(name == "code" && shape != .blobKey ? " COLLATE \"C\"" : "") ASC NULLS FIRST"
    }
    return "item ORDER BY \(terms.joined(separator: ", "))"
  }

  /// The reference that groups the oracle's rows with a loop.
  public var reference: ReferenceList {
    ReferenceList(
      columns: shape.columns, keyColumns: shape.keyColumns, section: order.sectionColumn)
  }
}
