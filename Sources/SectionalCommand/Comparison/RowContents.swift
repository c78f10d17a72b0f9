import Sectional

/// Compares the cells of two lists, row by row.
struct RowContents {
  private(set) var moves: [ListComparison.Move] = []
  private(set) var differing = 0
  private(set) var firstDifference: ListComparison.Pair?
  private let first: ComparedList
  private let second: ComparedList
  /// The columns that both have, with their places.
  private let columns: [(name: String, first: Int, second: Int)]

  init(_ first: ComparedList, _ second: ComparedList) {
    self.first = first
    self.second = second
    columns = first.columns.names.enumerated().compactMap { place, name in
      second.columns.place(of: name).map { (name, place, $0) }
    }
    compareRows()
    firstDifference = firstDifference(inOrder: ()) ?? firstDifference(ofCells: ())
  }

  private mutating func compareRows() {
    let others = Dictionary(
      second.rows.map { ($0.key, $0) }, uniquingKeysWith: { old, _ in old })
    for row in first.rows {
      guard let other = others[row.key] else { continue }
      if section(of: row, in: first) != section(of: other, in: second) {
        moves.append(.init(name: row.key.values, from: row.section, to: other.section))
      }
      if columns.contains(where: { row.values[$0.first] != other.values[$0.second] }) {
        differing += 1
      }
    }
  }

  private func section(of row: ComparedList.Row, in list: ComparedList) -> Value? {
    list.sections.indices.contains(row.section) ? list.sections[row.section] : nil
  }

  /// Finds the first place at which the lists have different rows, and the column that decides it.
  private func firstDifference(inOrder _: Void) -> ListComparison.Pair? {
    for position in 0..<max(first.rows.count, second.rows.count) {
      let left = first.rows.indices.contains(position) ? first.rows[position] : nil
      let right = second.rows.indices.contains(position) ? second.rows[position] : nil
      guard left?.key != right?.key else { continue }
      let column = deciding(left, right)
      return ListComparison.Pair(
        position: position, column: column?.name ?? "",
        first: column.flatMap { left?.values[$0.first] },
        second: column.flatMap { right?.values[$0.second] })
    }
    return nil
  }

  private func deciding(
    _ left: ComparedList.Row?, _ right: ComparedList.Row?
  ) -> (name: String, first: Int, second: Int)? {
    let candidates = first.order.compactMap { place in columns.first { $0.first == place } }
    guard let left, let right else { return candidates.first }
    return candidates.first { left.values[$0.first] != right.values[$0.second] } ?? candidates.first
  }

  /// Finds the first cell that is different in rows that stand at one place.
  private func firstDifference(ofCells _: Void) -> ListComparison.Pair? {
    for (position, (left, right)) in zip(first.rows, second.rows).enumerated() {
      for column in columns where left.values[column.first] != right.values[column.second] {
        return ListComparison.Pair(
          position: position, column: column.name, first: left.values[column.first],
          second: right.values[column.second])
      }
    }
    return nil
  }
}
