/// What the aggregates of a list are of some of its rows, in a form that those of other rows can be added to.
struct RowSummary: Sendable {
  enum Part: Sendable {
    case count(Int)
    case total(NumberTotal)
    case decimals(DecimalTotal)
    /// The least or the greatest cell; `nil` if there is none but null.
    case extreme(StoredValue?)
  }

  private(set) var parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  /// Creates the summary of no rows.
  init(_ rule: SummaryRule) {
    parts = rule.terms.map { term in
      guard case .cells(_, let summary) = term else { return .count(0) }
      return Part(summary)
    }
  }

  /// Adds the summary of other rows.
  mutating func add(_ other: RowSummary, _ rule: SummaryRule) {
    for (place, term) in rule.terms.enumerated() {
      var summary: CellSummary?
      if case .cells(_, let cells) = term { summary = cells }
      parts[place].add(other.parts[place], summary)
    }
  }

  /// Returns what each aggregate is.
  func results(_ rule: SummaryRule) -> [AggregateResult] {
    zip(rule.terms, parts).map { term, part in
      var isAverage = false
      if case .cells(_, let cells) = term { isAverage = cells.operation == .average }
      return part.result(isAverage: isAverage)
    }
  }
}

/// Which aggregates a list has, with their columns as indexes.
struct SummaryRule: Sendable, Hashable {
  enum Term: Sendable, Hashable {
    case count(RowPredicate, places: ColumnPlaces)
    case cells(Int, CellSummary)
  }

  /// The aggregates as they were asked for.
  let asked: [AggregateTerm]
  /// The same, with their columns as indexes.
  let terms: [Term]
}

extension RowSummary.Part {
  /// Creates the part of no rows.
  init(_ summary: CellSummary) {
    switch summary.operation {
    case .least, .greatest: self = .extreme(nil)
    case .sum, .average:
      self = summary.numbers == .decimals ? .decimals(DecimalTotal()) : .total(NumberTotal())
    }
  }

  fileprivate func result(isAverage: Bool) -> AggregateResult {
    switch self {
    case .count(let count): .integer(Int128(count))
    case .total(let total): isAverage ? total.average : total.sum
    case .decimals(let total): .cell(isAverage ? total.average : total.sum)
    case .extreme(let cell): cell.map(AggregateResult.cell) ?? .nothing
    }
  }

  /// Adds a cell to decimals or to the least or greatest one.
  mutating func add(_ cell: StoredValue, _ summary: CellSummary) {
    switch self {
    case .decimals(var total):
      // Lets go of the parts, which are otherwise copied when they are added to.
      self = .count(0)
      total.add(cell)
      self = .decimals(total)
    case .extreme(let known):
      if !cell.isNull { self = .extreme(summary.chosen(known, cell)) }
    case .count, .total: break
    }
  }

  fileprivate mutating func add(_ other: RowSummary.Part, _ summary: CellSummary?) {
    switch (self, other) {
    case (.count(let count), .count(let more)): self = .count(count + more)
    case (.total(var total), .total(let more)):
      self = .count(0)
      total.add(more)
      self = .total(total)
    case (.decimals(var total), .decimals(let more)):
      self = .count(0)
      total.add(more)
      self = .decimals(total)
    case (.extreme(let known), .extreme(let value?)):
      if let summary { self = .extreme(summary.chosen(known, value)) }
    default: break
    }
  }
}

extension CellSummary {
  /// Returns the one of two cells that is less or greater.
  fileprivate func chosen(_ known: StoredValue?, _ value: StoredValue) -> StoredValue {
    guard let known else { return value }
    let isLess =
      numbers == .decimals
      ? DecimalTotal.isLess(value, than: known) : value.order(to: known) == .less
    if operation == .greatest { return isLess ? known : value }
    return isLess ? value : known
  }
}
