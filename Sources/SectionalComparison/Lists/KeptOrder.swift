/// What stays where it is if as few elements as possible are moved to make two orders equal.
enum KeptOrder {
  /// Returns the positions of a longest increasing subsequence of distinct numbers, in ascending order: of several ones, one
  /// with as many elements as possible that keep their position, because such an element doesn't look moved.
  ///
  /// - Complexity: O(*n* log *n*)
  /// - Parameters:
  ///   - numbers: The positions in the second order, which aren't negative, by those in the first.
  ///   - places: The positions in the first order.
  /// - Returns: The positions of the numbers.
  static func positions(of numbers: [Int], at places: [Int]) -> [Int] {
    var best = BestPrefixes(count: (numbers.max() ?? -1) + 1)
    var predecessors = [Int](repeating: -1, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      var end = best.before(number)
      predecessors[position] = end.position
      end.length += 1
      end.equal += number == places[position] ? 1 : 0
      end.position = position
      best.insert(end, at: number)
    }
    var positions: [Int] = []
    var position = best.before(best.count).position
    while position >= 0 {
      positions.append(position)
      position = predecessors[position]
    }
    return positions.reversed()
  }
}

/// The best subsequences that end below a number, as a binary indexed tree of maxima.
private struct BestPrefixes {
  struct End {
    var length = 0
    /// How many of its elements keep their position.
    var equal = 0
    /// The position of its last element; -1 if it is empty.
    var position = -1

    func isWorse(than other: End) -> Bool { (length, equal) < (other.length, other.equal) }
  }

  private var ends: [End]
  var count: Int { ends.count - 1 }

  init(count: Int) { ends = Array(repeating: End(), count: count + 1) }

  /// Returns the best one that ends below a number.
  func before(_ number: Int) -> End {
    var (best, index) = (End(), number)
    while index > 0 {
      if best.isWorse(than: ends[index]) { best = ends[index] }
      index -= index & -index
    }
    return best
  }

  mutating func insert(_ end: End, at number: Int) {
    var index = number + 1
    while index < ends.count {
      if ends[index].isWorse(than: end) { ends[index] = end }
      index += index & -index
    }
  }
}
