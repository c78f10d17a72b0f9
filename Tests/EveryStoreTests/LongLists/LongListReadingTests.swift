import Foundation
import Sectional
import TestSupport
import Testing

/// What lists with a window read, counted in rows.
@MainActor @Suite struct LongListReadingTests {
  @Test(arguments: StoreKind.databases)
  func `opening reads the first rows only`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = bench.list()
    try await list.performFetch()
    #expect(list.diagnostics.rowsRead == 128)
    #expect(list.results.numberOfObjects == 128)
    #expect(list.row(ifLoaded: LongListBench.path(0, 127)) != nil)
    #expect(list.results.counting?.isComplete == false)
  }

  @Test(arguments: StoreKind.databases)
  func `each row is counted once, and few are held`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = try await bench.countedList()
    #expect(list.results.map(\.count) == [2000, 2000, 2000])
    #expect(list.diagnostics.rowsRead == 6000)
    #expect(list.results.rows.keys.count == 128)
    #expect(list.results.indexPath(forKey: RowKey([.integer(59990)])) == nil)
  }

  @Test(arguments: StoreKind.databases)
  func `delegates are told that all rows are counted, also if no further ones are found`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind, count: 128)
    let list = bench.list()
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    try await list.performFetch()
    try await wait(for: "the end of counting") { recorder.lastProgress?.isComplete == true }
    #expect(list.results.numberOfObjects == 128)
    #expect(recorder.resets == 0)
  }

  @Test(arguments: StoreKind.databases)
  func `rows of blocks that are far apart are reported together, in order`(kind: StoreKind)
    async throws
  {
    let bench = try await LongListBench(kind)
    let list = try await bench.countedList(holding: 2000)
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    let paths = [LongListBench.path(2, 1500), LongListBench.path(0, 1500)]
    try await list.loadRows(at: paths)
    #expect(Set(paths).isSubset(of: recorder.loaded))
    #expect(recorder.loaded == recorder.loaded.sorted())
    for path in recorder.loaded { #expect(list.row(ifLoaded: path) != nil) }
  }

  @Test(arguments: StoreKind.databases)
  func `a jump by rank reads one block`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = try await bench.countedList()
    let before = list.diagnostics.rowsRead
    try await list.loadRows(at: [LongListBench.path(2, 1000)])
    #expect(list.diagnostics.rowsRead - before <= 512)
    let row = try #require(list.row(ifLoaded: LongListBench.path(2, 1000)))
    #expect(list.indexPath(forKey: RowKey([.integer(row.id)])) == LongListBench.path(2, 1000))
  }

  @Test(arguments: StoreKind.databases)
  func `the last row of a list that grew while it was paused is loaded alone`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind, count: 1500)
    let list = try await bench.countedList(holding: 600)
    list.pause()
    let last = LongListBench.path(2, list.results[2].count - 1)
    try await bench.store.write { batch in
      for id in 0..<Int64(3000) { batch.insert(Item(100_000 + id, "x\(id)", "d")) }
    }
    try await list.loadRows(at: [last])
    #expect(list.row(ifLoaded: last) != nil)
    #expect(list.results.rows.keys.count <= 600 + 512)
    #expect(list.results.map(\.count) == [500, 500, 500, 3000])
  }

  @Test(arguments: StoreKind.databases)
  func `a change of many blocks leaves the rows in memory that were looked at`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind)
    let list = bench.list(holding: 2000)
    // A change of more blocks is told as a whole, without what their rows were before.
    list.options.reading.counting.mostRestoredBlocks = 2
    try await list.performFetch()
    try await bench.finishCounting(list)
    try await list.loadRows(at: [LongListBench.path(2, 1000)])
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    try await bench.store.writeElsewhere("DELETE FROM item WHERE id % 70 = 0")
    try await list.refresh()
    #expect(recorder.resets == 1)
    #expect(list.results.numberOfObjects == 6000 - 858)
    for path in [LongListBench.path(0, 0), LongListBench.path(2, 850)] {
      let row = try #require(list.row(ifLoaded: path))
      #expect(list.indexPath(forKey: RowKey([.integer(row.id)])) == path)
    }
  }

  @Test(arguments: StoreKind.databases)
  func `a jump to a key reads the row and its block`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = try await bench.countedList()
    let before = list.diagnostics.rowsRead
    let found = try await list.loadRow(forKey: RowKey([.integer(40000)]))
    #expect(list.diagnostics.rowsRead - before <= 512 + 2)
    #expect(found.flatMap { list.row(ifLoaded: $0)?.id } == 40000)
    #expect(try await list.loadRow(forKey: RowKey([.integer(5)])) == nil)
  }

  @Test(arguments: StoreKind.databases)
  func `a list that stays at its end holds no more while rows are added there`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind, count: 1500)
    let list = try await bench.countedList(holding: 300)
    try await list.loadRows(at: [LongListBench.path(2, 499)])
    for round in 0..<Int64(15) {
      try await bench.store.write { batch in
        for id in 0..<Int64(200) {
          batch.insert(Item(100_000 + round * 200 + id, "x\(1000 + round * 200 + id)", "d"))
        }
      }
      try await list.refresh()
    }
    #expect(list.results.map(\.count) == [500, 500, 500, 3000])
    #expect(list.row(ifLoaded: LongListBench.path(3, 2999))?.name == "x3999")
    #expect(list.results.rows.keys.count <= 300 + 512)
  }

  @Test(arguments: StoreKind.databases)
  func `a page is read where nothing is counted yet`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = bench.list()
    try await list.performFetch()
    let key = RowKey([.integer(59990)])
    let page = try await list.page(at: .row(key), count: 21)
    #expect(page.results.indexPath(forKey: key) != nil)
    #expect(page.results.numberOfObjects == 21)
    let third = try await list.page(at: .section(.text("c")), count: 5)
    #expect(third.results.map(\.name) == ["c"])
    for count in [0, -3] {
      #expect(try await list.page(at: .row(key), count: count).results.numberOfObjects == 0)
    }
    let late = try await list.page(at: .rank(4000), count: 5)
    #expect(late.rank == 4000)
    #expect(late.results.rows.keys == third.results.rows.keys)
  }

  @Test(arguments: StoreKind.databases)
  func `a list that shows a part of its rows has no other pages`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let parts: [WritableKeyPath<ResultsRequest<Item>, Int>] = [
      \.fetchLimit, \.fetchOffset, \.fetchLast,
    ]
    for part in parts {
      var request = ResultsRequest<Item>.byName
      request[keyPath: part] = 3
      let list = bench.store.list(request)
      let error = await storeError { _ = try await list.page(at: .rank(0), count: 2) }
      #expect(error?.code == .unsupported)
    }
  }

  @Test(arguments: StoreKind.databases)
  func `a change anywhere reads the blocks that it concerns`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = try await bench.countedList()
    let fetches = list.diagnostics.fullFetches
    for (number, sql) in [
      "UPDATE item SET team = 'a' WHERE id = 59990", "DELETE FROM item WHERE id = 30000",
      "INSERT INTO item VALUES (7, 'n3000x', 'b')", "UPDATE item SET name = 'zz' WHERE id = 7",
    ].enumerated() {
      let before = list.diagnostics.rowsRead
      try await bench.store.writeElsewhere(sql)
      try await list.refresh()
      #expect(list.diagnostics.rowsRead - before <= 2 * 514, "change \(number)")
    }
    #expect(list.results.map(\.count) == [2000, 2001, 1999])
    #expect(list.diagnostics.fullFetches == fetches)
  }

  @Test(arguments: StoreKind.databases)
  func `other contents of a row that isn't held read nothing but the row`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind, after: "ALTER TABLE item ADD COLUMN note TEXT")
    let list = try await bench.countedList()
    let before = list.diagnostics.rowsRead
    try await bench.store.writeElsewhere("UPDATE item SET note = 'new' WHERE id = 59990")
    try await list.refresh()
    #expect(list.diagnostics.rowsRead - before <= 1)
  }

  @Test(arguments: StoreKind.databases)
  func `a reset has no tag, because a view must reload`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = bench.list()
    list.options.reading.counting.mostRestoredBlocks = 0
    try await list.performFetch()
    try await bench.finishCounting(list)
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    try await bench.store.write(tag: WriteTag()) { batch in
      batch.upsert(Item(59990, "n1", "d"))
    }
    try await list.refresh()
    #expect(recorder.resets == 1)
    #expect(recorder.tags == [nil])
    #expect(list.results.map(\.count) == [2000, 2000, 1999, 1])
  }

  @Test(arguments: StoreKind.databases)
  func `very many changes are added up without reading blocks`(kind: StoreKind) async throws {
    let bench = try await LongListBench(kind)
    let list = bench.list()
    list.options.reading.counting.mostRestoredBlocks = 2
    try await list.performFetch()
    try await bench.finishCounting(list)
    let recorder = ChangeRecorder()
    list.changesetDelegate = recorder
    let (before, fetches) = (list.diagnostics.rowsRead, list.diagnostics.fullFetches)
    try await bench.store.writeElsewhere(
      "UPDATE item SET team = 'd' WHERE id % 1000 = 0 AND team <> 'a'")
    try await list.refresh()
    #expect(list.results.map(\.count) == [2000, 1980, 1980, 40])
    #expect(list.diagnostics.fullFetches == fetches)
    #expect(list.results.counting?.doubt == nil)
    #expect(recorder.resets == 1)
    // The changed rows, and what was held before.
    #expect(list.diagnostics.rowsRead - before <= 40 + 200)
  }

  @Test(arguments: StoreKind.databases)
  func `rows that are counted later don't belong to what was looked at`(
    kind: StoreKind
  ) async throws {
    let bench = try await LongListBench(kind)
    let list = bench.list(holding: 1000)
    list.options.reading.counting.leastRows = 8192
    list.options.reading.counting.mostRestoredBlocks = 0
    try await list.performFetch()
    try await bench.finishCounting(list)
    let before = list.diagnostics.rowsRead
    try await bench.store.writeElsewhere("UPDATE item SET team = 'd' WHERE id = 59990")
    try await list.refresh()
    // The changed row, and the first ones.
    #expect(list.diagnostics.rowsRead - before <= 1 + 129)
  }
}

private final class ChangeRecorder: ResultsChangesetDelegate {
  private(set) var resets = 0
  private(set) var tags: [WriteTag?] = []
  private(set) var lastProgress: CountingProgress?
  private(set) var loaded: [IndexPath] = []

  func controller(_ controller: ResultsController<Item>, didLoadRowsAt indexPaths: [IndexPath]) {
    loaded += indexPaths
  }

  func controller(
    _ controller: ResultsController<Item>,
    didChangeContentWith changeset: ResultsChangeset<Item>
  ) {
    if changeset.isReset { resets += 1 }
    tags.append(changeset.tag)
    lastProgress = changeset.after.counting
  }
}
