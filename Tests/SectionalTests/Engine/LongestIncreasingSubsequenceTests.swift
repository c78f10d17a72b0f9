import SectionalTesting
import Testing

@testable import Sectional

struct LongestIncreasingSubsequenceTests {
  /// Returns the length of the longest increasing subsequence by trying every subset.
  private func bruteForce(_ numbers: [Int]) -> Int {
    var longest = 0
    for subset in 0..<(1 << numbers.count) {
      let chosen = numbers.indices.filter { subset >> $0 & 1 == 1 }.map { numbers[$0] }
      if zip(chosen, chosen.dropFirst()).allSatisfy({ $0 < $1 }) {
        longest = max(longest, chosen.count)
      }
    }
    return longest
  }

  private func check(_ numbers: [Int]) {
    let positions = longestIncreasingSubsequence(of: numbers)
    #expect(positions == positions.sorted(), "\(numbers)")
    let chosen = positions.map { numbers[$0] }
    #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
    #expect(chosen.count == bruteForce(numbers), "\(numbers)")
  }

  private func permutations(_ numbers: [Int]) -> [[Int]] {
    guard !numbers.isEmpty else { return [[]] }
    return numbers.indices.flatMap { place in
      var rest = numbers
      let first = rest.remove(at: place)
      return permutations(rest).map { [first] + $0 }
    }
  }

  @Test
  func `the longest subsequence is found in every permutation of up to six numbers`() {
    for count in 0...6 {
      for numbers in permutations(Array(0..<count)) { check(numbers) }
    }
  }

  @Test
  func `the longest subsequence is found among random numbers`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var numbers = Array(0..<10)
      for place in numbers.indices.reversed() {
        numbers.swapAt(place, generator.below(place + 1))
      }
      check(numbers.map { $0 * 3 - 5 })
    }
  }
}
