import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// The section cache of lists with a limit.
@MainActor @Suite struct SliceCacheTests {
  private func request(_ limit: Int, from offset: Int = 0) -> ResultsRequest<Item> {
    var request = ResultsRequest<Item>.byName
    request.fetchLimit = limit
    request.fetchOffset = offset
    return request
  }

  private func outcome(
    _ request: ResultsRequest<Item>, in bench: CacheBench
  ) async throws -> (outline: [String], report: SectionCacheReport?) {
    let list = bench.list(request, over: try bench.file.store(), tracksChanges: false)
    try await list.performFetch(.sections)
    return (CacheBench.outline(list.results), list.diagnostics.cache)
  }

  @Test func `the sections of a slice are kept`() async throws {
    let bench = try CacheBench()
    try await bench.keep(request(2, from: 1))
    let (outline, report) = try await outcome(request(2, from: 1), in: bench)
    #expect(outline == ["Blue: 3", "Red: 1"])
    #expect(report?.outcome == .hit)
  }

  @Test(arguments: [(3, 1), (2, 0), (0, 1)])
  func `the sections of another slice are not used`(limit: Int, offset: Int) async throws {
    let bench = try CacheBench()
    try await bench.keep(request(2, from: 1))
    let (_, report) = try await outcome(request(limit, from: offset), in: bench)
    #expect(report?.outcome == .miss)
  }

  /// Keeps a slice, changes the store, and opens the slice again.
  private func outcome(
    of request: ResultsRequest<Item>, after statement: String,
    keepingOldValuesOf columns: [String] = []
  ) async throws -> (outline: [String], report: SectionCacheReport?) {
    let bench = try CacheBench()
    let store = try bench.file.store()
    try await store.installChangeLog(for: ["item"], oldValuesOf: columns)
    try await bench.keep(request)
    try await store.write { db in try db.execute(statement) }
    let (outline, report) = try await outcome(request, in: bench)
    let fresh = bench.list(request, over: store, named: nil, tracksChanges: false)
    try await fresh.performFetch()
    #expect(outline == CacheBench.outline(fresh.results))
    return (outline, report)
  }

  @Test(arguments: [
    ("INSERT INTO item VALUES (5, 'a', NULL)", [": 5 2"]),
    ("INSERT INTO item VALUES (5, 'z', 'Zoe')", [": 2", "Blue: 3"]),
    ("UPDATE item SET name = 'A' WHERE id = 2", [": 2", "Blue: 3"]),
    ("DELETE FROM item WHERE id = 4", [": 2", "Blue: 3"]),
  ])
  func `the first rows of a list are caught up if others can't be among them`(
    statement: String, outline: [String]
  ) async throws {
    let (shown, report) = try await outcome(of: request(2), after: statement)
    #expect(shown == outline)
    #expect(report?.outcome == .caughtUp)
  }

  @Test(arguments: [
    "DELETE FROM item WHERE id = 2", "UPDATE item SET team = 'Zoe' WHERE id = 3",
    "UPDATE item SET name = 'A' WHERE id = 3",
  ])
  func `if other rows may be among the first ones, a cache is not used`(
    statement: String
  ) async throws {
    let (_, report) = try await outcome(of: request(2), after: statement)
    #expect(report?.outcome == .miss)
    #expect(
      report?.reason == "the store changed, and other rows may be within its limit and offset")
  }

  @Test func `a slice with fewer rows than its limit is caught up`() async throws {
    let statement = "DELETE FROM item WHERE id = 2; INSERT INTO item VALUES (9, 'z', 'Zoe')"
    for part in statement.split(separator: ";") {
      let (_, report) = try await outcome(of: request(10), after: String(part))
      #expect(report?.outcome == .caughtUp)
    }
  }

  @Test(arguments: [
    "UPDATE item SET name = 'A' WHERE id = 2", "INSERT INTO item VALUES (5, 'z', 'Zoe')",
    "DELETE FROM item WHERE id = 4", "UPDATE item SET name = 'cyd' WHERE id = 3",
  ])
  func
    `rows after an offset are caught up if old values tell that the same rows are within the limit`(
      statement: String
    ) async throws
  {
    let (outline, report) = try await outcome(
      of: request(2, from: 1), after: statement, keepingOldValuesOf: ["name", "team"])
    #expect(outline == ["Blue: 3", "Red: 1"])
    #expect(report?.outcome == .caughtUp)
  }

  @Test func `rows that move in front of an offset leave the slice`() async throws {
    let (outline, report) = try await outcome(
      of: request(10, from: 1), after: "DELETE FROM item WHERE id = 2",
      keepingOldValuesOf: ["name", "team"])
    #expect(outline == ["Red: 1 4"])
    #expect(report?.outcome == .caughtUp)
  }

  @Test(arguments: ["INSERT INTO item VALUES (5, 'a', NULL)", "DELETE FROM item WHERE id = 2"])
  func `if rows that aren't in the file are after the offset now, a cache is not used`(
    statement: String
  ) async throws {
    let (_, report) = try await outcome(
      of: request(2, from: 1), after: statement, keepingOldValuesOf: ["name", "team"])
    #expect(report?.outcome == .miss)
  }

  @Test func `without old values, only rows of a slice after an offset are caught up`() async throws
  {
    let slice = request(3, from: 1)
    let within = try await outcome(of: slice, after: "UPDATE item SET name = 'A' WHERE id = 1")
    #expect(within.report?.outcome == .caughtUp)
    let before = try await outcome(of: slice, after: "UPDATE item SET name = 'A' WHERE id = 2")
    #expect(before.report?.outcome == .miss)
  }
}
