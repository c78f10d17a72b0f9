/// Ranks in ascending order, as ranges that don't touch each other.
struct RankRanges: Sendable, Equatable {
  private(set) var ranges: [Range<Int>] = []
  /// The number of ranks before each range.
  private var starts: [Int] = []
  private(set) var count = 0

  init() {}

  init(_ range: Range<Int>) { append(range) }

  /// Takes ranges in ascending order.
  init(_ ranges: some Sequence<Range<Int>>) { for range in ranges { append(range) } }

  /// Adds ranks that come after all others.
  mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
      starts.append(count)
    }
    count += range.count
  }

  /// Returns the number of ranks below a rank.
  ///
  /// - Complexity: O(log *r*), where *r* is the number of ranges.
  func count(below rank: Int) -> Int {
    let place = partitionPoint(ranges.count) { ranges[$0].upperBound <= rank }
    guard place < ranges.count else { return count }
    return starts[place] + max(0, rank - ranges[place].lowerBound)
  }

  func contains(_ rank: Int) -> Bool {
    let place = partitionPoint(ranges.count) { ranges[$0].upperBound <= rank }
    return place < ranges.count && ranges[place].contains(rank)
  }

  /// Returns the rank with a number among them; after the last one, the rank that would follow it.
  subscript(number: Int) -> Int {
    guard number < count else { return (ranges.last?.upperBound ?? 0) + number - count }
    let place = partitionPoint(ranges.count) { starts[$0] <= number } - 1
    return ranges[place].lowerBound + number - starts[place]
  }

  /// Returns the ranks with some numbers.
  func ranges(of numbers: Range<Int>) -> [Range<Int>] {
    guard !numbers.isEmpty else { return [] }
    var found: [Range<Int>] = []
    var place = partitionPoint(ranges.count) { starts[$0] <= numbers.lowerBound } - 1
    var number = numbers.lowerBound
    while number < numbers.upperBound, ranges.indices.contains(place) {
      let start = ranges[place].lowerBound + number - starts[place]
      let length = min(ranges[place].upperBound - start, numbers.upperBound - number)
      found.append(start..<start + length)
      number += length
      place += 1
    }
    return found
  }

  /// Returns the ranks that are in both.
  func intersection(_ other: RankRanges) -> RankRanges {
    var result = RankRanges()
    var (mine, theirs) = (0, 0)
    while mine < ranges.count, theirs < other.ranges.count {
      let (one, two) = (ranges[mine], other.ranges[theirs])
      result.append(one.clamped(to: two))
      if one.upperBound <= two.upperBound { mine += 1 } else { theirs += 1 }
    }
    return result
  }

  /// Returns the ranks that aren't among others.
  func subtracting(_ other: RankRanges) -> RankRanges {
    var result = RankRanges()
    var theirs = 0
    for range in ranges {
      var start = range.lowerBound
      while theirs < other.ranges.count, other.ranges[theirs].upperBound <= start { theirs += 1 }
      var place = theirs
      while place < other.ranges.count, other.ranges[place].lowerBound < range.upperBound {
        result.append(start..<max(start, other.ranges[place].lowerBound))
        start = max(start, other.ranges[place].upperBound)
        place += 1
      }
      result.append(min(start, range.upperBound)..<range.upperBound)
    }
    return result
  }
}
