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

  @Test func `after a change, the sections of a slice are not used`() async throws {
    let bench = try CacheBench()
    let store = try bench.file.store()
    try await store.installChangeLog(for: ["item"])
    try await bench.keep(request(2))
    try await store.write { db in try db.insert(Item(5, "a", nil)) }
    let (outline, report) = try await outcome(request(2), in: bench)
    #expect(outline == [": 5 2"])
    #expect(report?.outcome == .miss)
    #expect(
      report?.reason == "the store changed, and other rows may be within its limit and offset")
  }
}
