import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists of relative days whose day ends while something else happens.
@MainActor @Suite struct DayWriteTests {
  private static let dates = ["2026-11-20T10:00:00Z", "2026-11-14T10:00:00Z"]
  private static let friday = ["Saturday: 2", "Today: 1"]
  private static let saturday = ["November 2026: 2", "Yesterday: 1"]

  private func midnight() throws -> Date { try Date(utc: "2026-11-20T23:00:00Z") }

  @Test(arguments: StoreKind.allCases)
  func `rows that are written around midnight are in the right sections`(
    kind: StoreKind
  ) async throws {
    let bench = try await DayBench(kind, Self.dates)
    try await bench.fetch()
    try await bench.clock.set(try midnight().addingTimeInterval(-1))
    try await bench.store.write { batch in
      batch.insert(Visit(id: 3, at: try Date(utc: "2026-11-20T22:59:59Z")))
      batch.insert(Visit(id: 4, at: try midnight()))
    }
    try await bench.store.settle(bench.list)
    #expect(bench.picture == ["Saturday: 2", "Today: 1 3", "Tomorrow: 4"])
    let change = try await bench.turn(try midnight())
    #expect(bench.picture == ["November 2026: 2", "Yesterday: 1 3", "Today: 4"])
    #expect(change.rowChanges.map(\.key) == [RowKey([2])])
    try await bench.store.write { batch in
      batch.insert(Visit(id: 5, at: try midnight()))
      batch.delete(Visit(id: 2))
      batch.update(Visit(id: 1, at: try Date(utc: "2026-11-21T23:00:00Z")))
    }
    try await bench.store.settle(bench.list)
    #expect(bench.picture == ["Yesterday: 3", "Today: 4 5", "Tomorrow: 1"])
    #expect(try bench.changesets.count >= 3)
  }

  @Test func `a write that is read while the day ends, and the day, both arrive`() async throws {
    let gate = ReadGate()
    let bench = try await DayBench(.memory, Self.dates, through: gate)
    try await bench.fetch()
    gate.close()
    try await bench.store.write { $0.insert(Visit(id: 3, at: try midnight())) }
    try await wait { gate.waiting == 1 }
    try await bench.clock.set(try midnight())
    #expect(bench.picture == Self.friday)
    gate.open()
    try await wait { bench.picture == ["November 2026: 2", "Yesterday: 1", "Today: 3"] }
    #expect(try bench.changesets.count <= 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `a paused list keeps its day until it resumes`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, Self.dates)
    try await bench.fetch()
    bench.list.pause()
    try await bench.clock.set(try midnight())
    try await bench.store.write { $0.insert(Visit(id: 3, at: try midnight())) }
    // Another list turns, so this one could have done so, too.
    let other = bench.store.list(bench.list.fetchRequest, sectionBy: bench.list.sectionBy)
    try await other.performFetch()
    try await bench.clock.set(try midnight().addingTimeInterval(86_400), for: 2)
    try await wait { DayBench.picture(other) == ["November 2026: 2", "Friday: 1", "Yesterday: 3"] }
    other.stop()
    #expect(bench.picture == Self.friday)
    #expect(try bench.changesets.isEmpty)
    bench.list.resume()
    try await wait { bench.picture == ["November 2026: 2", "Friday: 1", "Yesterday: 3"] }
    #expect(try bench.changesets.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a refresh shows the day, also of a paused list`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, Self.dates)
    try await bench.fetch()
    bench.list.pause()
    try await bench.clock.set(try midnight())
    try await bench.list.refresh()
    #expect(bench.picture == Self.saturday)
    #expect(bench.list.isPaused)
    bench.list.resume()
    try await bench.list.refresh()
    #expect(try bench.changesets.count == 1)
  }

  @Test func `midnight during the first read isn't missed`() async throws {
    let gate = ReadGate()
    let bench = try await DayBench(.memory, Self.dates, through: gate)
    gate.close()
    let fetch = Task { try await bench.list.performFetch() }
    try await wait { gate.waiting == 1 }
    bench.clock.setNow(try midnight())
    gate.open()
    try await fetch.value
    try await wait(for: "the new day") { bench.picture == Self.saturday }
  }

  @Test func `a clock that is set right after the fetch isn't missed`() async throws {
    let store = try await TestStore(
      .memory, of: Visit.self, [Visit(id: 1, at: try Date(utc: DayBench.friday))])
    for _ in 0..<200 {
      let clock = ManualWallClock(now: try Date(utc: DayBench.friday), timeZone: .gmt)
      let list = store.list(
        ResultsRequest<Visit>(), sectionBy: .relativeDay(of: \.at, clock: clock))
      try await list.performFetch()
      clock.now += 86_400
      try await wait(for: "the new day") { DayBench.picture(list) == ["Yesterday: 1"] }
      list.stop()
    }
  }

  @Test func `a time zone that is set right after the time isn't missed`() async throws {
    let store = try await TestStore(
      .memory, of: Visit.self, [Visit(id: 1, at: try Date(utc: DayBench.friday))])
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    for round in 0..<200 {
      let clock = ManualWallClock(now: try Date(utc: DayBench.friday), timeZone: .gmt)
      let list = store.list(
        ResultsRequest<Visit>(), sectionBy: .relativeDay(of: \.at, clock: clock))
      try await list.performFetch()
      clock.now += 3 * 3600 + 1
      for _ in 0..<round % 20 { await Task.yield() }
      // In Tokyo it is the next day already.
      clock.timeZone = tokyo
      try await wait(for: "the new day") { DayBench.picture(list) == ["Yesterday: 1"] }
      list.stop()
    }
  }

  @Test func `new requests follow the day from then on`() async throws {
    let bench = try await DayBench(.memory, Self.dates)
    try await bench.fetch()
    try await bench.list.setRequest(
      bench.list.fetchRequest,
      sectionBy: .relativeDay(of: \.at, clock: bench.clock, earlier: .together))
    try await bench.turn(try midnight())
    #expect(bench.picture == ["Earlier: 2", "Yesterday: 1"])
    try await bench.list.setRequest(bench.list.fetchRequest, sectionBy: nil)
    try await bench.clock.awaited(by: 0)
    #expect(bench.picture == [": 2 1"])
  }
}
