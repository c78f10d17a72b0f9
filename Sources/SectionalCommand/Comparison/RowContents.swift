import Sectional

/// Compares the rows that two lists have in common, one by one.
struct RowContents {
  private(set) var sectionChanges: [ListComparison.SectionChange] = []
  private(set) var differing = 0
  private(set) var firstOtherCell: ListComparison.Pair?
  private let first: ComparedList
  private let second: ComparedList
  private let columns: [ColumnPairs.Pair]

  init(_ first: ComparedList, _ second: ComparedList, _ columns: [ColumnPairs.Pair]) {
    self.first = first
    self.second = second
    self.columns = columns
    let others = Dictionary(
      second.rows.map { ($0.key, $0) }, uniquingKeysWith: { old, _ in old })
    for (position, row) in first.rows.enumerated() {
      if let other = others[row.key] { compare(row, other, at: position) }
    }
  }

  private mutating func compare(
    _ row: ComparedList.Row, _ other: ComparedList.Row, at position: Int
  ) {
    if let from = first.section(of: row), let to = second.section(of: other), from != to {
      sectionChanges.append(.init(row: row.key.values, from: from, to: to))
    }
    let column = columns.first { row.values[$0.first] != other.values[$0.second] }
    guard let column else { return }
    differing += 1
    guard firstOtherCell == nil else { return }
    firstOtherCell = ListComparison.Pair(
      position: position, column: column.name, first: row.values[column.first],
      second: other.values[column.second])
  }

  /// The first position at which the lists have different rows, and what decides the difference.
  var firstOtherRow: ListComparison.Pair? {
    for position in 0..<max(first.rows.count, second.rows.count) {
      let left = first.rows.indices.contains(position) ? first.rows[position] : nil
      let right = second.rows.indices.contains(position) ? second.rows[position] : nil
      guard left?.key != right?.key else { continue }
      return decision(between: left, right, at: position)
    }
    return nil
  }

  /// Returns the section if it differs, otherwise the first column of the order that does.
  private func decision(
    between left: ComparedList.Row?, _ right: ComparedList.Row?, at position: Int
  ) -> ListComparison.Pair {
    let sections = (left.flatMap(first.section), right.flatMap(second.section))
    let candidates = first.order.compactMap { place in columns.first { $0.first == place } }
    if let name = first.sectionName, sections.0 != sections.1 || candidates.isEmpty {
      return ListComparison.Pair(
        position: position, column: name, first: sections.0, second: sections.1)
    }
    let differing = candidates.first { column in
      guard let left, let right else { return true }
      return left.values[column.first] != right.values[column.second]
    }
    let column = differing ?? candidates.first
    return ListComparison.Pair(
      position: position, column: column?.name ?? "",
      first: column.flatMap { left?.values[$0.first] },
      second: column.flatMap { right?.values[$0.second] })
  }
}
