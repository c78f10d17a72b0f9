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

  /// Creates a plan; without an order, the seed chooses one.
  public init(
    _ shape: TableShape, seed: UInt64, order: ListOrder? = nil, cells: HistoryCells = .mixed
  ) {
    self.shape = shape
    self.seed = seed
    self.cells = cells
    self.order = order ?? ListOrder(number: seed)
  }

  /// Creates a plan from a line of a file: a shape, a seed and, unless the columns can hold anything, what they hold.
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
