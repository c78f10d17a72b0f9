import Sectional

/// Compares the cells of two lists, row by row.
struct RowContents {
  private(set) var moves: [ListComparison.Move] = []
  private(set) var differing = 0
  private(set) var firstOtherCell: ListComparison.Pair?
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
  }

  private mutating func compareRows() {
    let others = Dictionary(
      second.rows.map { ($0.key, $0) }, uniquingKeysWith: { old, _ in old })
    for (position, row) in first.rows.enumerated() {
      guard let other = others[row.key] else { continue }
      if section(of: row, in: first) != section(of: other, in: second) {
        moves.append(.init(name: row.key.values, from: row.section, to: other.section))
      }
      let column = columns.first { row.values[$0.first] != other.values[$0.second] }
      guard let column else { continue }
      differing += 1
      guard firstOtherCell == nil else { continue }
      firstOtherCell = ListComparison.Pair(
        position: position, column: column.name, first: row.values[column.first],
        second: other.values[column.second])
    }
  }

  private func section(of row: ComparedList.Row, in list: ComparedList) -> Value? {
    list.sections.indices.contains(row.section) ? list.sections[row.section] : nil
  }

  /// The first place at which the lists have different rows, and the cells of the column that decides it.
  var firstOtherRow: ListComparison.Pair? {
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
}
