import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Lists that can't have a window.
@MainActor @Suite struct LongListErrorTests {
  private func error(
    _ list: ResultsController<Item>
  ) async throws -> StoreError {
    let error = await #expect(throws: StoreError.self) { try await list.performFetch() }
    return try #require(error)
  }

  private func request() -> ResultsRequest<Item> {
    var request = ResultsRequest<Item>.byName
    request.fetchWindowSize = 100
    return request
  }

  @Test(arguments: StoreKind.databases)
  func `without an index the error says which one helps, and it does`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Item.self, [Item(1, "ada", "Red")])
    let list = store.list(request(), sectionBy: SectionKey(\.team))
    let error = try await error(list)
    #expect(error.code == .notWindowable)
    #expect(error.part == .fetchWindowSize)
    let start = try #require(error.message.range(of: "CREATE INDEX"))
    // What is executed here runs in a transaction.
    let sql = error.message[start.lowerBound...].replacing(" CONCURRENTLY", with: "")
    try await store.execute(String(sql))
    try await list.performFetch()
    #expect(list.results.numberOfObjects == 1)
  }

  @Test func `the check says it beforehand`() async throws {
    let store = try await TestStore(.sqlite, of: Item.self, [Item(1, "ada", "Red")])
    guard case .sqlite(let file, _) = store.base else { return }
    let findings = try await file.check(request(), sectionBy: SectionKey(\.team))
    let finding = try #require(findings.first { $0.kind == .notWindowable })
    #expect(finding.sql?.hasPrefix("CREATE INDEX") == true)
    #expect(findings.contains { $0.kind == .missingOldValues || $0.kind == .missingChangeLog })
  }

  @Test func `sections that are computed here, or as sorted, are refused`() async throws {
    let bench = try await LongListBench(.sqlite, count: 10)
    for section in [
      SectionKey<Item>.firstLetter(of: \.name), SectionKey(\.team).asSorted,
    ] {
      let error = try await error(bench.store.list(request(), sectionBy: section))
      #expect(error.code == .notWindowable)
    }
  }

  @Test func `a limit, an offset and a negative number are refused`() async throws {
    let bench = try await LongListBench(.sqlite, count: 10)
    var limited = request()
    limited.fetchLimit = 5
    var negative = request()
    negative.fetchWindowSize = -1
    for request in [limited, negative] {
      let error = try await error(bench.store.list(request))
      #expect(error.code == .unsupported)
      #expect(error.part == .fetchWindowSize)
    }
  }

  @Test func `a cell that doesn't fit leaves the other blocks readable`() async throws {
    let bench = try await LongListBench(.sqlite, logging: ["team", "name"])
    let list = try await bench.countedList()
    try await bench.store.writeElsewhere("UPDATE item SET team = x'00' WHERE id = 59990")
    _ = try? await list.refresh()
    #expect(list.results.map(\.count).reduce(0, +) == 6000)
    // The row isn't text any longer, and comes last.
    let last = LongListBench.path(list.results.count - 1, (list.results.last?.count ?? 1) - 1)
    let error = await storeError { try await list.loadRows(at: [last]) }
    #expect(error?.code == .unexpectedCell)
    try await list.loadRows(at: [LongListBench.path(0, 5)])
    #expect(list.row(ifLoaded: LongListBench.path(0, 5)) != nil)
    try await bench.store.writeElsewhere("UPDATE item SET team = 'c' WHERE id = 59990")
    try await list.refresh()
    #expect(list.results.map(\.count) == [2000, 2000, 2000])
    try await list.loadRows(at: [LongListBench.path(2, 1999)])
    #expect(list.row(ifLoaded: LongListBench.path(2, 1999)) != nil)
  }

  private struct Sized: StoredRecord {
    var id: Int64
    var team: String
    var size: Int
    static let table = RecordTable(
      "sized", RecordColumn("id", \.id, primaryKey: true), RecordColumn("team", \.team),
      RecordColumn("size", \.size), row: Sized.init)
  }

  /// A list with a window over a file in which a row has a cell that doesn't fit, all of whose rows are counted.
  private func sizedList(
    misfit: Int
  ) async throws -> (ScratchDatabase, ResultsController<Sized>) {
    let file = try ScratchDatabase(
      """
      CREATE TABLE sized(id INTEGER PRIMARY KEY, team TEXT NOT NULL, size);
      CREATE INDEX sized_order ON sized(team, id);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
        INSERT INTO sized SELECT i, 'team ' || (i / 2000), i FROM n;
      UPDATE sized SET size = 'large' WHERE id = \(misfit);
      """)
    var request = ResultsRequest<Sized>()
    request.fetchWindowSize = 4000
    let list = ResultsController(
      fetchRequest: request, store: try SQLiteStore(path: file.path), sectionBy: SectionKey(\.team))
    try await list.performFetch()
    try await wait(for: "all rows to be counted") { list.results.counting?.isComplete == true }
    try #require(list.results.map(\.count) == [2000, 2000, 2000])
    return (file, list)
  }

  @Test func `a list opens whose first rows have a cell that doesn't fit`() async throws {
    let (file, list) = try await sizedList(misfit: 5)
    #expect(list.row(ifLoaded: LongListBench.path(0, 4))?.size == 4)
    #expect(list.row(ifLoaded: LongListBench.path(0, 6))?.size == 6)
    let error = await storeError { try await list.loadRows(at: [LongListBench.path(0, 5)]) }
    #expect(error?.code == .unexpectedCell)
    try file.write("UPDATE sized SET size = 7 WHERE id = 5")
    try await list.refresh()
    #expect(list.row(ifLoaded: LongListBench.path(0, 5))?.size == 7)
  }

  @Test func `rows in the blocks beside one that can't be read are loaded with it`() async throws {
    let (file, list) = try await sizedList(misfit: 3000)
    let (bad, good) = (LongListBench.path(1, 1000), LongListBench.path(2, 1999))
    let error = await storeError { try await list.loadRows(at: [bad, good]) }
    #expect(error == nil || error?.code == .unexpectedCell)
    try await wait(for: "the error") { list.error?.code == .unexpectedCell || error != nil }
    #expect(list.row(ifLoaded: good)?.id == 5999)
    #expect(list.row(ifLoaded: bad) == nil)
    #expect(list.row(ifLoaded: LongListBench.path(1, 999))?.id == 2999)
    // Whoever asks again gets the error again, without another read.
    let read = list.diagnostics.rowsRead
    let again = await storeError { try await list.loadRows(at: [bad]) }
    #expect(again?.code == .unexpectedCell)
    #expect(list.diagnostics.rowsRead == read)
    try file.write("UPDATE sized SET size = 7 WHERE id = 3000")
    try await list.refresh()
    #expect(list.row(ifLoaded: bad)?.size == 7)
  }
}
