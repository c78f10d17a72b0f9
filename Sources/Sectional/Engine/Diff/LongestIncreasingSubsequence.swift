/// Returns the positions of a longest increasing subsequence of distinct numbers, in ascending order.
///
/// - Complexity: O(*n* log *n*)
package func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  /// For each length, the position of the smallest number that ends a subsequence of that length.
  var ends: [Int] = []
  var predecessors = [Int?](repeating: nil, count: numbers.count)
  for position in numbers.indices {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < numbers[position] { low = middle + 1 } else { high = middle }
    }
    predecessors[position] = low > 0 ? ends[low - 1] : nil
    if low == ends.count { ends.append(position) } else { ends[low] = position }
  }
  var positions: [Int] = []
  var position = ends.last
  while let current = position {
    positions.append(current)
    position = predecessors[current]
  }
  return positions.reversed()
}
