import Sectional
import Testing

@testable import SectionalTesting

/// The count of fewest moves is itself checked by trying every choice of rows that stay.
struct FewestMovesTests {
  /// A row of the list before, and its index in the list after.
  private struct Row {
    var after: Int
    var isFixed: Bool
  }

  /// Counts by trying every set of rows that includes the fixed ones and keeps its order.
  private func bruteForce(_ rows: [Row]) -> Int {
    var most = 0
    for subset in 0..<(1 << rows.count) {
      let chosen = rows.indices.filter { subset >> $0 & 1 == 1 }
      let hasFixed = rows.indices.allSatisfy { !rows[$0].isFixed || chosen.contains($0) }
      let places = chosen.map { rows[$0].after }
      guard hasFixed, zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) else { continue }
      most = max(most, chosen.count)
    }
    return rows.count - most
  }

  /// Creates both lists; a row's second cell decides its order, and differs unless the row is fixed.
  private func count(_ rows: [Row]) -> Int {
    let before = rows.indices.map { id in picture(id, order: id) }
    let after = rows.indices.sorted { rows[$0].after < rows[$1].after }
      .map { id in picture(id, order: rows[id].isFixed ? id : id + 100) }
    let (old, new) = (list(before), list(after))
    return FewestMoves(old, new, RowPlaces(old, new)) { [$0[1]] }.count
  }

  private func picture(_ id: Int, order: Int) -> ListPicture.Row {
    .init(id: [.integer(Int64(id))], cells: [.null, .integer(Int64(order))])
  }

  private func list(_ rows: [ListPicture.Row]) -> ListPicture {
    ListPicture([.init(key: .null, name: "", rows: rows)])
  }

  @Test
  func `the fewest moves are as many as trying everything finds`() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      var rows = (0..<7).map { Row(after: $0, isFixed: false) }
      for place in rows.indices.reversed() { rows.swapAt(place, generator.below(place + 1)) }
      // Rows that didn't change are in the same order in both lists.
      let fixed = rows.indices.filter { _ in generator.happens(onceIn: 3) }
      let places = fixed.map { rows[$0].after }.sorted()
      for (row, place) in zip(fixed, places) { rows[row] = Row(after: place, isFixed: true) }
      #expect(count(rows) == bruteForce(rows), "\(rows)")
    }
  }

  @Test
  func `rows that change section always move`() {
    let before = Pictures.list(["A": ["x1", "y2"], "B": ["z1"]])
    let after = Pictures.list(["A": ["x1"], "B": ["y1", "z1"]])
    let places = RowPlaces(before, after)
    #expect(FewestMoves(before, after, places, order: Pictures.order).count == 1)
  }
}
