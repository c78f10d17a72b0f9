/// Rows of a block with the places of the cells that are summed up, which are found once for all aggregates.
struct SummedRows {
  private let bytes: [UInt8]
  /// Where each row's cells are, and whether these are all of its cells or only those that are summed up.
  private var rows: [(cells: Range<Int>, isWhole: Bool)] = []
  /// Where the cells that are summed up begin: all of the first row, all of the second, and so on.
  private var starts: [Int]
  private let inputCount: Int

  /// Finds the cells of some rows, which must be in memory.
  init(_ block: RowBlock, _ positions: Range<Int>, _ rule: SummaryRule) {
    (bytes, inputCount) = (block.bytes, rule.inputs.count)
    starts = [Int](repeating: 0, count: positions.count * rule.inputs.count)
    rows.reserveCapacity(positions.count)
    for position in positions {
      let record = block[position]
      let isWhole = record.hasContents
      rows.append((isWhole ? record.contents : record.summed, isWhole))
      locate(rule)
    }
  }

  /// Finds the cells of the last row.
  private mutating func locate(_ rule: SummaryRule) {
    let ((cells, isWhole), first) = (rows[rows.count - 1], (rows.count - 1) * inputCount)
    var (position, next) = (cells.lowerBound, 0)
    for input in rule.inputsByColumn {
      while isWhole, next < input.column, position < cells.upperBound {
        position = PackedRow.end(ofCellAt: position, of: bytes)
        next += 1
      }
      starts[first + (isWhole ? input.place : next)] = position
      guard !isWhole else { continue }
      if position < cells.upperBound { position = PackedRow.end(ofCellAt: position, of: bytes) }
      next += 1
    }
  }

  private func cell(ofRow row: Int, _ input: Int) -> PackedCell {
    let start = starts[row * inputCount + input]
    return PackedRow.cell(at: 0, of: bytes, in: start..<rows[row].cells.upperBound)
  }

  private func number(ofRow row: Int, _ input: Int) -> PackedNumber? {
    let start = starts[row * inputCount + input]
    return start < rows[row].cells.upperBound ? PackedRow.number(at: start, of: bytes) : nil
  }

  /// Returns what the aggregates are of the rows.
  func summary(_ rule: SummaryRule) -> RowSummary {
    RowSummary(zip(rule.terms, rule.termsOfInputs).map(part))
  }

  /// Returns what an aggregate is of the rows.
  ///
  /// - Parameters:
  ///   - term: The aggregate.
  ///   - other: The same, with indexes among the inputs.
  /// - Returns: What it is.
  private func part(_ term: SummaryRule.Term, ofInputs other: SummaryRule.Term) -> RowSummary.Part {
    switch other {
    case .count(let predicate, let others):
      guard case .count(_, let places) = term else { return .count(0) }
      let test = predicate.numberTest(at: others)
      return .count(
        rows.indices.count { row in
          if let test, let number = number(ofRow: row, test.place), let holds = test.holds(number) {
            return holds
          }
          let (cells, isWhole) = rows[row]
          return predicate.matches(bytes, in: cells, places: isWhole ? places : others)
        })
    case .cells(let input, let summary) where summary.isTotal:
      var total = NumberTotal()
      let asIntegers = summary.numbers == .integers
      for row in rows.indices {
        if let number = number(ofRow: row, input) { total.add(number, asIntegers: asIntegers) }
      }
      return .total(total)
    case .cells(let input, let summary):
      var part = RowSummary.Part(summary)
      for row in rows.indices { part.add(cell(ofRow: row, input).value, summary) }
      return part
    }
  }
}
