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
    let (row, first) = (rows[rows.count - 1], (rows.count - 1) * inputCount)
    var (reader, next) = (PackedRow.Reader(bytes, in: row.cells), 0)
    for input in rule.inputsByColumn {
      while row.isWhole, next < input.column {
        reader.skip()
        next += 1
      }
      let place = row.isWhole ? input.place : next
      starts[first + place] = reader.position
      guard !row.isWhole else { continue }
      reader.skip()
      next += 1
    }
  }

  private func cell(ofRow row: Int, _ input: Int) -> PackedCell {
    let start = starts[row * inputCount + input]
    return PackedRow.cell(at: 0, of: bytes, in: start..<rows[row].cells.upperBound)
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
      return .count(
        rows.count { row in
          predicate.matches(bytes, in: row.cells, places: row.isWhole ? places : others)
        })
    case .cells(let input, let summary) where summary.isTotal:
      var total = NumberTotal()
      let asIntegers = summary.numbers == .integers
      for row in rows.indices { total.add(cell(ofRow: row, input), asIntegers: asIntegers) }
      return .total(total)
    case .cells(let input, let summary):
      var part = RowSummary.Part(summary)
      for row in rows.indices { part.add(cell(ofRow: row, input).value, summary) }
      return part
    }
  }
}
