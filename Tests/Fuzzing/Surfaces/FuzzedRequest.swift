import Foundation
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport

@testable import Sectional

/// Requests over a table of any values, in memory and in an SQLite file, which must show the same.
@MainActor enum FuzzedRequest {
  typealias Grouping = SectionKey<StoredRow>

  static func take(_ input: [UInt8], hasPredicate: Bool) async throws {
    var choices = FuzzBytes(input)
    let (request, section) = request(&choices, hasPredicate: hasPredicate)
    let file = try FuzzedTable()
    let memory = MemoryStore(
      try MemoryTable("item", columns: FuzzedTable.columns, primaryKey: ["id"]))
    let rows = FuzzedTable.rows(&choices, upTo: 12)
    try file.insert(rows)
    try memory.write { tables in for row in rows { try tables.upsert(row, into: "item") } }
    let store = try file.store()
    let outcomes = [
      await Outcome { try await RecordedList(request, memory, sectionBy: section) },
      await Outcome { try await RecordedList(request, store, sectionBy: section) },
    ]
    let isSlice = request.fetchLimit > 0 || request.fetchOffset > 0
    try check(outcomes, isSlice: isSlice)
    while !choices.isAtEnd {
      let (rows, removed) = (FuzzedTable.rows(&choices, upTo: 3), choices.below(24))
      try file.execute("BEGIN")
      try file.insert(rows)
      try file.execute("DELETE FROM item WHERE id = \(removed); COMMIT")
      try memory.write { tables in
        for row in rows { try tables.upsert(row, into: "item") }
        try tables.delete([.integer(Int64(removed))], from: "item")
      }
      for outcome in outcomes { await outcome.refresh() }
      try check(outcomes, isSlice: isSlice)
    }
    for outcome in outcomes { await outcome.list?.controller.close() }
  }

  private static func check(_ outcomes: [Outcome], isSlice: Bool) throws {
    for outcome in outcomes {
      if let violation = outcome.list?.violation { throw violation }
      if let shown = outcome.shown, shown != outcome.list?.shown {
        throw LawViolation(.replay, "the change sets don't lead to \(shown)")
      }
    }
    // Only a store that reads rows outside of a slice can find one of them unreadable.
    let areUnreadable = outcomes.map { $0.error?.code == .unexpectedCell }
    if isSlice, areUnreadable[0] != areUnreadable[1] { return }
    guard outcomes[0].shown == outcomes[1].shown else {
      throw LawViolation(.parity, "\(outcomes[0].text) in memory, \(outcomes[1].text) in the file")
    }
  }

  private static func request(
    _ choices: inout FuzzBytes, hasPredicate: Bool
  ) -> (ResultsRequest<StoredRow>, Grouping?) {
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: (0..<choices.below(4)).map { _ in sortKey(&choices) })
    if choices.happens() {
      (request.fetchLimit, request.fetchOffset) = (choices.below(6), choices.below(6))
    }
    if hasPredicate {
      var condition = FuzzedCondition(choices)
      request.predicate = .success(RowPredicate(condition.truth(5)))
      choices = condition.choices
    }
    return (request, grouping(&choices))
  }

  private static func sortKey(_ choices: inout FuzzBytes) -> SortKey<StoredRow> {
    SortKey(
      .column(choices.element(of: FuzzedTable.columns)),
      order: choices.happens() ? .reverse : .forward,
      collation: choices.element(of: [.binary, .caseInsensitive, .folded]),
      nulls: choices.element(of: [nil, .first, .last]))
  }

  private static func grouping(_ choices: inout FuzzBytes) -> Grouping? {
    let column = choices.element(of: FuzzedTable.columns)
    return switch choices.below(7) {
    case 0: nil
    case 1: .firstLetter(of: column)
    case 2: .prefix(of: column, length: 1 + choices.below(3))
    case 3:
      .calendar(
        choices.element(of: [.day, .week, .month, .year]), of: column,
        as: choices.element(of: [.seconds, .milliseconds]), in: .gmt)
    default: .column(column)
    }
  }
}

extension FuzzedRequest {
  /// What came of a list.
  @MainActor final class Outcome {
    private(set) var list: RecordedList?
    private(set) var error: StoreError?
    private var other: (any Error)?
    private let open: @MainActor () async throws -> RecordedList

    init(_ open: @escaping @MainActor () async throws -> RecordedList) async {
      self.open = open
      await refresh()
    }

    /// Lets the list follow its store; one that couldn't be opened is opened again.
    func refresh() async {
      (error, other) = (nil, nil)
      do {
        guard let list else {
          list = try await open()
          return
        }
        try await list.controller.refresh()
      } catch { note(error) }
    }

    private func note(_ error: any Error) {
      (self.error, other) = (error as? StoreError, error is StoreError ? nil : error)
    }

    /// What the list shows, unless the last step failed.
    var shown: ListPicture? {
      error == nil && other == nil ? list.map { ListPicture($0.controller.results) } : nil
    }

    var text: String {
      shown.map { "\($0)" } ?? error?.message ?? other.map { "\($0)" } ?? "nothing"
    }
  }
}
