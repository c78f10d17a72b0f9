import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Lists that begin at their end.
@MainActor @Suite struct TailTests {
  @Test(arguments: StoreKind.allCases)
  func `a list opens with its last rows, in the sections that they have among all`(
    kind: StoreKind
  ) async throws {
    let bench = try await TailBench(kind, of: 0..<3000, last: 1000)
    #expect(bench.shown == Array(2000..<3000))
    #expect(bench.list.results.hasEarlierRows)
    #expect(bench.pictures == (try await bench.sections()))
    #expect(bench.pictures.count > 1)
    if kind != .memory { #expect(bench.list.diagnostics.rowsRead == 1000) }
    #expect(bench.list.diagnostics.sortedHere == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `earlier rows are inserted before the others, and dropped again`(
    kind: StoreKind
  ) async throws {
    let bench = try await TailBench(kind, of: 0..<3000, last: 20)
    let read = try await bench.rowsRead { try await bench.list.loadEarlier(30) }
    if kind != .memory { #expect(read == 30) }
    #expect(bench.shown == Array(2950..<3000))
    #expect(bench.pictures == (try await bench.sections()))
    let change = try #require(bench.recorder.changesets.last)
    #expect(change.rowChanges.map(\.kind) == Array(repeating: .insert, count: 30))
    #expect(bench.recorder.changesets.count == 1)

    try await bench.list.trim(to: 25)
    #expect(bench.shown == Array(2975..<3000))
    #expect(bench.recorder.kinds.last == Array(repeating: .delete, count: 25))
    // Fewer than it began with don't stay.
    try await bench.list.trim(to: 1)
    #expect(bench.shown == Array(2980..<3000))
    #expect(bench.list.results.hasEarlierRows)
  }

  @Test(arguments: StoreKind.allCases)
  func `no row leaves when others come after it`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 0..<1000, last: 5)
    for number in 1000..<1100 {
      let read = try await bench.rowsRead { try await bench.insert([Int64(number)]) }
      if kind != .memory { #expect(read <= 1) }
    }
    #expect(bench.shown == Array(995..<1100))
    #expect(bench.recorder.kinds.allSatisfy { $0 == [.insert] })
    #expect(bench.list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `earlier rows come as soon as too few are left`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 0..<1000, last: 5)
    try await bench.insert(1000..<1003)
    try await bench.delete(996..<999)
    #expect(bench.shown == [995, 999, 1000, 1001, 1002])
    let read = try await bench.rowsRead { try await bench.delete([999, 1002]) }
    if kind != .memory { #expect(read == 2) }
    #expect(bench.shown == [993, 994, 995, 1000, 1001])
    // What comes before the first one isn't shown, and what comes after it is.
    try await bench.delete([990, 1])
    try await bench.insert([990, 999])
    #expect(bench.shown == [993, 994, 995, 999, 1000, 1001])
    #expect(bench.list.diagnostics.fullFetches == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `thousands of older rows don't come into a list that began with few`(
    kind: StoreKind
  ) async throws {
    let bench = try await TailBench(kind, of: 6000..<6003, last: 50)
    #expect(bench.shown == Array(6000..<6003))
    #expect(!bench.list.results.hasEarlierRows)
    try await bench.insert(5000..<6000)
    #expect(bench.shown == Array(5953..<6003))
    #expect(bench.list.results.hasEarlierRows)
    // So many that they aren't looked up one by one.
    try await bench.insert(0..<5000)
    #expect(bench.shown == Array(5953..<6003))
    #expect(bench.recorder.changesets.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that began empty shows the last rows`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 0..<0, last: 3)
    #expect(bench.shown == [])
    #expect(!bench.list.results.hasEarlierRows)
    try await bench.insert([10])
    #expect(bench.shown == [10])
    try await bench.delete([10])
    try await bench.insert([5])
    #expect(bench.shown == [5])
    try await bench.insert(0..<5)
    #expect(bench.shown == [3, 4, 5])
    try await bench.delete(0..<6)
    #expect(bench.shown == [])
    try await bench.insert(0..<6)
    #expect(bench.shown == [3, 4, 5])
  }

  @Test(arguments: StoreKind.allCases)
  func `the section in which the list begins is cut, and each header is told`(
    kind: StoreKind
  ) async throws {
    let bench = try await TailBench(kind, of: 0..<100, last: 30)
    var headers = Dictionary(
      uniqueKeysWithValues: bench.list.results.map { ($0.key, $0.isCut) })
    #expect(bench.list.results.first?.isCut == true)
    while bench.list.results.hasEarlierRows {
      try await bench.list.loadEarlier(10)
      let change = try #require(bench.recorder.changesets.last)
      for index in change.sectionInserts + change.sectionInfoUpdates {
        headers[change.after[index].key] = change.after[index].isCut
      }
      #expect(bench.list.results.allSatisfy { headers[$0.key] == $0.isCut })
    }
    #expect(bench.list.results.allSatisfy { !$0.isCut })
  }

  @Test(arguments: StoreKind.allCases)
  func `all rows can be loaded bit by bit`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 0..<100, last: 30)
    while bench.list.results.hasEarlierRows { try await bench.list.loadEarlier(30) }
    #expect(bench.shown == Array(0..<100))
    #expect(bench.pictures == (try await bench.sections()))
    try await bench.list.loadEarlier(30)
    #expect(bench.recorder.changesets.count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `at midnight today becomes yesterday, and the list begins where it did`(
    kind: StoreKind
  ) async throws {
    let clock = DayClock(TailBench.start.addingTimeInterval(1800 * 60), TailBench.zone)
    let section = SectionKey<Visit>.relativeDay(of: \.at, clock: clock)
    let bench = try await TailBench(kind, of: 0..<3000, last: 1000, sectionBy: section)
    try await bench.list.loadEarlier(500)
    try await clock.awaited()
    #expect(bench.pictures.map(\.name) == ["Today", "Tomorrow"])
    for (minutes, name) in [(2900.0, "Yesterday"), (14_000, "November 2026")] {
      let read = try await bench.rowsRead {
        try await clock.set(TailBench.start.addingTimeInterval(minutes * 60))
        try await wait(for: "the new day") { bench.pictures.first?.name == name }
      }
      #expect(read == 0)
      #expect(bench.shown == Array(1500..<3000))
      #expect(bench.pictures == (try await bench.sections(by: section)))
      try await bench.delete([1500, 1499])
      try await bench.insert([1499])
      #expect(bench.shown == Array(1501..<3000))
      try await bench.insert([1500])
      #expect(bench.shown == Array(1500..<3000))
    }
    try await bench.list.loadEarlier(2)
    #expect(bench.shown == Array(1498..<3000))
    #expect(bench.pictures == (try await bench.sections(by: section)))
  }

  @Test(arguments: StoreKind.databases)
  func `a list follows other programs, also if no log says what they write`(
    kind: StoreKind
  ) async throws {
    for isLogged in [true, false] {
      let bench = try await TailBench(kind, of: 0..<500, last: 10, isLogged: isLogged)
      try await bench.list.loadEarlier(5)
      try await bench.store.writeElsewhere("DELETE FROM visit WHERE id IN (485, 490, 3)")
      try await bench.list.refresh()
      #expect(bench.shown == [486, 487, 488, 489] + Array(491..<500))
      try await bench.store.writeElsewhere("DELETE FROM visit WHERE id > 492")
      try await bench.list.refresh()
      #expect(bench.shown == Array(481..<485) + [486, 487, 488, 489, 491, 492])
    }
  }

  @Test
  func `a list can't begin at its end and have a limit, and only such a list has earlier rows`()
    async throws
  {
    let bench = try await TailBench(.memory, of: 0..<10, last: 3)
    var limited = TailBench.request(last: 3)
    limited.fetchLimit = 5
    await #expect(throws: StoreError.self) {
      try await bench.store.list(limited).performFetch()
    }
    let plain = bench.store.list(ResultsRequest<Visit>(sortBy: [SortKey(\.at)]))
    try await plain.performFetch()
    #expect(!plain.results.hasEarlierRows)
    await #expect(throws: StoreError.self) { try await plain.loadEarlier(3) }
    #expect(try await bench.store.fetch(TailBench.request(last: 3)).map(\.id) == [7, 8, 9])
  }

  @Test func `a row that can't be read and isn't shown does no harm`() async throws {
    let bench = try await TailBench(.sqlite, of: 0..<100, last: 10)
    try await bench.store.execute("UPDATE visit SET level = 'high' WHERE id IN (50, 89)")
    try await bench.list.refresh()
    #expect(bench.shown == Array(90..<100))
    try await bench.insert([100])
    #expect(bench.shown == Array(90...100))
    await #expect(throws: StoreError.self) { try await bench.list.loadEarlier(1) }
    #expect(bench.shown == Array(90...100))
    // Nothing is left of the request.
    try await bench.insert([101])
    #expect(bench.shown == Array(90...101))
    try await bench.store.execute("UPDATE visit SET level = 1 WHERE id = 89")
    try await bench.list.refresh()
    #expect(bench.shown == Array(90...101))
    try await bench.list.loadEarlier(1)
    #expect(bench.shown == Array(89...101))
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that doesn't follow its store has earlier rows, too`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 0..<100, last: 10)
    let list = bench.store.list(TailBench.request(last: 10), tracksChanges: false)
    try await list.performFetch()
    try await bench.insert([100])
    try await list.loadEarlier(5)
    #expect(list.results.rows.map(\.id) == Array(85...100))
    try await list.trim(to: 10)
    #expect(list.results.rows.map(\.id) == Array(91...100))
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that has no earlier rows still begins where it did`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 5..<9, last: 2)
    try await bench.list.loadEarlier(2)
    #expect(bench.shown == [5, 6, 7, 8])
    try await bench.delete([5, 6])
    try await bench.list.loadEarlier(10)
    #expect(bench.shown == [7, 8])
    try await bench.insert([4, 6])
    #expect(bench.shown == [6, 7, 8])
  }

  @Test(arguments: StoreKind.allCases)
  func `a paused list loads earlier rows, and shows only some of each day`(
    kind: StoreKind
  ) async throws {
    let bench = try await TailBench(kind, of: 0..<3000, last: 10)
    bench.list.sectionDisplay.rows = .last(3)
    #expect(bench.shown == [2997, 2998, 2999])
    try await bench.list.loadEarlier(10)
    #expect(bench.shown == [2997, 2998, 2999])
    #expect(bench.list.results.totalCount == 20)
    bench.list.pause()
    try await bench.insert([3000])
    try await bench.list.loadEarlier(10)
    #expect(bench.list.results.totalCount == 31)
    bench.list.resume()
    #expect(bench.shown == [2998, 2999, 3000])
    bench.list.sectionDisplay = .all
    #expect(bench.shown == Array(2970...3000))
  }

  @Test(arguments: StoreKind.allCases)
  func `another request begins at its own end`(kind: StoreKind) async throws {
    let bench = try await TailBench(kind, of: 0..<100, last: 10)
    try await bench.list.loadEarlier(50)
    var request = TailBench.request(last: 5)
    request = ResultsRequest(
      predicate: #Predicate { $0.id < 50 }, sortBy: request.sortBy)
    request.fetchLast = 5
    try await bench.list.setRequest(request)
    #expect(bench.shown == Array(45..<50))
    try await bench.list.loadEarlier(5)
    #expect(bench.shown == Array(40..<50))
  }

  /// Sections as sorted come again where a list begins earlier, or where a row comes.
  @Test(arguments: StoreKind.databases)
  func `a section that reappears is an error, and the list keeps its rows`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(
      kind, of: Visit.self,
      (0..<6).map {
        Visit(id: $0, team: ["a", "a", "b", "b", "c", "c"][Int($0)], at: TailBench.message($0).at)
      })
    let list = store.list(
      TailBench.request(last: 3), sectionBy: SectionKey(\.team).asSorted)
    try await list.performFetch()
    #expect(list.results.rows.map(\.id) == [3, 4, 5])
    try await store.write { $0.insert(Visit(id: 6, team: "b", at: TailBench.message(6).at)) }
    await #expect(throws: StoreError.self) { try await list.refresh() }
    #expect(list.results.rows.map(\.id) == [3, 4, 5])
    try await store.write { $0.delete(Visit(id: 6)) }
    try await list.refresh()
    try await list.loadEarlier(2)
    #expect(list.results.rows.map(\.id) == [1, 2, 3, 4, 5])
  }

  /// A changed key has other terms than the position at which a list began.
  @Test(arguments: StoreKind.databases)
  func `a list follows a table that gets another key`(kind: StoreKind) async throws {
    let types = kind == .postgres ? "bigint" : "INTEGER"
    let store = try await TestStore(
      kind,
      sqlite:
        "CREATE TABLE message(sent INTEGER, id INTEGER, room INTEGER, PRIMARY KEY (id)) WITHOUT ROWID",
      postgres: "CREATE TABLE message(sent bigint, id bigint PRIMARY KEY, room bigint NOT NULL)")
    for id in 0..<20 {
      try await store.execute("INSERT INTO message VALUES (\(id / 2), \(id), 1)")
    }
    var request = ResultsRequest<StoredRow>(
      source: .table("message"), sortBy: [SortKey(.column("sent"))])
    request.fetchLast = 5
    let list = store.list(request)
    try await list.performFetch()
    try await list.loadEarlier(2)
    try await store.writeElsewhere(
      """
      BEGIN;
      ALTER TABLE message RENAME TO old;
      CREATE TABLE message(
        sent \(types), id \(types) NOT NULL, room \(types) NOT NULL, PRIMARY KEY (room, id));
      INSERT INTO message SELECT sent, id, room FROM old;
      COMMIT;
      """)
    try await list.refresh()
    #expect(list.results.rows.compactMap { $0.values[1].integer } == Array(13..<20))
    try await store.execute("DELETE FROM message WHERE id > 15")
    try await list.refresh()
    try await list.loadEarlier(3)
    #expect(list.results.rows.compactMap { $0.values[1].integer } == Array(8..<16))
  }
}

extension StoredValue {
  fileprivate var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
