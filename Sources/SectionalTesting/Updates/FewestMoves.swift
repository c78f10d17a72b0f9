import Sectional

/// Counts the fewest moves between two lists, given that rows whose place in the order is unchanged never move.
///
/// It is independent of the library's algorithm and compares every pair of rows.
struct FewestMoves {
  /// A row that is in both lists.
  private struct Row {
    let before: Int
    let after: Int
    let isFixed: Bool
  }

  private let rows: [Row]
  /// The number of rows that changed section, which must move in any case.
  private let leavers: Int

  /// Compares two lists; `order` returns the values that decide a row's place in the order, from its cells.
  init(
    _ before: ListPicture, _ after: ListPicture, _ places: RowPlaces,
    order: ([OracleValue]) -> [OracleValue]
  ) {
    var rows: [Row] = []
    var leavers = 0
    for entry in places.entries.values {
      guard let old = entry.before, let new = entry.after else { continue }
      let isFixed = order(old.row.cells) == order(new.row.cells)
      if before.sections[old.path.section].key == after.sections[new.path.section].key {
        rows.append(Row(before: old.rank, after: new.rank, isFixed: isFixed))
      } else {
        leavers += 1
      }
    }
    self.rows = rows.sorted { $0.before < $1.before }
    self.leavers = leavers
  }

  /// The fewest moves.
  ///
  /// - Complexity: O(*n*²)
  var count: Int {
    let fixed = rows.filter(\.isFixed)
    let free = rows.filter { !$0.isFixed }
    let candidates = free.filter { row in fixed.allSatisfy { !crosses(row, $0) } }
    // For each candidate, the maximum number of rows that can stay if the candidate is the last of them.
    var lengths: [Int] = []
    for (position, row) in candidates.enumerated() {
      let earlier = (0..<position).filter { candidates[$0].after < row.after }
      lengths.append(1 + (earlier.map { lengths[$0] }.max() ?? 0))
    }
    return leavers + free.count - (lengths.max() ?? 0)
  }

  private func crosses(_ left: Row, _ right: Row) -> Bool {
    (left.before < right.before) != (left.after < right.after)
  }
}
