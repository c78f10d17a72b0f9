import Foundation
import Sectional
import TestSupport
import Testing

/// Lists with a window that can't know which blocks changed.
@MainActor @Suite struct LongListDoubtTests {
  @Test(arguments: StoreKind.databases)
  func `without old values, what is held is right at once and the counts are soon`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind, logging: [])
    let list = bench.list()
    // Nothing is counted again before the test is over.
    list.options.reading.counting.restFactor = 1_000_000
    try await list.performFetch()
    try await bench.finishCounting(list)
    try await bench.store.writeElsewhere("UPDATE item SET team = 'd' WHERE id = 59990")
    try await list.refresh()
    // All rows were counted again at once, because they hadn't been before.
    #expect(list.results.map(\.count) == [2000, 2000, 1999, 1])
    #expect(list.results.counting?.doubt == nil)
    let first = try #require(list.row(ifLoaded: LongListBench.path(0, 0)))
    try await bench.store.writeElsewhere("DELETE FROM item WHERE id IN (\(first.id), 10)")
    try await list.refresh()
    #expect(list.row(ifLoaded: LongListBench.path(0, 0))?.id != first.id)
    #expect(list.results.counting?.doubt != nil)
    // The block of the deleted row was read again, the one of the other row still counts it.
    #expect(list.results.map(\.count) == [1999, 2000, 1999, 1])
  }

  @Test(arguments: StoreKind.databases)
  func `a list with very many rows shows what it holds before it counts again`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind, logging: [])
    let list = bench.list()
    list.options.reading.counting.mostRowsAtOnce = 5000
    try await list.performFetch()
    try await bench.finishCounting(list)
    let recorder = CountRecorder(list.results)
    list.changesetDelegate = recorder
    let first = try #require(list.row(ifLoaded: LongListBench.path(0, 0)))
    // Nobody knows which block lost the second row.
    try await bench.store.writeElsewhere("DELETE FROM item WHERE id IN (\(first.id), 59990)")
    try await list.refresh()
    try await bench.finishCounting(list)
    #expect(recorder.doubts == [true, false])
    #expect(recorder.counts == [1999, 2000, 1999])
    #expect(list.row(ifLoaded: LongListBench.path(0, 0))?.id != first.id)
  }

  @Test(arguments: StoreKind.databases)
  func `in doubt, rows that come at the edges of what is held are seen`(kind: StoreKind)
    async throws
  {
    let bench = try await LongListBench(kind, logging: [])
    let list = bench.list(holding: 2000)
    // Nothing is counted again before the test is over.
    list.options.reading.counting.restFactor = 1_000_000
    try await list.performFetch()
    try await bench.finishCounting(list)
    try await list.loadRows(at: [LongListBench.path(0, 0), LongListBench.path(2, 1999)])
    for id in [10, 20] {
      try await bench.store.writeElsewhere("DELETE FROM item WHERE id = \(id)")
      try await list.refresh()
    }
    #expect(list.results.counting?.doubt != nil)
    let last = try #require(list.results.last?.count)
    try await bench.store.write { batch in
      batch.upsert(Item(1, "", "a"))
      batch.upsert(Item(2, "zzz", "c"))
    }
    try await list.refresh()
    #expect(list.row(ifLoaded: LongListBench.path(0, 0))?.id == 1)
    try #require(list.results.last?.count == last + 1)
    #expect(list.row(ifLoaded: LongListBench.path(2, last))?.id == 2)
  }

  @Test(arguments: StoreKind.databases)
  func `the last rows stay in memory when all rows are counted again`(kind: StoreKind) async throws
  {
    let bench = try await LongListBench(kind, logging: [])
    let list = try await bench.countedList(holding: 2000)
    let last = LongListBench.path(2, 1999)
    try await list.loadRows(at: [last])
    #expect(list.row(ifLoaded: last) != nil)
    let fetches = list.diagnostics.fullFetches
    try await bench.store.writeElsewhere("DELETE FROM item WHERE id = 10")
    try await list.refresh()
    try await bench.finishCounting(list)
    #expect(list.diagnostics.fullFetches > fetches)
    #expect(list.results.map(\.count) == [2000, 1999, 2000])
    #expect(list.row(ifLoaded: last) != nil)
  }

  @Test(arguments: StoreKind.databases)
  func `an update that keeps the order needs no old values`(kind: StoreKind) async throws {
    let bench = try await LongListBench(
      kind, after: "ALTER TABLE item ADD COLUMN note text", logging: [])
    let list = bench.list()
    list.options.reading.counting.restFactor = 1_000_000
    try await list.performFetch()
    try await bench.finishCounting(list)
    let before = list.diagnostics
    let recorder = CountRecorder(list.results)
    list.changesetDelegate = recorder
    try await bench.store.writeElsewhere(
      "UPDATE item SET note = 'new' WHERE id IN (30000, 30030, 59980)")
    try await list.refresh()
    #expect(list.results.counting?.doubt == nil)
    #expect(list.diagnostics.fullFetches == before.fullFetches)
    #expect(list.diagnostics.rowsRead - before.rowsRead <= 3 + 2 * 512)
    #expect(recorder.resets == 0)
    // One of these rows goes, so nobody knows which block lost it.
    try await bench.store.writeElsewhere(
      "UPDATE item SET note = 'newer' WHERE id = 30000; DELETE FROM item WHERE id = 59980")
    try await list.refresh()
    #expect(list.diagnostics.fullFetchReason != before.fullFetchReason)
    #expect(recorder.resets == 1)
  }

  @Test(arguments: StoreKind.databases)
  func `each block that turns out to have other rows is told`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind, logging: [])
    let list = bench.list()
    list.options.reading.counting.restFactor = 1_000_000
    try await list.performFetch()
    try await bench.finishCounting(list)
    // All rows are counted again now, and not after the next change.
    for ids in ["10", "11000, 31000, 59000"] {
      try await bench.store.writeElsewhere("DELETE FROM item WHERE id IN (\(ids))")
      try await list.refresh()
    }
    #expect(list.results.numberOfObjects == 5999)
    let recorder = CountRecorder(list.results)
    list.changesetDelegate = recorder
    for section in [0, 1, 2] {
      for item in stride(from: 0, to: list.results[section].count - 3, by: 300) {
        try await list.loadRows(at: [LongListBench.path(section, item)])
        #expect(recorder.counts == list.results.map(\.count))
      }
    }
    #expect(list.results.numberOfObjects == 5996)
  }

  @Test(arguments: StoreKind.databases)
  func `counts become exact again by themselves`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind, logging: [])
    let list = try await bench.countedList()
    for id in [59990, 59980, 59970] {
      try await bench.store.writeElsewhere("DELETE FROM item WHERE id = \(id)")
      try await list.refresh()
    }
    try await bench.finishCounting(list)
    #expect(list.results.map(\.count) == [1999, 1999, 1999])
  }

  @Test func `own writes to a file are followed exactly without a log`() async throws {
    let bench = try await LongListBench(.sqlite, logging: nil)
    let list = try await bench.countedList()
    let fetches = list.diagnostics.fullFetches
    try await bench.store.write { batch in
      batch.upsert(Item(59990, "n1", "d"))
      batch.delete(Item(30000, "", nil))
    }
    try await list.refresh()
    #expect(list.results.map(\.count) == [1999, 2000, 1999, 1])
    #expect(list.diagnostics.fullFetches == fetches)
  }
}

/// Knows the numbers of rows only from what it is told.
private final class CountRecorder: ResultsChangesetDelegate {
  private(set) var counts: [Int]
  private(set) var resets = 0
  /// Whether counts were in doubt after each reset.
  private(set) var doubts: [Bool] = []

  init(_ results: ResultsList<Item>) { counts = results.map(\.count) }

  func controller(
    _ controller: ResultsController<Item>,
    didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    guard changeset.isReset else { return }
    counts = changeset.after.map(\.count)
    doubts.append(changeset.after.counting?.doubt != nil)
    resets += 1
  }
}
