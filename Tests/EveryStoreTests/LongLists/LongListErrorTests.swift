import Foundation
import Sectional
import SectionalSQLite
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
    #expect(error.part == .fetchWindow)
    let start = try #require(error.message.range(of: "CREATE INDEX"))
    try await store.execute(String(error.message[start.lowerBound...]))
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
      #expect(error.part == .fetchWindow)
    }
  }

  @Test func `a cell that doesn't fit leaves the other blocks readable`() async throws {
    let bench = try await LongListBench(.sqlite, logging: ["team", "name"])
    let list = try await bench.countedList()
    try await bench.store.writeElsewhere("UPDATE item SET team = x'00' WHERE id = 59990")
    _ = try? await list.refresh()
    #expect(list.results.map(\.count).reduce(0, +) == 6000)
    try await bench.store.writeElsewhere("UPDATE item SET team = 'c' WHERE id = 59990")
    try await list.refresh()
    #expect(list.results.map(\.count) == [2000, 2000, 2000])
    try await list.loadRows(at: [LongListBench.path(2, 1999)])
    #expect(list.row(ifLoaded: LongListBench.path(2, 1999)) != nil)
  }
}
