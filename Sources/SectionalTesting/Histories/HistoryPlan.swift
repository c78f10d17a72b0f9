/// Everything that decides a history and the list over it; the same plan gives the same test.
public struct HistoryPlan: Sendable, Hashable {
  /// How the table is declared.
  public let shape: TableShape
  /// Where the random numbers start.
  public let seed: UInt64
  /// How the list is grouped and ordered.
  public let order: ListOrder
  /// What the columns hold.
  public let cells: HistoryCells

  /// Makes a plan; without an order, the seed chooses one.
  public init(
    _ shape: TableShape, seed: UInt64, order: ListOrder? = nil, cells: HistoryCells = .mixed
  ) {
    self.shape = shape
    self.seed = seed
    self.cells = cells
    self.order = order ?? ListOrder(number: seed)
  }

  /// Reads a plan from a line of a file: a shape, a seed and what the columns hold, unless that is anything.
  public init?(line: some StringProtocol) {
    let words = String(line).split(separator: " ").map(String.init)
    guard (2...3).contains(words.count), let shape = TableShape(rawValue: words[0]),
      let seed = UInt64(words[1]),
      let cells = HistoryCells(rawValue: words.count > 2 ? words[2] : "mixed")
    else { return nil }
    self.init(shape, seed: seed, cells: cells)
  }
}

extension HistoryPlan: CustomStringConvertible {
  /// The plan as a line of a file.
  public var description: String {
    "\(shape.rawValue) \(seed)" + (cells == .mixed ? "" : " \(cells.rawValue)")
  }
}

extension HistoryPlan {
  /// What the oracle reads: the columns, and the rowid where it may identify rows.
  public var expressions: [String] { shape.columns + (shape.needsRowID ? ["rowid"] : []) }

  /// The rest of the oracle's query in SQLite's SQL, from behind FROM.
  public var source: String {
    var terms = order.terms
    terms += shape.keyColumns.map { "\($0) COLLATE BINARY ASC NULLS FIRST" }
    if shape.needsRowID { terms.append("rowid") }
    return "item ORDER BY \(terms.joined(separator: ", "))"
  }

  /// The rest of the oracle's query in PostgreSQL's SQL, from behind FROM.
  public var postgresSource: String {
    var terms = order.postgresTerms(cells)
    terms += shape.keyColumns.map { name in
      "\(name)\(name == "code" && shape != .blobKey ? " COLLATE \"C\"" : "") ASC NULLS FIRST"
    }
    return "item ORDER BY \(terms.joined(separator: ", "))"
  }

  /// The loop that groups the oracle's rows.
  public var reference: ReferenceList {
    ReferenceList(
      columns: shape.columns, keyColumns: shape.keyColumns, section: order.sectionColumn)
  }
}
