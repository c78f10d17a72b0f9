package import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite
import SectionalTesting

/// Lists over a store while calls of the store go wrong, and afterwards.
///
/// The table `item` has an integer key, `team` and `name`, all lowercase letters and digits.
@MainActor package final class DisturbedLists {
  private let open: () throws -> TestStore
  private let writeElsewhere: (String) async throws -> String
  private let extents: [HistoryExtent]
  private var store: TestStore?
  private var lists: [DisturbedList?] = []
  /// The ids that were inserted, and whether the write succeeded.
  private var written: [Int: Bool] = [:]
  /// The errors that were thrown.
  package private(set) var errors: [StoreError] = []

  /// What the lists of a program show and hold besides all rows and a slice, in turn.
  private static let others: [HistoryExtent] = [.batches(of: 4), .tail(of: 5), .window(of: 6)]

  /// The rows that the table has at first.
  package static let rows = (1...40).map { number in
    "(\(number), '\(["a", "b", "c"][number % 3])', 'n\(number * 7 % 40)')"
  }.joined(separator: ", ")

  /// Creates lists that aren't fetched yet.
  ///
  /// - Parameters:
  ///   - turn: Any number, which decides what the lists show and hold.
  ///   - open: Opens the store, whose calls may go wrong.
  ///   - writeElsewhere: Runs SQL in another program, whose calls never go wrong, and returns its output.
  package init(
    turn: Int, open: @escaping () throws -> TestStore,
    writeElsewhere: @escaping (String) async throws -> String
  ) {
    (self.open, self.writeElsewhere) = (open, writeElsewhere)
    let other = DisturbedLists.others[turn % DisturbedLists.others.count]
    extents = [.all, .slice(offset: 3, limit: 7), other]
  }

  /// Does everything that a program does with a store, whatever goes wrong.
  package func use() async throws {
    store = try await attempt { try open() }
    for extent in extents {
      lists.append(try await attempt { try await list(extent) } ?? nil)
    }
    try await insert(1001)
    _ = try await writeElsewhere(
      "UPDATE item SET team = 'z' WHERE id = 3; INSERT INTO item VALUES(50, 'b', 'x')")
    try await refresh()
    for list in lists { try await attempt { try await list?.look() } }
    try await attempt { try await installLog() }
    _ = try await writeElsewhere("DELETE FROM item WHERE id = 5")
    try await insert(1002)
    try await refresh()
  }

  private func list(_ extent: HistoryExtent) async throws -> DisturbedList? {
    guard let store else { return nil }
    return try await DisturbedList(store.store, extent)
  }

  private func insert(_ id: Int) async throws {
    guard let store else { return }
    let result: Void? = try await attempt {
      try await store.execute("INSERT INTO item VALUES(\(id), 'a', 'own')")
    }
    written[id] = result != nil
  }

  private func installLog() async throws {
    switch store?.base {
    case .sqlite(let store, _):
      try await store.installChangeLog(for: ["item"], oldValuesOf: ["team", "name"])
    case .postgres(let store, _):
      try await store.installChangeLog(for: ["item"], oldValuesOf: ["team", "name"])
    case .memory, nil: break
    }
  }

  private func refresh() async throws {
    for list in lists {
      try await attempt { try await list?.controller.refresh() }
    }
  }

  /// Returns the output of a body, or `nil` if it throws a store error.
  @discardableResult private func attempt<Output>(
    _ body: () async throws -> Output
  ) async throws -> Output? {
    do { return try await body() } catch let error as StoreError {
      errors.append(error)
      return nil
    }
  }

  /// Closes the lists and the store.
  package func close() async {
    for list in lists { await list?.controller.close() }
    (lists, store) = ([], nil)
  }
}

/// What must hold once no call goes wrong any longer.
extension DisturbedLists {
  /// Throws if a list doesn't show the truth and follow it, or if a write is lost.
  package func check() async throws {
    if store == nil { store = try open() }
    for (index, extent) in extents.enumerated() {
      if lists[index] == nil { lists[index] = try await list(extent) }
      try await lists[index]?.controller.refresh()
    }
    try await compare(atOnce: true)
    _ = try await writeElsewhere(
      "UPDATE item SET team = 'c' WHERE id = 8; DELETE FROM item WHERE id = 9")
    try await compare(atOnce: false)
    for (id, isWritten) in written where isWritten {
      guard try await ids("WHERE id = \(id)").count == 1 else {
        throw LawViolation(.fresh, "a write that succeeded is lost")
      }
    }
  }

  /// Throws if a list doesn't show what another program reads, at once or soon, or was told something else.
  private func compare(atOnce: Bool) async throws {
    let truth = try await rows("ORDER BY team, name, id")
    for list in lists.compactMap(\.self) {
      try await list.check(shows: truth, atOnce: atOnce)
    }
  }

  private func ids(_ end: String) async throws -> [Substring] {
    try await rows(end).map(\.id)
  }

  /// Returns the teams and ids that a query finds.
  private func rows(_ end: String) async throws -> [DisturbedList.Row] {
    try await writeElsewhere("SELECT team || ' ' || id FROM item \(end)").split(separator: "\n")
      .map { line in
        let parts = line.split(separator: " ")
        return (parts[0], parts[1])
      }
  }
}
