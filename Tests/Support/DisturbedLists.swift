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
  private var store: TestStore?
  private var lists: [RecordedList?] = []
  /// The ids that were inserted, and whether the write succeeded.
  private var written: [Int: Bool] = [:]
  /// The errors that were thrown.
  package private(set) var errors: [StoreError] = []

  private static let windows = [(limit: 0, offset: 0), (limit: 7, offset: 3)]

  /// The rows that the table has at first.
  package static let rows = (1...40).map { number in
    "(\(number), '\(["a", "b", "c"][number % 3])', 'n\(number * 7 % 40)')"
  }.joined(separator: ", ")

  /// Creates lists that aren't fetched yet.
  ///
  /// - Parameters:
  ///   - open: Opens the store, whose calls may go wrong.
  ///   - writeElsewhere: Runs SQL in another program, whose calls never go wrong, and returns its output.
  package init(
    open: @escaping () throws -> TestStore,
    writeElsewhere: @escaping (String) async throws -> String
  ) {
    (self.open, self.writeElsewhere) = (open, writeElsewhere)
  }

  /// Does everything that a program does with a store, whatever goes wrong.
  package func use() async throws {
    store = try await attempt { try open() }
    for window in DisturbedLists.windows {
      lists.append(try await attempt { try await list(window) } ?? nil)
    }
    try await insert(1001)
    _ = try await writeElsewhere(
      "UPDATE item SET team = 'z' WHERE id = 3; INSERT INTO item VALUES(50, 'b', 'x')")
    try await refresh()
    try await attempt { try await installLog() }
    _ = try await writeElsewhere("DELETE FROM item WHERE id = 5")
    try await insert(1002)
    try await refresh()
  }

  private func list(_ window: (limit: Int, offset: Int)) async throws -> RecordedList? {
    guard let store else { return nil }
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: [SortKey(.column("team")), SortKey(.column("name"))])
    (request.fetchLimit, request.fetchOffset) = (window.limit, window.offset)
    return try await RecordedList(request, store.store, sectionBy: .column("team"))
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
      try await store.installChangeLog(for: ["item"], oldValuesOf: ["team"])
    case .postgres(let store, _):
      try await store.installChangeLog(for: ["item"], oldValuesOf: ["team"])
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
    for (index, window) in DisturbedLists.windows.enumerated() {
      if lists[index] == nil { lists[index] = try await list(window) }
      try await lists[index]?.controller.refresh()
    }
    try await compare()
    _ = try await writeElsewhere(
      "UPDATE item SET team = 'c' WHERE id = 8; DELETE FROM item WHERE id = 9")
    for (list, window) in zip(lists.compactMap(\.self), DisturbedLists.windows) {
      let expected = try await expected(window)
      try await list.wait { list.picture == expected }
    }
    try await compare()
    for (id, isWritten) in written where isWritten {
      guard try await ids("WHERE id = \(id)").count == 1 else {
        throw LawViolation(.fresh, "a write that succeeded is lost")
      }
    }
  }

  /// Throws if a list shows something else than another program, or was told something else.
  private func compare() async throws {
    for (list, window) in zip(lists.compactMap(\.self), DisturbedLists.windows) {
      if let violation = list.violation { throw violation }
      let expected = try await expected(window)
      guard list.picture == expected else {
        throw LawViolation(.fresh, "\(list.picture), and not \(expected)")
      }
      guard list.shown == ListPicture(list.controller.results) else {
        throw LawViolation(.replay, "the change sets don't lead to the list")
      }
    }
  }

  /// Returns the sections' names with the identities of their rows, as another program orders them.
  private func expected(_ window: (limit: Int, offset: Int)) async throws -> [String] {
    var sections: [(name: Substring, ids: [Substring])] = []
    for row in try await ids(
      "ORDER BY team, name, id LIMIT \(window.limit > 0 ? window.limit : 1_000_000) "
        + "OFFSET \(window.offset)")
    {
      let parts = row.split(separator: " ")
      if sections.last?.name != parts[0] { sections.append((parts[0], [])) }
      sections[sections.count - 1].ids.append(parts[1])
    }
    return sections.map { "\($0.name): \($0.ids.joined(separator: " "))" }
  }

  /// Returns the teams and ids that a query finds.
  private func ids(_ end: String) async throws -> [Substring] {
    try await writeElsewhere("SELECT team || ' ' || id FROM item \(end)").split(separator: "\n")
  }
}
