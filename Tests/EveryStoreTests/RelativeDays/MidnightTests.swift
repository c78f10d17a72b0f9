import Foundation
import Sectional
import TestSupport
import Testing

/// Lists of relative days when the day ends.
@MainActor @Suite struct MidnightTests {
  private static let dates = [
    "2026-11-23T10:00:00Z", "2026-11-21T10:00:00Z", "2026-11-20T22:59:59Z", "2026-11-19T23:00:00Z",
    "2026-11-19T10:00:00Z", "2026-11-18T10:00:00Z", "2026-11-14T10:00:00Z", "2026-11-14T09:00:00Z",
    "2026-11-02T10:00:00Z",
  ]
  private static let friday = [
    "November 2026: 9", "Saturday: 8 7", "Wednesday: 6", "Yesterday: 5", "Today: 4 3",
    "Tomorrow: 2", "Later: 1",
  ]
  private static let saturday = [
    "November 2026: 9 8 7", "Wednesday: 6", "Thursday: 5", "Yesterday: 4 3", "Today: 2", "Later: 1",
  ]

  private func midnight() throws -> Date { try Date(utc: "2026-11-20T23:00:00Z") }

  @Test(arguments: StoreKind.allCases)
  func `sections get other names, and only the rows of the last weekday move`(
    kind: StoreKind
  ) async throws {
    let bench = try await DayBench(kind, Self.dates)
    try await bench.fetch()
    #expect(bench.picture == Self.friday)
    #expect(bench.clock.deadlines == [try midnight()])
    let change = try await bench.turn(try midnight())
    #expect(bench.picture == Self.saturday)
    // The weekday that was last isn't one any longer.
    #expect(change.sectionDeletes == [1] && change.sectionInserts.isEmpty)
    #expect(change.sectionUpdates == [2, 3, 4])
    #expect(change.rowChanges.map(\.kind) == [.move, .move])
    #expect(Set(change.rowChanges.map(\.key.values)) == [[7], [8]])
    #expect(change.tag == nil)
    #expect(bench.clock.deadlines == [try Date(utc: "2026-11-21T23:00:00Z")])
  }

  @Test(arguments: StoreKind.allCases)
  func `a day without rows to move has no row changes`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, ["2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z"])
    try await bench.fetch()
    let change = try await bench.turn(try midnight())
    #expect(bench.picture == ["Yesterday: 1", "Today: 2"])
    #expect(change.rowChanges.isEmpty && change.sectionUpdates == [0, 1])
    #expect(change.sectionDeletes.isEmpty && change.sectionInserts.isEmpty)
    #expect(change.tableUpdates.reloads.isEmpty && change.tableUpdates.moves.isEmpty)
    try await bench.turn(try Date(utc: "2026-11-22T23:00:00Z"))
    #expect(bench.picture == ["Friday: 1", "Saturday: 2"])
  }

  @Test(arguments: StoreKind.allCases)
  func `midnight reads no row`(kind: StoreKind) async throws {
    let bench = try await DayBench(kind, Self.dates)
    try await bench.fetch()
    try await bench.turn(try midnight())
    #expect(bench.picture == Self.saturday)
    #expect(bench.list.diagnostics.rowsRead == Self.dates.count)
    #expect(bench.list.diagnostics.fullFetches == 1)
  }

  @Test func `midnight doesn't even ask the store for its version`() async throws {
    let gate = ReadGate()
    let bench = try await DayBench(.memory, Self.dates, through: gate)
    try await bench.fetch()
    try await bench.settle()
    let checks = bench.list.diagnostics.versionChecks
    // A read would wait at the gate forever.
    gate.close()
    try await bench.clock.set(try midnight())
    try await wait { bench.picture == Self.saturday }
    #expect(gate.waiting == 0)
    #expect(bench.list.diagnostics.versionChecks == checks)
    #expect(try bench.changesets.count == 1)
    gate.open()
  }

  @Test func `a list that shows no day by name doesn't change`() async throws {
    let bench = try await DayBench(.memory, ["2026-10-01T10:00:00Z", "2027-02-01T10:00:00Z"])
    try await bench.fetch()
    try await bench.setQuietly(try midnight())
    #expect(bench.picture == ["October 2026: 1", "Later: 2"])
    #expect(bench.clock.deadlines == [try Date(utc: "2026-11-21T23:00:00Z")])
    try await bench.store.write { $0.insert(Visit(id: 3, at: try midnight())) }
    try await bench.store.settle(bench.list)
    #expect(bench.picture == ["October 2026: 1", "Today: 3", "Later: 2"])
    #expect(try bench.changesets.count == 1)
  }

  @Test func `delegates are told which sections have another name`() async throws {
    let bench = try await DayBench(.memory, Self.dates)
    let recorder = SectionCalls()
    bench.list.delegate = recorder
    bench.list.snapshotDelegate = recorder
    try await bench.fetch()
    try await bench.turn(try midnight())
    #expect(
      recorder.calls == [
        "will", "delete section 1 Saturday", "update section 2 Thursday",
        "update section 3 Yesterday", "update section 4 Today", "row", "row", "row", "row", "did",
      ])
    #expect(recorder.renamed == [20_261_119, 20_261_120, 20_261_121])
    #expect(recorder.reconfigured.isEmpty)
  }

  @Test func `a list that ended waits for no clock`() async throws {
    let bench = try await DayBench(.memory, Self.dates)
    try await bench.fetch()
    bench.list.stop()
    try await bench.clock.awaited(by: 0)
    bench.clock.setNow(try midnight())
    // Fetching again shows the day that it is.
    try await bench.fetch()
    #expect(bench.picture == Self.saturday)
    let other = SectionKey<Visit>.relativeDay(of: \.at, clock: bench.clock)
    try await bench.list.setRequest(bench.list.fetchRequest, sectionBy: other)
    try await bench.clock.awaited()
    #expect(try bench.changesets.isEmpty)
    let once = bench.store.list(
      bench.list.fetchRequest, sectionBy: bench.list.sectionBy, tracksChanges: false)
    bench.list.stop()
    try await bench.clock.awaited(by: 0)
    try await once.performFetch()
    #expect(bench.clock.deadlines.isEmpty)
  }
}

/// Records what delegates are told about sections.
@MainActor private final class SectionCalls: ResultsControllerDelegate, ResultsSnapshotDelegate {
  var calls: [String] = []
  var renamed: [StoredValue] = []
  var reconfigured: [RowKey] = []

  func controllerWillChangeContent(_ controller: ResultsController<Visit>) { calls.append("will") }

  func controller(
    _ controller: ResultsController<Visit>, didChange section: ResultsSectionInfo<Visit>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) { calls.append("\(type) section \(sectionIndex) \(section.name)") }

  func controller(
    _ controller: ResultsController<Visit>, didChange object: Visit, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) { calls.append("row") }

  func controllerDidChangeContent(_ controller: ResultsController<Visit>) { calls.append("did") }

  func controller(
    _ controller: ResultsController<Visit>, didChangeContentWith snapshot: ResultsSnapshot<Visit>
  ) {
    renamed = snapshot.renamedSectionIdentifiers
    reconfigured = snapshot.reconfiguredItemIdentifiers
  }

  func controller(_ controller: ResultsController<Visit>, didChangeStatus status: ResultsStatus) {}

  func controllerDidChangeAlongside(_ controller: ResultsController<Visit>) {}
}
