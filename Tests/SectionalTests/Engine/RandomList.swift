import SectionalTesting

@testable import Sectional

/// Rows with a key, a team, a position and a note, and the lists they form.
struct RandomList {
  static let ordering = RowOrdering(
    section: OrderRule(column: 1), sort: [OrderRule(column: 2, isReversed: true)], keyColumns: [0],
    fallsBackToRowID: false)

  var rows: [Int: OrderedRow] = [:]
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  static func key(_ id: Int) -> RowKey { RowKey([.integer(Int64(id))]) }

  func list() throws -> RowList { try RowList(Array(rows.values), .byKey) }

  /// Changes some rows, and returns their keys and some others.
  mutating func change() -> Set<RowKey> {
    var keys: Set<RowKey> = []
    for _ in 0...generator.below(12) {
      let id = generator.below(40)
      keys.insert(RandomList.key(id))
      if generator.happens(onceIn: 3) {
        rows[id] = nil
      } else if !generator.happens(onceIn: 5) {
        rows[id] = row(id)
      }
    }
    return keys
  }

  private mutating func row(_ id: Int) -> OrderedRow {
    let values: [StoredValue] = [
      .integer(Int64(id)), .integer(Int64(generator.below(4))),
      .integer(Int64(generator.below(5))), .integer(Int64(generator.below(2))),
    ]
    return RandomList.ordering.row(PackedRow(values))
  }
}
