import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A table view that follows the delegate's calls shows what the list holds, whatever is written.
@MainActor @Suite struct TableRecipeTests {
  /// Writes something to a few of thirty rows in six teams, one of them none.
  private nonisolated static func edit(
    _ db: SQLiteTransaction, _ random: inout SeededGenerator
  ) throws {
    for _ in 0...random.below(random.happens(onceIn: 10) ? 40 : 6) {
      let id = Int64(random.below(30))
      let teams = ["Blue", "Green", "Red", "Tan", "Violet", nil]
      let team = teams[random.below(6)]
      switch random.below(10) {
      case 0, 1: try db.delete(Item(id, ""))
      case 2: try db.execute("UPDATE item SET name = name || '!' WHERE id = ?", [id])
      case 3: try db.execute("UPDATE item SET team = ? WHERE id = ?", [team, id])
      case 4 where random.happens(onceIn: 4):
        try db.execute("UPDATE item SET team = ? WHERE team IS ?", [team, teams[random.below(6)]])
      case 5 where random.happens(onceIn: 6):
        try db.execute("DELETE FROM item WHERE team IS ?", [team])
      default: try db.upsert(Item(id, "n\(random.below(12))", team))
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a table view that follows the calls shows the list`(seed: UInt64) async throws {
    // One of the lists is in one section, which stays when it is empty.
    let section = seed == 4 ? nil : SectionKey<Item>(\.team)
    let bench = try await ControllerBench([], sectionBy: section)
    let table = TableRecipe()
    bench.controller.delegate = table
    try await bench.controller.performFetch()
    table.reload(bench.controller)
    for step in 0..<150 {
      try await bench.write { db in
        var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(step))
        try Self.edit(db, &random)
      }
      let truth = bench.controller.sections.map { Array($0) }
      guard table.violation == nil, table.rows == truth else {
        Issue.record("step \(step): \(table.violation.map { "\($0)" } ?? "other rows are shown")")
        return
      }
    }
    #expect(table.brackets > 100)
    let stored = try await bench.store.write { try $0.fetch(.byName) as [Item] }
    #expect(Set(bench.controller.fetchedObjects.map(\.id)) == Set(stored.map(\.id)))
  }
}
