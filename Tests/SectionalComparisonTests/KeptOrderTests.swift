import SectionalTesting
import Testing

@testable import SectionalComparison

struct KeptOrderTests {
  @Test
  func `as many elements as possible stay, and of these as many as possible keep their position`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let count = Int.random(in: 0...7, using: &generator)
      let numbers = (0..<count).shuffled(using: &generator).map { $0 * 2 }
      let places = (0..<count).map { $0 * 2 + Int.random(in: 0...1, using: &generator) }
      let kept = KeptOrder.positions(of: numbers, at: places)
      func value(_ positions: [Int]) -> [Int] {
        [positions.count, positions.count { numbers[$0] == places[$0] }]
      }
      // Every subsequence.
      let ascending = (0..<1 << count).map { bits in
        (0..<count).filter { bits >> $0 & 1 == 1 }
      }.filter { positions in
        zip(positions, positions.dropFirst()).allSatisfy { numbers[$0] < numbers[$1] }
      }
      let best = ascending.map(value).max { $0.lexicographicallyPrecedes($1) }
      #expect(ascending.contains(kept), "\(numbers)")
      #expect(value(kept) == best, "\(numbers) at \(places)")
    }
  }

  @Test func `in the opposite order, all elements but the one in the middle are moved`() {
    let moves = OrderDifference(["sad", "ok", "happy"], ["happy", "ok", "sad"]).visibleMoves
    #expect(moves.map(\.element) == ["sad", "happy"])
  }
}
