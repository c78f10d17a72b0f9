/// The columns of a table that may still be swapped with one another, as far as the rows seen so far show.
struct ColumnDoubts: Sendable, Hashable {
  /// Groups of at least two columns of the same type whose values were equal in every row.
  private var groups: [[Int]]
  private var hasSeenRow = false

  /// Creates doubts about every column that shares its type with another one.
  ///
  /// - Parameter types: A number for the type of each column.
  init(types: [Int]) {
    groups = ColumnDoubts.groups(of: Array(types.indices)) { types[$0] }
  }

  /// Whether no doubt is left.
  var areSettled: Bool { hasSeenRow && groups.isEmpty }

  /// Returns whether a row may distinguish columns in doubt, judging by the bytes of its cells alone.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - starts: Storage for the offsets of the cells, which can be reused.
  /// - Returns: Whether the row may distinguish columns.
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

  /// Settles the doubts between columns whose values differ in a row.
  ///
  /// - Parameter values: The row's values; values of the same type are in the same form.
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
  /// Returns the range of a cell's bytes, which is empty if the row has no such cell.
  fileprivate func bytes(ofCell column: Int, _ starts: [Int]) -> Range<Int> {
    guard column < starts.count else { return bytes.endIndex..<bytes.endIndex }
    return starts[column]..<(column + 1 < starts.count ? starts[column + 1] : bytes.endIndex)
  }
}
