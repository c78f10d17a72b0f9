/// The rows of a list that keep their place in a change, numbered from zero: the same row has the same number in the list
/// before the change and in the one after it.
struct Anchors {
  /// The ranks of all other rows, in ascending order.
  private let displaced: [Int]

  init(besides displaced: [Int]) { self.displaced = displaced }

  /// Returns the number of anchors before a rank.
  func number(before rank: Int) -> Int {
    rank - partitionPoint(displaced.count) { displaced[$0] < rank }
  }

  /// Returns the rank of the anchor with a number.
  func rank(of number: Int) -> Int {
    number + partitionPoint(displaced.count) { displaced[$0] - $0 <= number }
  }

  /// Returns the numbers of the anchors among some ranks.
  func numbers(in ranks: Range<Int>) -> Range<Int> {
    number(before: ranks.lowerBound)..<number(before: ranks.upperBound)
  }

  /// Returns the numbers of the anchors among some ranks.
  func numbers(in ranks: RankRanges) -> RankRanges { RankRanges(ranks.ranges.map(numbers(in:))) }

  /// Returns the ranks of the anchors with some numbers, as ranges without other rows.
  func ranks(of numbers: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      let start = rank(of: number)
      let next = partitionPoint(displaced.count) { displaced[$0] < start }
      let room = next < displaced.count ? displaced[next] - start : .max
      let length = min(room, numbers.upperBound - number)
      found.append(start..<start + length)
      number += length
    }
    return found
  }
}
