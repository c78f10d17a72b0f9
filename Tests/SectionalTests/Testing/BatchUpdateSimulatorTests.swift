import Foundation
import SectionalTesting
import Testing

@testable import Sectional

/// The simulated table view throws an error where a real one would stop the program.
struct BatchUpdateSimulatorTests {
  /// One broken batch update for each rule, from `[[a, b, c], [d, e]]` to a list with the given numbers of rows.
  struct Broken: Sendable, CustomTestStringConvertible {
    let rule: BatchUpdateRule
    let after: [Int]
    let change: @Sendable (inout BatchUpdate) -> Void

    var testDescription: String { rule.rawValue }

    init(
      _ rule: BatchUpdateRule, after: [Int],
      _ change: @escaping @Sendable (inout BatchUpdate) -> Void
    ) {
      self.rule = rule
      self.after = after
      self.change = change
    }
  }

  static let broken = [
    Broken(.sectionInRange, after: [3]) { $0.sectionDeletes = [2] },
    Broken(.sectionInRange, after: [3, 2, 1]) { $0.sectionInserts = [3] },
    Broken(.sectionOnce, after: [3]) { $0.sectionDeletes = [1, 1] },
    Broken(.sectionOnce, after: [3, 2, 1, 1]) { $0.sectionInserts = [2, 2] },
    Broken(.sectionCount, after: [3]) { _ in },
    Broken(.sectionCount, after: [3, 2]) { $0.sectionInserts = [1] },
    Broken(.rowInRange, after: [3, 1]) { $0.deletes = [path(1, 2)] },
    Broken(.rowInRange, after: [4, 2]) { $0.inserts = [path(0, 4)] },
    Broken(.rowInRange, after: [2, 3]) { $0.moves = [move(path(0, 3), path(1, 0))] },
    Broken(.rowInRange, after: [2, 3]) { $0.moves = [move(path(0, 0), path(1, 3))] },
    Broken(.deleteOnce, after: [1, 2]) { $0.deletes = [path(0, 0), path(0, 0)] },
    Broken(.insertOnce, after: [5, 2]) { $0.inserts = [path(0, 0), path(0, 0)] },
    Broken(.deleteOrMove, after: [2, 2]) {
      $0.deletes = [path(0, 0)]
      $0.moves = [move(path(0, 0), path(0, 1))]
    },
    Broken(.moveOnce, after: [2, 3]) {
      $0.moves = [move(path(0, 0), path(1, 0)), move(path(0, 0), path(1, 1))]
    },
    Broken(.targetOnce, after: [1, 4]) {
      $0.moves = [move(path(0, 0), path(1, 0)), move(path(0, 1), path(1, 0))]
    },
    Broken(.insertOrTarget, after: [2, 4]) {
      $0.inserts = [path(1, 0)]
      $0.moves = [move(path(0, 0), path(1, 0))]
    },
    Broken(.targetSurvives, after: [2, 1, 2]) {
      $0.sectionInserts = [1]
      $0.moves = [move(path(0, 0), path(1, 0))]
    },
    Broken(.sourceSurvives, after: [3]) {
      $0.sectionDeletes = [0]
      $0.moves = [move(path(0, 0), path(0, 0))]
    },
    Broken(.impliedDelete, after: [2]) {
      $0.sectionDeletes = [0]
      $0.deletes = [path(0, 0)]
    },
    Broken(.impliedInsert, after: [3, 1, 2]) {
      $0.sectionInserts = [1]
      $0.inserts = [path(1, 0)]
    },
    Broken(.rowCount, after: [3, 3]) { _ in },
    Broken(.rowCount, after: [2, 3]) { $0.moves = [move(path(0, 0), path(0, 1))] },
    Broken(.rowCount, after: [2, 3]) {
      $0.sectionDeletes = [0]
      $0.sectionInserts = [0]
    },
    Broken(.rowInRange, after: [3, 2]) { $0.reloads = [path(1, 2)] },
    Broken(.reloadOnce, after: [3, 2]) { $0.reloads = [path(0, 0), path(0, 0)] },
    Broken(.reloadOrDelete, after: [2, 2]) {
      $0.reloads = [path(0, 0)]
      $0.deletes = [path(0, 0)]
    },
    Broken(.reloadOrMove, after: [2, 3]) {
      $0.reloads = [path(0, 0)]
      $0.moves = [move(path(0, 0), path(1, 0))]
    },
    Broken(.reloadSurvives, after: [2]) {
      $0.sectionDeletes = [0]
      $0.reloads = [path(0, 0)]
    },
    Broken(.refreshInRange, after: [3, 2]) { $0.refreshes = [path(1, 2)] },
  ]

  static func path(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(section: section, item: item)
  }

  static func move(_ from: ElementPath, _ to: ElementPath) -> BatchUpdate.Move {
    BatchUpdate.Move(from: from, to: to)
  }

  private func table(_ rows: [[String]]) -> BatchUpdateSimulator<String> {
    BatchUpdateSimulator(rows.map { .init(header: "old", rows: $0) })
  }

  private func source(_ rows: [[String]]) -> BatchUpdateSimulator<String>.DataSource {
    .init(
      numberOfRows: rows.map(\.count), header: { _ in "new" },
      row: { rows[$0[0]][$0[1]] })
  }

  @Test(arguments: broken)
  func `a batch update that breaks a rule is rejected`(broken: Broken) {
    var updates = BatchUpdate()
    broken.change(&updates)
    var table = table([["a", "b", "c"], ["d", "e"]])
    let after = broken.after.map { [String](repeating: "?", count: $0) }
    let violation = #expect(throws: LawViolation.self) {
      try table.apply(updates, asking: source(after))
    }
    #expect(violation?.law == .batchUpdate(broken.rule))
  }

  @Test
  func `every rule is broken once by these tests`() {
    #expect(
      Set(BatchUpdateSimulatorTests.broken.map(\.rule)) == Set(BatchUpdateRule.allCases))
  }

  @Test
  func `deletes count before, inserts after, and moves lead from one to the other`() throws {
    var updates = BatchUpdate()
    updates.sectionDeletes = [1]
    updates.sectionInserts = [0]
    updates.deletes = [.init(section: 0, item: 1)]
    updates.inserts = [.init(section: 1, item: 0)]
    updates.moves = [.init(from: .init(section: 2, item: 0), to: .init(section: 1, item: 3))]
    var table = table([["a", "b", "c"], ["d"], ["e", "f"]])
    try table.apply(updates, asking: source([["1", "2"], ["3", "?", "?", "?"], ["?"]]))
    #expect(table.sections.map(\.header) == ["new", "old", "old"])
    #expect(table.sections.map(\.rows) == [["1", "2"], ["3", "a", "c", "e"], ["f"]])
  }

  @Test
  func `a row that is not refreshed keeps its contents`() throws {
    var updates = BatchUpdate()
    updates.refreshes = [.init(section: 0, item: 1)]
    var table = table([["a", "b", "c"]])
    try table.apply(updates, asking: source([["A", "B", "C"]]))
    #expect(table.sections.map(\.rows) == [["a", "B", "c"]])
  }

  @Test
  func `a reloaded row shows the contents at its new path`() throws {
    var updates = BatchUpdate()
    updates.deletes = [.init(section: 0, item: 0)]
    updates.reloads = [.init(section: 0, item: 2)]
    var table = table([["a", "b", "c"]])
    try table.apply(updates, asking: source([["B", "C"]]))
    #expect(table.sections.map(\.rows) == [["b", "C"]])
  }

  @Test
  func `rows inserted or deleted with their sections may be named as for a delegate`()
    throws
  {
    var updates = BatchUpdate(namingImpliedRows: true)
    updates.sectionDeletes = [0]
    updates.deletes = [.init(section: 0, item: 0), .init(section: 0, item: 1)]
    updates.sectionInserts = [1]
    updates.inserts = [.init(section: 1, item: 0)]
    var table = table([["a", "b"], ["c"]])
    try table.apply(updates, asking: source([["?"], ["D"]]))
    #expect(table.sections.map(\.rows) == [["c"], ["D"]])
    updates.deletes = [.init(section: 0, item: 0), .init(section: 0, item: 0)]
    let violation = #expect(throws: LawViolation.self) {
      try table.apply(updates, asking: source([["?"], ["D"]]))
    }
    #expect(violation?.law == .batchUpdate(.deleteOnce))
  }

  @Test
  func `a moved row keeps its contents until it is refreshed`() throws {
    var updates = BatchUpdate()
    updates.moves = [.init(from: .init(section: 0, item: 0), to: .init(section: 0, item: 1))]
    var table = table([["a", "b"]])
    try table.apply(updates, asking: source([["B", "A"]]))
    #expect(table.sections.map(\.rows) == [["b", "a"]])
  }
}
