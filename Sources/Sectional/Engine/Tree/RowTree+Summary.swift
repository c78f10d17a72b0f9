extension RowTree.Child {
  /// Creates a child for a block.
  init(_ block: RowBlock, number: UInt32, separator: [UInt8], _ shape: RowTreeShape) {
    self.init(block, number: number, separator: separator)
    summary = shape.summary.map { block.summary(of: 0..<block.count, $0) }
  }

  /// Creates a branch.
  init(branch children: [RowTree.Child], _ shape: RowTreeShape) {
    self.init(branch: children)
    summary = shape.summary.map { rule in
      children.reduce(into: RowSummary(rule)) { sum, child in
        if let summary = child.summary { sum.add(summary, rule) }
      }
    }
  }
}

extension RowTree {
  /// Returns what aggregates are of the rows with some ranks.
  ///
  /// - Complexity: O(log *n*) if the tree keeps these aggregates, and otherwise O(*n*).
  func summary(of ranks: Range<Int>, _ rule: SummaryRule) -> RowSummary {
    var summary = RowSummary(rule)
    RowTree.add(children, from: 0, ranks, rule, isKept: rule == shape.summary, to: &summary)
    return summary
  }

  private static func add(
    _ children: [Child], from start: Int, _ ranks: Range<Int>, _ rule: SummaryRule,
    isKept: Bool, to summary: inout RowSummary
  ) {
    var start = start
    for child in children {
      let own = start..<start + Int(child.rows)
      start = own.upperBound
      guard own.overlaps(ranks) else { continue }
      if isKept, own.clamped(to: ranks) == own, let known = child.summary {
        summary.add(known, rule)
        continue
      }
      switch child.content {
      case .branch(let inner):
        add(inner, from: own.lowerBound, ranks, rule, isKept: isKept, to: &summary)
      case .block(let block, _):
        let part = own.clamped(to: ranks)
        summary.add(
          block.summary(
            of: part.lowerBound - own.lowerBound..<part.upperBound - own.lowerBound, rule), rule)
      }
    }
  }
}

extension RowBlock {
  /// Returns what the aggregates are of some rows; of those that are only counted, of whole runs.
  func summary(of positions: Range<Int>, _ rule: SummaryRule) -> RowSummary {
    guard let counts else { return SummedRows(self, positions, rule).summary(rule) }
    var summary = RowSummary(rule)
    for (run, sum) in counts.sums.enumerated() {
      let own = self.positions(ofRun: run)
      if own.clamped(to: positions) == own { summary.add(sum, rule) }
    }
    return summary
  }
}
