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
    // One more tells where the last one ends.
    let count = (groups.joined().max() ?? -1) + 2
    if starts.count != count { starts = Array(repeating: 0, count: count) }
    row.findCells(&starts)
    for group in groups {
      let first = starts[group[0]]..<starts[group[0] + 1]
      for column in group.dropFirst() {
        let other = starts[column]..<starts[column + 1]
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
