import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Every transition between two small states, with every choice of rows whose contents change.
struct ExhaustiveChangeTests {
  /// A state as a list, with its picture.
  ///
  /// In ``all``, the second index selects the rows with different contents.
  private struct Drawn {
    let list: RowList
    let picture: ListPicture

    init(_ state: SmallState, contents: Int, isSectioned: Bool) throws {
      let ordering = RowOrdering(
        section: isSectioned ? OrderRule(column: 1) : nil, sort: [OrderRule(column: 2)],
        keyColumns: [0], fallsBackToRowID: false)
      var rows: [OrderedRow] = []
      for (id, place) in state.places.enumerated() {
        guard let place else { continue }
        rows.append(
          ordering.row(
            PackedRow([
              .integer(Int64(id)), .text(place.section == 0 ? "A" : "B"),
              .integer(Int64(place.position)), .integer(Int64(contents >> id & 1)),
            ])))
      }
      list = try RowList(rows, isSectioned ? .byKey : .none)
      let cells = rows.map { $0.contents.values.map(OracleValue.init) }
      picture = try Drawn.picture(of: cells, isSectioned: isSectioned)
    }

    /// Sorts and groups without the engine.
    private static func picture(
      of rows: [[OracleValue]], isSectioned: Bool
    ) throws -> ListPicture {
      let sorted = rows.sorted { left, right in
        let (one, other) = (sortKey(left, isSectioned), sortKey(right, isSectioned))
        return one.lexicographicallyPrecedes(other)
      }
      return try ReferenceList(
        columns: ["id", "team", "position", "note"], keyColumns: ["id"],
        section: isSectioned ? "team" : nil
      ).picture(of: sorted)
    }

    private static func sortKey(_ cells: [OracleValue], _ isSectioned: Bool) -> [String] {
      (isSectioned ? [cells[1], cells[2], cells[0]] : [cells[2], cells[0]]).map(\.sectionName)
    }
  }

  private static func draw(isSectioned: Bool) throws -> [[Drawn]] {
    try SmallState.all.map { state in
      try (0..<8).map { try Drawn(state, contents: $0, isSectioned: isSectioned) }
    }
  }

  private static let sectioned = Result { try draw(isSectioned: true) }
  private static let plain = Result { try draw(isSectioned: false) }

  @Test(arguments: 0..<SmallState.count)
  func `every small change is reported correctly`(from: Int) throws {
    try check(from, try ExhaustiveChangeTests.sectioned.get()) { Array($0[1...2]) }
  }

  @Test(arguments: stride(from: 0, to: SmallState.count, by: 5).map { $0 })
  func `every small change is reported correctly without sections`(from: Int) throws {
    try check(from, try ExhaustiveChangeTests.plain.get()) { [$0[2]] }
  }

  private func check(
    _ from: Int, _ all: [[Drawn]], order: @escaping ([OracleValue]) -> [OracleValue]
  ) throws {
    let old = all[from][0]
    for state in SmallState.all.indices {
      let both = (0..<3).filter { id in
        SmallState.all[from].places[id] != nil && SmallState.all[state].places[id] != nil
      }
      let matters = both.reduce(0) { $0 | 1 << $1 }
      for contents in 0..<8 where contents & ~matters == 0 {
        let new = all[state][contents]
        let changes = new.list.shownChanges(from: old.list)
        do {
          try ChangeCheck(before: old.picture, after: new.picture, order: order).run(
            FullForm(changes), TableUpdates(changes))
        } catch {
          Issue.record("from state \(from) to \(state), contents \(contents): \(error)")
          return
        }
      }
    }
  }
}
