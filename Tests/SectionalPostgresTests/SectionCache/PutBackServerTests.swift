import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// A server that is restored to an earlier state counts on from there in a different history, so equal numbers prove
/// nothing.
@MainActor struct PutBackServerTests {
  private let cluster: PostgresCluster
  private let database: ScratchServerDatabase
  private let folder = SectionCacheFolder(
    path: FileManager.default.temporaryDirectory.appending(
      path: "sectional-caches-\(UUID().uuidString)"
    ).path)

  init() async throws {
    cluster = try await PostgresCluster()
    database = try await ScratchServerDatabase(
      """
      CREATE TABLE item(id int PRIMARY KEY, n int); CREATE TABLE other(id int);
      INSERT INTO item SELECT g, 0 FROM generate_series(1, 9) g;
      """, on: cluster.url)
  }

  private func list() throws -> ResultsController<StoredRow> {
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("n"))]),
      store: try database.store(), sectionBy: .column("n"), cacheName: "items")
    list.options.cache?.folder = folder
    return list
  }

  /// Opens the list, and closes it after its sections are saved.
  private func open() async throws -> (
    outcome: SectionCacheReport.Outcome?, names: [String], reason: String
  ) {
    let list = try list()
    try await list.performFetch(.sections)
    let names = list.sections.map { "\($0.name): \($0.rows.keys.map { "\($0.values)" })" }
    let outcome = list.diagnostics.cache?.outcome
    try await wait { list.results.isLoaded }
    await list.close()
    return (
      outcome, names,
      "\(list.diagnostics.cache?.reason ?? ""), \(list.diagnostics.cacheProblem ?? "kept")"
    )
  }

  /// Opens the list until its sections are saved, which requires that everything it has read is on the server's disk.
  private func keep() async throws {
    try await wait {
      try await database.write("CHECKPOINT")
      return try await open().reason.hasSuffix("kept")
    }
  }

  private func truth() async throws -> [String] {
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("n"))]),
      store: try database.store(), sectionBy: .column("n"), tracksChanges: false)
    try await list.performFetch()
    return list.sections.map { "\($0.name): \($0.rows.keys.map { "\($0.values)" })" }
  }

  private var snapshot: String {
    get async throws { try await database.write("SELECT pg_current_snapshot()") }
  }

  @Test(
    arguments: [true, false],
    [
      // In the lost history, in the other one, and after the point at which both have equal numbers.
      ["UPDATE item SET n = 1 WHERE id < 5", "UPDATE item SET n = 2 WHERE id > 5", ""],
      [
        "UPDATE item SET n = 1 WHERE id < 5", "UPDATE item SET n = 2 WHERE id > 5",
        "UPDATE item SET n = 3 WHERE id = 9",
      ],
      ["UPDATE item SET n = 1 WHERE id < 5", "INSERT INTO other VALUES (1)", ""],
      ["INSERT INTO other VALUES (1)", "UPDATE item SET n = 2 WHERE id > 5", ""],
      [
        "INSERT INTO other VALUES (1)", "UPDATE item SET n = 2 WHERE id > 5",
        "UPDATE item SET n = 3 WHERE id = 9",
      ],
      [
        "UPDATE item SET n = 1; UPDATE item SET n = 0",
        "UPDATE item SET n = 2; DELETE FROM item WHERE id = 1",
        "UPDATE item SET n = 3 WHERE id = 9",
      ],
    ])
  func `a cache from a lost history is not a hit in another one`(
    hasLog: Bool, histories: [String]
  ) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    if hasLog { try await database.store().installChangeLog(for: ["item"]) }
    try await cluster.perform("keep")
    try await database.write(histories[0])
    try await keep()
    // It is a hit in its own history.
    let again = try await open()
    #expect(again.outcome == .hit, "\(again.reason)")
    let before = try await snapshot
    try await cluster.perform("putback")
    try await database.write(histories[1])
    // Keeping the list can use up numbers of transactions too.
    for _ in 1...4 where try await snapshot != before {
      try await database.write("SELECT pg_current_xact_id()")
    }
    #expect(try await snapshot == before)
    if !histories[2].isEmpty { try await database.write(histories[2]) }
    let first = try await open()
    #expect(try await first.names == truth())
    #expect(first.outcome == .miss || hasLog)
    let second = try await open()
    #expect(try await second.names == truth())
  }

  @Test(arguments: [true, false])
  func `a server that was only started again is a hit where a log proves it`(hasLog: Bool)
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    if hasLog { try await database.store().installChangeLog(for: ["item"]) }
    try await database.write("UPDATE item SET n = 1 WHERE id < 5")
    try await keep()
    try await cluster.perform("restart")
    let opened = try await open()
    #expect(opened.outcome == (hasLog ? .hit : .miss))
    #expect(try await opened.names == truth())
  }

  @Test func `a tag of a lost history is no other transaction's`() async throws {
    let store = try database.store()
    try await store.installChangeLog(for: ["item"])
    try await cluster.perform("keep")
    let list = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("n"))]),
      store: store, sectionBy: .column("n"))
    var tags: [WriteTag?] = []
    list.trackChanges(didChange: { _, changeset in tags.append(changeset.tag) })
    try await list.performFetch()
    let tag = WriteTag()
    try await store.write(tag: tag) { db in
      try await db.execute("UPDATE item SET n = 1 WHERE id < 5")
    }
    try await wait { list.sections.map(\.name) == ["0", "1"] }
    #expect(tags == [tag])
    let lost = try await snapshot
    try await cluster.perform("putback")
    try await wait { list.sections.map(\.name) == ["0"] && list.status.error == nil }
    // One after the other has the number that the tagged transaction had.
    for number in 2...9 {
      try await database.write("UPDATE item SET n = \(number) WHERE id = 9")
      try await wait { list.sections.map(\.name) == ["0", "\(number)"] }
    }
    #expect(try await snapshot != lost)
    #expect(tags.dropFirst().allSatisfy { $0 == nil })
    await list.close()
  }

  @Test(arguments: [true, false])
  func `a list that is shown meanwhile follows into the other history`(
    hasLog: Bool
  ) async throws {
    if hasLog { try await database.store().installChangeLog(for: ["item"]) }
    try await cluster.perform("keep")
    try await database.write(
      "UPDATE item SET n = 1 WHERE id < 5; UPDATE item SET n = 4 WHERE id = 8")
    let list = try list()
    try await list.performFetch()
    #expect(list.sections.map(\.name) == ["0", "1", "4"])
    try await cluster.perform("putback")
    try await database.write(
      "UPDATE item SET n = 2 WHERE id > 5; UPDATE item SET n = 3 WHERE id = 1")
    let truth = try await truth()
    try await wait {
      list.sections.map { "\($0.name): \($0.rows.keys.map { "\($0.values)" })" } == truth
    }
    await list.close()
  }
}
