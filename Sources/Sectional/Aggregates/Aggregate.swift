/// A value that is computed from the records of each section and of the whole list, and kept up to date with them: how many meet a
/// condition, or the sum, the average, the least or the greatest value of a property.
///
/// ```swift
/// let unread = Aggregate<Message, Int>.count(where: #Predicate { !$0.isRead })
/// request.compute(unread)
/// // …
/// controller.sections[0].value(of: unread)
/// ```
///
/// Values are exact: they equal a fresh computation to the last bit, whatever the list went through. Sums and averages of doubles are
/// rounded once.
public struct Aggregate<Record: Sendable, Value: Sendable>: Sendable {
  let term: Result<AggregateTerm, StoreError>
  let value: @Sendable (AggregateResult?) -> Value
}

/// An aggregate without the types of its records and its value.
enum AggregateTerm: Sendable, Hashable {
  case count(RowPredicate)
  case sum(column: String, asIntegers: Bool = false)
  case average(column: String)
  case least(column: String)
  case greatest(column: String)

  /// The columns that it is made of.
  var columns: Set<String> {
    switch self {
    case .count(let predicate): predicate.columns
    case .sum(let column, _), .average(let column), .least(let column), .greatest(let column):
      [column]
    }
  }

  /// Returns the term with its columns as indexes.
  ///
  /// - Throws: ``StoreError`` if a column is missing, or its numbers can't be summed up.
  fileprivate func resolved(
    in layout: RowLayout, of source: RowSource?
  ) throws(StoreError) -> SummaryRule.Term {
    var places: [String: Int] = [:]
    for name in columns { places[name] = try layout.columns.resolve(name, of: source) }
    if case .count(let predicate) = self { return .count(predicate, places: places) }
    for (column, place) in places where layout.columns.kinds[place] == .number {
      throw StoreError(
        .unsupported,
        "lists have no aggregates of \(quoted(column)), whose numbers can have any number of digits; list a view that casts them to double precision"
      )
    }
    switch self {
    case .count(let predicate): return .count(predicate, places: places)
    case .least(let column): return .least(places[column] ?? 0)
    case .greatest(let column): return .greatest(places[column] ?? 0)
    case .sum(let column, let asIntegers): return .sum(places[column] ?? 0, asIntegers: asIntegers)
    case .average(let column): return .average(places[column] ?? 0)
    }
  }
}

extension SummaryRule {
  /// Creates the rule of some aggregates; `nil` if there are none.
  ///
  /// - Throws: ``StoreError`` if a column is missing, or its numbers can't be summed up.
  init?(
    _ terms: [AggregateTerm], in layout: RowLayout, of source: RowSource? = nil
  ) throws(StoreError) {
    guard !terms.isEmpty else { return nil }
    var resolved: [Term] = []
    for term in terms {
      resolved.append(
        try StoreError.about(.aggregates) { () throws(StoreError) in
          try term.resolved(in: layout, of: source)
        })
    }
    self.init(asked: terms, terms: resolved)
  }
}

extension ResultsRequest {
  /// Adds aggregates that the list computes of each section, and of all records.
  ///
  /// Each change costs what changed. A list with batches or a window can't have any: a fetch then throws ``StoreError`` with the part
  /// ``StoreError/Part/aggregates``.
  public mutating func compute<each Value: Sendable>(
    _ aggregate: repeat Aggregate<Record, each Value>
  ) {
    for aggregate in repeat each aggregate {
      let more = aggregate.term.mapError { $0.about(.aggregates) }
      aggregates = aggregates.flatMap { terms in
        more.map { terms.contains($0) ? terms : terms + [$0] }
      }
    }
  }
}
