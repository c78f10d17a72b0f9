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
  case cells(String, CellSummary)

  /// The columns that it is made of.
  var columns: Set<String> {
    switch self {
    case .count(let predicate): predicate.columns
    case .cells(let column, _): [column]
    }
  }

  /// Returns the term with its columns as indexes.
  ///
  /// - Parameters:
  ///   - layout: The layout of the list's rows.
  ///   - indexes: For each column its index among all, and the one that the term has instead.
  /// - Returns: The term.
  fileprivate func resolved(
    in layout: RowLayout, _ indexes: [String: (column: Int, place: Int)]
  ) -> SummaryRule.Term {
    switch self {
    case .count(let predicate):
      var places = ColumnPlaces()
      // Equal rules have their columns in the same order.
      for name in columns.sorted() { places.add(name, at: indexes[name]?.place ?? 0) }
      return .count(predicate, places: places)
    case .cells(let column, var summary):
      guard let index = indexes[column] else { return .cells(0, summary) }
      if summary.numbers == .asStored, layout.columns.kinds[index.column] == .number {
        summary.numbers = .decimals
      }
      return .cells(index.place, summary)
    }
  }
}

/// What is computed of the cells of a column.
struct CellSummary: Sendable, Hashable {
  enum Operation: Sendable, Hashable { case sum, average, least, greatest }

  /// What numbers are taken for.
  enum Numbers: Sendable, Hashable {
    /// Decimals in a column of a store's type for such, and otherwise integers and doubles.
    case asStored
    case decimals
    /// The doubles that a property holds.
    case doubles
    /// The integers that a property holds, which a store can have as reals without a fraction.
    case integers
  }

  let operation: Operation
  var numbers: Numbers

  /// Whether it is made of the sum of integers and doubles.
  var isTotal: Bool { (operation == .sum || operation == .average) && numbers != .decimals }
}

extension SummaryRule {
  /// Creates the rule of some aggregates; `nil` if there are none.
  ///
  /// - Throws: ``StoreError`` if a column is missing.
  init?(
    _ terms: [AggregateTerm], in layout: RowLayout, of source: RowSource? = nil
  ) throws(StoreError) {
    guard !terms.isEmpty else { return nil }
    // Rows with contents and rows without them, which have other layouts, keep the inputs in the same order.
    let names = terms.reduce(into: Set<String>()) { $0.formUnion($1.columns) }.sorted()
    var columns: [String: (column: Int, place: Int)] = [:]
    for name in names {
      let index = try StoreError.about(.aggregates) { () throws(StoreError) in
        try layout.columns.resolve(name, of: source)
      }
      columns[name] = (index, index)
    }
    var inputs = columns
    for (place, name) in names.enumerated() { inputs[name]?.place = place }
    self.init(
      asked: terms, terms: terms.map { $0.resolved(in: layout, columns) },
      inputs: names.compactMap { columns[$0]?.column },
      termsOfInputs: terms.map { $0.resolved(in: layout, inputs) })
  }
}

extension ResultsRequest {
  /// Adds aggregates that the list computes of each section, and of all records.
  ///
  /// Each change costs what changed. Of rows whose contents aren't in memory, a list with batches keeps the values that the aggregates
  /// are made of, and a list with a window what the aggregates are of a block of rows; such a list keeps no section cache.
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
