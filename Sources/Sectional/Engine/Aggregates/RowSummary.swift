/// What the aggregates of a list are of some of its rows, in a form that those of other rows can be added to.
struct RowSummary: Sendable {
  enum Part: Sendable {
    case count(Int)
    case total(NumberTotal)
    /// The least or the greatest cell; `nil` if there is none but null.
    case extreme(StoredValue?)
  }

  private(set) var parts: [Part]

  /// Creates the summary of no rows.
  init(_ rule: SummaryRule) {
    parts = rule.terms.map { term in
      switch term {
      case .count: .count(0)
      case .sum, .average: .total(NumberTotal())
      case .least, .greatest: .extreme(nil)
      }
    }
  }

  /// Adds a row.
  mutating func add(_ row: PackedRow, _ rule: SummaryRule) {
    for (place, term) in rule.terms.enumerated() { parts[place].add(row, term) }
  }

  /// Adds the summary of other rows.
  mutating func add(_ other: RowSummary, _ rule: SummaryRule) {
    for (place, term) in rule.terms.enumerated() { parts[place].add(other.parts[place], term) }
  }

  /// Returns what each aggregate is.
  func results(_ rule: SummaryRule) -> [AggregateResult] {
    zip(rule.terms, parts).map { term, part in
      switch (term, part) {
      case (_, .count(let count)): .integer(Int128(count))
      case (.average, .total(let total)): total.average
      case (_, .total(let total)): total.sum
      case (_, .extreme(let cell)): cell.map(AggregateResult.cell) ?? .nothing
      }
    }
  }
}

/// Which aggregates a list has, with their columns as indexes.
struct SummaryRule: Sendable, Hashable {
  enum Term: Sendable, Hashable {
    case count(RowPredicate, places: [String: Int])
    case sum(Int, asIntegers: Bool)
    case average(Int)
    case least(Int)
    case greatest(Int)

    /// Returns the one of two cells that is less or greater.
    fileprivate func chosen(_ known: StoredValue?, _ value: StoredValue) -> StoredValue {
      guard let known else { return value }
      let isLess = value.order(to: known) == .less
      if case .greatest = self { return isLess ? known : value }
      return isLess ? value : known
    }
  }

  /// The aggregates as they were asked for.
  let asked: [AggregateTerm]
  /// The same, with their columns as indexes.
  let terms: [Term]
}

extension RowSummary.Part {
  fileprivate mutating func add(_ row: PackedRow, _ term: SummaryRule.Term) {
    switch (term, self) {
    case (.count(let predicate, let places), .count(let count)):
      if predicate.matches(row, places: places) { self = .count(count + 1) }
    case (.sum(let column, let asIntegers), .total(var total)):
      // Lets go of the words, which are otherwise copied when they are added to.
      self = .count(0)
      total.add(row.cell(at: column), asIntegers: asIntegers)
      self = .total(total)
    case (.average(let column), .total(var total)):
      self = .count(0)
      total.add(row.cell(at: column))
      self = .total(total)
    case (.least(let column), .extreme(let known)), (.greatest(let column), .extreme(let known)):
      let value = row.value(at: column)
      if !value.isNull { self = .extreme(term.chosen(known, value)) }
    default: break
    }
  }

  fileprivate mutating func add(_ other: RowSummary.Part, _ term: SummaryRule.Term) {
    switch (self, other) {
    case (.count(let one), .count(let more)): self = .count(one + more)
    case (.total(var total), .total(let more)):
      self = .count(0)
      total.add(more)
      self = .total(total)
    case (.extreme(let known), .extreme(let value?)): self = .extreme(term.chosen(known, value))
    default: break
    }
  }
}
