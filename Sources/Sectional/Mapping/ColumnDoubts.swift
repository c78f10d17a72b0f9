/// Which columns of a table may still stand in each other's place, as far as rows have told.
struct ColumnDoubts: Sendable, Hashable {
  /// Columns of one type whose values were equal in every row, at least two in a group.
  private var groups: [[Int]]
  private var hasSeenRow = false

  /// Doubts every column that has another one of its type.
  ///
  /// - Parameter types: A number for the type of each column.
  init(types: [Int]) {
    groups = ColumnDoubts.groups(of: Array(types.indices)) { types[$0] }
  }

  /// Whether there is no doubt left.
  var areSettled: Bool { hasSeenRow && groups.isEmpty }

  /// Tells whether a row may tell columns apart, from the bytes of its cells alone.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - starts: Room for the places of the cells, which can be used again.
  /// - Returns: Whether it may.
  func canBeSettled(by row: PackedRow, room starts: inout [Int]) -> Bool {
    guard hasSeenRow else { return true }
    row.findCells(&starts)
    for group in groups {
      let first = row.bytes(ofCell: group[0], starts)
      for column in group.dropFirst() {
        let other = row.bytes(ofCell: column, starts)
        if ByteOrder.compare(row.bytes, first, row.bytes, other) != .equal { return true }
      }
    }
    return false
  }

  /// Tells those columns apart whose values differ in a row.
  ///
  /// - Parameter values: The row's values, those of one type in one form.
  mutating func settle(by values: [StoredValue?]) {
    hasSeenRow = true
    groups = groups.flatMap { group in ColumnDoubts.groups(of: group) { values[$0] } }
  }

  private static func groups(
    of columns: [Int], by value: (Int) -> some Hashable
  ) -> [[Int]] {
    Dictionary(grouping: columns, by: value).values.filter { $0.count > 1 }
  }
}

extension PackedRow {
  /// Returns where the bytes of a cell are; those of one that is missing are none.
  fileprivate func bytes(ofCell column: Int, _ starts: [Int]) -> Range<Int> {
    guard column < starts.count else { return bytes.endIndex..<bytes.endIndex }
    return starts[column]..<(column + 1 < starts.count ? starts[column + 1] : bytes.endIndex)
  }
}
