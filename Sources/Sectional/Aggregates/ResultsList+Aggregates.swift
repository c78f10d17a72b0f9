extension ResultsSectionInfo {
  /// Returns what an aggregate is of the section's records, shown or hidden.
  ///
  /// - Complexity: O(log *n*) if the list's request computes it (``ResultsRequest/compute(_:)``), and otherwise O(*n*).
  public func value<Value>(of aggregate: Aggregate<Record, Value>) -> Value {
    results.list.value(of: aggregate, ranks: results.list.aggregatedRanks(ofSection: section))
  }
}

extension ResultsList {
  /// Returns what an aggregate is of all records, shown or hidden.
  ///
  /// - Complexity: O(log *n*) if the list's request computes it (``ResultsRequest/compute(_:)``), and otherwise O(*n*).
  public func value<Value>(of aggregate: Aggregate<Record, Value>) -> Value {
    list.value(of: aggregate, ranks: list.sliceRanks)
  }
}

extension PresentedList {
  /// Whether the list sums up its rows.
  var hasAggregates: Bool { base.list.tree.shape.summary != nil }

  /// Returns what the list's aggregates are of a section's rows, shown or hidden.
  func aggregates(ofSection section: Int) -> [AggregateResult] {
    guard let rule = base.list.tree.shape.summary else { return [] }
    return base.list.tree.summary(of: aggregatedRanks(ofSection: section), rule).results(rule)
  }

  /// The base ranks of a section's rows in the slice.
  func aggregatedRanks(ofSection section: Int) -> Range<Int> {
    unfilled.filled(section).map(filled.ranks) ?? 0..<0
  }

  fileprivate func value<Record, Value>(
    of aggregate: Aggregate<Record, Value>, ranks: Range<Int>
  ) -> Value {
    guard case .success(let term) = aggregate.term, isLoaded else { return aggregate.value(nil) }
    let tree = base.list.tree
    if let rule = tree.shape.summary, let place = rule.asked.firstIndex(of: term) {
      return aggregate.value(tree.summary(of: ranks, rule).results(rule)[place])
    }
    // Of rows whose contents aren't loaded, only what the request computes is known.
    guard !loadsContents, let rule = try? SummaryRule([term], in: base.layout) else {
      return aggregate.value(nil)
    }
    return aggregate.value(tree.summary(of: ranks, rule).results(rule)[0])
  }
}
