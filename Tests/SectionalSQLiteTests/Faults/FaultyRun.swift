import FaultyFiles
import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport

/// Lists over a file while calls to the system go wrong, and afterwards.
@MainActor final class FaultyRun {
  private let file: ScratchDatabase
  private var store: SQLiteStore?
  private var lists: [RecordedList?] = []
  /// The ids that were inserted, and whether the write succeeded.
  private var written: [Int: Bool] = [:]
  /// The errors that were thrown.
  private(set) var errors: [StoreError] = []

  private static let windows = [(limit: 0, offset: 0), (limit: 7, offset: 3)]

  init(journal: String) throws {
    file = try ScratchDatabase(
      """
      PRAGMA journal_mode=\(journal);
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT, name TEXT);
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO item SELECT i, substr('abc', i % 3 + 1, 1), 'n' || (i * 7 % 40) FROM n;
      """)
  }

  /// Runs a program whose calls go wrong from the first chosen one on, and checks what is left of it.
  ///
  /// - Returns: How many calls there were to choose from.
  func run(_ fault: sectional_fault, from first: Int, count: Int) async throws -> Int {
    let calls = try await disturbed(fault, from: first, count: count)
    try await check()
    try await close()
    return calls
  }

  private func disturbed(
    _ fault: sectional_fault, from first: Int, count: Int
  ) async throws -> Int {
    let folder = try FaultyFolder(file.folder.path, from: first, count: count, fault)
    store = try await attempt { try open() }
    for window in FaultyRun.windows {
      lists.append(try await attempt { try await list(window) } ?? nil)
    }
    try await insert(1001)
    try file.write("UPDATE item SET team = 'z' WHERE id = 3; INSERT INTO item VALUES(50, 'b', 'x')")
    try await refresh()
    try await attempt { try await store?.installChangeLog(for: ["item"], oldValuesOf: ["team"]) }
    try file.write("DELETE FROM item WHERE id = 5")
    try await insert(1002)
    try await refresh()
    return folder.calls
  }

  private func open() throws -> SQLiteStore {
    try SQLiteStore(
      path: file.path, pollInterval: .milliseconds(5), busyTimeout: .milliseconds(40))
  }

  private func list(_ window: (limit: Int, offset: Int)) async throws -> RecordedList? {
    guard let store else { return nil }
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: [SortKey(.column("team")), SortKey(.column("name"))])
    (request.fetchLimit, request.fetchOffset) = (window.limit, window.offset)
    return try await RecordedList(request, store, sectionBy: .column("team"))
  }

  private func insert(_ id: Int) async throws {
    guard let store else { return }
    let result: Void? = try await attempt {
      _ = try await store.write { try $0.execute("INSERT INTO item VALUES(\(id), 'a', 'own')") }
    }
    written[id] = result != nil
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
}

/// What must hold once no call goes wrong any longer.
extension FaultyRun {
  private func check() async throws {
    if store == nil { store = try open() }
    for (index, window) in FaultyRun.windows.enumerated() {
      if lists[index] == nil { lists[index] = try await list(window) }
      try await lists[index]?.controller.refresh()
    }
    try compare()
    try file.write("UPDATE item SET team = 'c' WHERE id = 8; DELETE FROM item WHERE id = 9")
    for (list, window) in zip(lists.compactMap(\.self), FaultyRun.windows) {
      let expected = try expected(window)
      try await list.wait { list.picture == expected }
    }
    try compare()
    for (id, isWritten) in written where isWritten {
      guard try file.write("SELECT count(*) FROM item WHERE id = \(id)") == "1\n" else {
        throw LawViolation(.fresh, "a write that succeeded is lost")
      }
    }
  }

  /// Throws if a list shows something else than another program, or was told something else.
  private func compare() throws {
    for (list, window) in zip(lists.compactMap(\.self), FaultyRun.windows) {
      if let violation = list.violation { throw violation }
      let expected = try expected(window)
      guard list.picture == expected else {
        throw LawViolation(.fresh, "\(list.picture), and not \(expected)")
      }
      guard list.shown == ListPicture(list.controller.results) else {
        throw LawViolation(.replay, "the change sets don't lead to the list")
      }
    }
  }

  /// Returns the sections' names with the identities of their rows, as another program orders them.
  private func expected(_ window: (limit: Int, offset: Int)) throws -> [String] {
    let rows = try file.write(
      """
      SELECT team || ' ' || id FROM item ORDER BY team, name, id
      LIMIT \(window.limit > 0 ? window.limit : -1) OFFSET \(window.offset)
      """)
    var sections: [(name: Substring, ids: [Substring])] = []
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: " ")
      if sections.last?.name != parts[0] { sections.append((parts[0], [])) }
      sections[sections.count - 1].ids.append(parts[1])
    }
    return sections.map { "\($0.name): \($0.ids.joined(separator: " "))" }
  }

  /// Closes everything, and throws if a file stays open.
  private func close() async throws {
    for list in lists { await list?.controller.close() }
    (lists, store) = ([], nil)
    let folder = file.folder.path
    try await wait(for: "all files to be closed") { FaultyRun.openFiles(in: folder).isEmpty }
  }

  /// Returns the paths of the process's open files in a folder; none where the system doesn't list them.
  private static func openFiles(in folder: String) -> [String] {
    let descriptors = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
    }.filter { $0.hasPrefix(folder) }
  }
}
