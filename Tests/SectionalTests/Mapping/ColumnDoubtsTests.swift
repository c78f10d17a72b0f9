import SectionalTesting
import Testing

@testable import Sectional

/// Which columns rows have distinguished.
struct ColumnDoubtsTests {
  /// A simple reference: pairs of columns of one type that were equal in every row.
  private struct Pairs {
    var pairs: [(Int, Int)]
    var hasSeenRow = false

    init(types: [Int]) {
      pairs = types.indices.flatMap { left in
        types.indices.filter { $0 > left && types[$0] == types[left] }.map { (left, $0) }
      }
    }

    mutating func settle(by values: [StoredValue]) {
      hasSeenRow = true
      pairs.removeAll { values[$0.0] != values[$0.1] }
    }

    func canBeSettled(by values: [StoredValue]) -> Bool {
      !hasSeenRow || pairs.contains { values[$0.0] != values[$0.1] }
    }
  }

  @Test func `doubts end only when every pair of columns was distinguished`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<300 {
      let types = (0..<(1 + random.below(8))).map { _ in random.below(3) }
      var doubts = ColumnDoubts(types: types)
      var pairs = Pairs(types: types)
      var room: [Int] = []
      for _ in 0..<20 {
        let values: [StoredValue] = types.map { _ in
          random.happens(onceIn: 2) ? .null : .text(String(repeating: "x", count: random.below(3)))
        }
        let row = PackedRow(values)
        #expect(doubts.canBeSettled(by: row, room: &room) == pairs.canBeSettled(by: values))
        doubts.settle(by: values)
        pairs.settle(by: values)
        #expect(doubts.areSettled == pairs.pairs.isEmpty)
      }
    }
  }

  @Test func `one row is enough for a table whose columns differ in type`() {
    var doubts = ColumnDoubts(types: [0, 1, 2])
    #expect(!doubts.areSettled)
    doubts.settle(by: [1, "a", .null] as [StoredValue])
    #expect(doubts.areSettled)
  }

  @Test func `a row with too few cells distinguishes nothing and does no harm`() {
    var doubts = ColumnDoubts(types: [0, 0, 0])
    doubts.settle(by: [1, 1, 1] as [StoredValue])
    var room: [Int] = []
    #expect(!doubts.canBeSettled(by: PackedRow(), room: &room))
    #expect(doubts.canBeSettled(by: PackedRow([1] as [StoredValue]), room: &room))
  }
}
