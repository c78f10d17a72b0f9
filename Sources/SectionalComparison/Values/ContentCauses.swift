import Sectional

/// Finds the causes of differences in what two lists contain: rows, columns, values and index titles.
struct ContentCauses {
  let first: ComparedList
  let second: ComparedList
  let matches: MatchedRows
  let columns: ColumnPairs

  /// Adds the causes to a table.
  func add(to table: inout CauseTable) {
    addColumns(to: &table)
    let isSameShape = first.hasSameShape(as: second, columns.pairs)
    for left in first.rows.indices {
      let right = Int(matches.other[left])
      guard right >= 0 else {
        table.add(.missingRow, column: nil, left: left, right: nil) {
          DifferingValues(
            position: left, column: "", first: first.key(left).values.first ?? .null, second: nil)
        }
        continue
      }
      if isSameShape, first.hasSameCells(left, as: second, right) { continue }
      addValues(left, right, to: &table)
    }
    for right in second.rows.indices where matches.otherOfSecond[right] < 0 {
      table.add(.missingRow, column: nil, left: nil, right: right) {
        DifferingValues(
          position: right, column: "", first: nil, second: second.key(right).values.first ?? .null)
      }
    }
    addIndexTitles(to: &table)
  }

  private func addColumns(to table: inout CauseTable) {
    for name in columns.onlyInFirst {
      table.add(
        .missingColumn, column: name, rows: first.rows.count, sections: first.sections.count)
    }
    for name in columns.onlyInSecond {
      table.add(
        .missingColumn, column: name, rows: second.rows.count, sections: second.sections.count)
    }
  }

  private func addValues(_ left: Int, _ right: Int, to table: inout CauseTable) {
    let isByMeaning = matches.byMeaning.contains(left)
    let values = (first.values(left), second.values(right))
    for column in columns.pairs {
      let pair = ValuePair(first: values.0[column.first], second: values.1[column.second])
      guard !pair.isEqual else { continue }
      let isKey = isByMeaning && first.keyColumns.contains { $0 == column.name }
      let kinds = isKey ? [.keyType] : pair.causes
      for kind in kinds {
        table.add(kind, column: column.name, left: left, right: right) {
          DifferingValues(
            position: left, column: column.name, first: pair.first,
            second: pair.second)
        }
      }
    }
  }

  /// Sections that both lists have show the same letter.
  private func addIndexTitles(to table: inout CauseTable) {
    let titles = Dictionary(
      zip(second.sections, second.indexTitles), uniquingKeysWith: { old, _ in old })
    let starts = Dictionary(
      first.sectionOfRow.enumerated().map { (Int($1), $0) }, uniquingKeysWith: { old, _ in old })
    for (place, key) in first.sections.enumerated() {
      guard let title = titles[key], place < first.indexTitles.count,
        title != first.indexTitles[place], let start = starts[place]
      else { continue }
      let own = first.indexTitles[place]
      table.add(.indexTitle, column: first.sectionName, left: start, right: nil) {
        DifferingValues(
          position: start, column: first.sectionName ?? "", first: own.map { .text($0) } ?? .null,
          second: title.map { .text($0) } ?? .null)
      }
    }
  }
}

extension ValuePair {
  /// The causes of the difference between two values; empty if they are equal.
  var causes: [DifferenceCause.Kind] { rules.map { $0.map(\.cause) } ?? [.otherValue] }
}
