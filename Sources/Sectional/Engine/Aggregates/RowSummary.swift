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

  /// Adds a row of which only the summed cells are known.
  ///
  /// - Parameters:
  ///   - bytes: The cells, one after the other.
  ///   - range: Where they are.
  ///   - rule: The aggregates.
  mutating func add(_ bytes: [UInt8], in range: Range<Int>, _ rule: SummaryRule) {
    for (place, term) in rule.termsOfInputs.enumerated() {
      switch term {
      case .count(let predicate, let places):
        if predicate.matches(bytes, in: range, places: places) { parts[place].addOne() }
      case .cells(let column, let summary):
        parts[place].add(PackedRow.cell(at: column, of: bytes, in: range), summary)
      }
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
  /// The indexes of the columns that they are made of.
  let inputs: [Int]
  /// The same as the terms, with indexes among the inputs.
  let termsOfInputs: [Term]
  /// The columns of the inputs in ascending order, each with its index among the inputs.
  let inputsByColumn: [Input]

  struct Input: Sendable, Hashable {
    let column: Int
    let place: Int
  }

  init(asked: [AggregateTerm], terms: [Term], inputs: [Int], termsOfInputs: [Term]) {
    (self.asked, self.terms) = (asked, terms)
    (self.inputs, self.termsOfInputs) = (inputs, termsOfInputs)
    inputsByColumn = inputs.enumerated().map { Input(column: $1, place: $0) }
      .sorted { $0.column < $1.column }
  }
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

  fileprivate mutating func addOne() {
    if case .count(let count) = self { self = .count(count + 1) }
  }

  /// Adds a cell.
  fileprivate mutating func add(_ cell: PackedCell, _ summary: CellSummary) {
    guard case .total(var total) = self else { return add(cell.value, summary) }
    guard let number = cell.number else { return }
    self = .count(0)
    total.add(number, asIntegers: summary.numbers == .integers)
    self = .total(total)
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

  /// Adds what the same aggregate is of other rows; each aggregate must be one that this is possible for.
  fileprivate mutating func add(_ other: RowSummary.Part, _ summary: CellSummary?) {
    switch self {
    case .count(let count):
      if case .count(let more) = other { self = .count(count + more) }
    case .total(var total):
      guard case .total(let more) = other else { return }
      self = .count(0)
      total.add(more)
      self = .total(total)
    case .decimals(var total):
      guard case .decimals(let more) = other else { return }
      self = .count(0)
      total.add(more)
      self = .decimals(total)
    case .extreme(let known):
      guard case .extreme(let value?) = other, let summary else { return }
      self = .extreme(summary.chosen(known, value))
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
    return isLess == (operation == .least) ? value : known
  }
}
