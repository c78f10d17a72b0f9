import Foundation
import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Counts, sums, averages and extremes of sections, compared with loops over their records.
@MainActor @Suite struct AggregateTests {
  private nonisolated static let open = Aggregate.count(where: #Predicate<Visit> { $0.isOpen })
  private nonisolated static let levels = Aggregate.sum(\Visit.level)
  private nonisolated static let weights = Aggregate.sum(\Visit.weight)
  private nonisolated static let weight = Aggregate.average(\Visit.weight)
  private nonisolated static let first = Aggregate.minimum(\Visit.name)
  private nonisolated static let last = Aggregate.maximum(\Visit.weight)

  private static var request: ResultsRequest<Visit> {
    var request = ResultsRequest<Visit>(sortBy: [SortKey(\.name)])
    request.compute(open, levels, weights, weight, first, last)
    return request
  }

  /// What the aggregates are, by a loop.
  private struct Values: Equatable {
    var open = 0
    var levels: Int128?
    var weights: Double?
    var weight: Double?
    var first: String?
    var last: Double?

    init(_ visits: some Sequence<Visit>) {
      let visits = Array(visits)
      open = visits.count(where: \.isOpen)
      if !visits.isEmpty { levels = visits.reduce(0) { $0 + Int128($1.level) } }
      // Their sums are exact.
      let known = visits.compactMap(\.weight)
      if !known.isEmpty {
        weights = known.reduce(0, +)
        weight = known.reduce(0, +) / Double(known.count)
      }
      first = visits.map(\.name).min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      last = known.max()
    }

    init(_ value: (Int, Int128?, Double?, Double?, String?, Double?)) {
      (open, levels, weights, weight, first, last) = value
    }
  }

  private func values(_ section: ResultsSectionInfo<Visit>) -> Values {
    Values(
      (
        section.value(of: Self.open), section.value(of: Self.levels),
        section.value(of: Self.weights), section.value(of: Self.weight),
        section.value(of: Self.first), section.value(of: Self.last)
      ))
  }

  /// Checks the values of a list with some records; its own by default.
  private func check(
    _ list: ResultsController<Visit>, with visits: [Visit]? = nil,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let visits = visits ?? Array(list.results.allRows)
    for section in list.results {
      let own = visits.filter { $0.team == section.key.text }
      #expect(values(section) == Values(own), sourceLocation: sourceLocation)
    }
    let results = list.results
    let total = Values(
      (
        results.value(of: Self.open), results.value(of: Self.levels),
        results.value(of: Self.weights), results.value(of: Self.weight),
        results.value(of: Self.first), results.value(of: Self.last)
      ))
    #expect(total == Values(visits), sourceLocation: sourceLocation)
  }

  private static func visit(_ id: Int64, _ generator: inout SeededGenerator) -> Visit {
    Visit(
      id: id, name: "n\(generator.below(50))",
      team: generator.happens(onceIn: 5) ? nil : "t\(generator.below(4))",
      level: generator.below(1000) - 500,
      weight: generator.happens(onceIn: 4) ? nil : Double(generator.below(4000)) / 8,
      isOpen: generator.happens(onceIn: 3))
  }

  @Test(arguments: StoreKind.allCases, 0..<4 as Range<UInt64>)
  func `aggregates are those of the records, also after random changes`(
    kind: StoreKind, seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let visits = (0..<300).map { Self.visit($0, &generator) }
    let store = try await TestStore(kind, of: Visit.self, visits)
    if kind != .memory { try await store.installChangeLog(for: ["visit"]) }
    var request = Self.request
    if seed == 2 { (request.fetchOffset, request.fetchLimit) = (20, 150) }
    if seed == 3 { request.fetchLast = 100 }
    let list = store.list(request, sectionBy: SectionKey(\.team))
    let recorder = HeaderRecorder()
    list.changesetDelegate = recorder
    try await list.performFetch()
    check(list)
    recorder.begin(list.results)
    if seed == 1 { list.sectionDisplay.rows = .first(2) }
    for _ in 0..<kind.steps(40) {
      let changed = (0...generator.below(5)).map { _ in Int64(generator.below(330)) }
      let records = Set(changed).map { Self.visit($0, &generator) }
      let deletes = generator.happens(onceIn: 3)
      try await store.write { batch in
        for record in records {
          if deletes { batch.delete(record) } else { batch.upsert(record) }
        }
      }
      try await list.refresh()
      check(list)
      recorder.check(list.results)
      #expect(recorder.problems == [])
    }
  }

  /// What a section's header says.
  fileprivate static func info(_ section: ResultsSectionInfo<Visit>) -> [String] {
    [
      "\(section.totalCount) \(section.count) \(section.isCollapsed) \(section.isCut)",
      "\(section.value(of: open))",
      "\(section.value(of: levels) as Any)", "\(section.value(of: weights) as Any)",
      "\(section.value(of: weight) as Any)", "\(section.value(of: first) as Any)",
      "\(section.value(of: last) as Any)",
    ]
  }

  /// Headers that are configured again only if a change set names them.
  @MainActor private final class HeaderRecorder: @MainActor ResultsChangesetDelegate {
    private(set) var problems: [String] = []
    private var headers: [StoredValue: [String]] = [:]

    func begin(_ results: ResultsList<Visit>) {
      for section in results { headers[section.key] = AggregateTests.info(section) }
    }

    func check(_ results: ResultsList<Visit>) {
      for section in results where headers[section.key] != AggregateTests.info(section) {
        problems.append("the header of \(section.name) is an old one")
      }
    }

    func controller(
      _ controller: ResultsController<Visit>,
      didChangeContentWith changeset: ResultsChangeset<Visit>
    ) {
      guard !changeset.isReset else { return begin(changeset.after) }
      for index in changeset.sectionInserts + changeset.sectionInfoUpdates {
        let section = changeset.after[index]
        if changeset.sectionInfoUpdates.contains(index),
          headers[section.key] == AggregateTests.info(section)
        {
          problems.append("\(section.name) is named, and says what it said")
        }
        headers[section.key] = AggregateTests.info(section)
      }
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a request that computes more is told to the headers`(
    kind: StoreKind, isSectioned: Bool
  ) async throws {
    var generator = SeededGenerator(seed: 5)
    let store = try await TestStore(
      kind, of: Visit.self, (0..<50).map { Self.visit($0, &generator) })
    var request = ResultsRequest<Visit>(sortBy: [SortKey(\.name)])
    let list = store.list(request, sectionBy: isSectioned ? SectionKey(\.team) : nil)
    let recorder = ChangesetRecorder<Visit>()
    list.changesetDelegate = recorder
    try await list.performFetch()
    request.compute(Self.open)
    try await list.setRequest(request)
    #expect(recorder.changesets.map(\.sectionInfoUpdates) == [Array(list.results.indices)])
    var record = try #require(list.results.rows.first)
    record.isOpen.toggle()
    let changed = record
    try await store.write { $0.update(changed) }
    try await list.refresh()
    #expect(recorder.changesets.last?.sectionInfoUpdates.count == 1)
    #expect(
      list.results.value(of: Self.open) == list.results.rows.filter(\.isOpen).count)
  }

  /// A property of integers accepts reals without a fraction.
  @Test func `integers that a file holds as reals are summed up exactly`() async throws {
    let store = try await TestStore(.sqlite, of: Visit.self)
    try await store.execute("ALTER TABLE visit RENAME COLUMN level TO old")
    try await store.execute("ALTER TABLE visit ADD COLUMN level REAL NOT NULL DEFAULT 0")
    for (id, level) in [(1, "9007199254740992.0"), (2, "1.0")] {
      try await store.execute(
        """
        INSERT INTO visit (id, name, old, is_open, at, mark, level)
        VALUES (\(id), 'a', 0, 0, 0, x'00000000000000000000000000000000', \(level))
        """)
    }
    let list = store.list(Self.request)
    try await list.performFetch()
    #expect(list.results.value(of: Self.levels) == 9_007_199_254_740_993)
  }

  @Test(arguments: StoreKind.allCases, [0, 10])
  func `a list that doesn't hold all rows sums up the others, too`(
    kind: StoreKind, batch: Int
  ) async throws {
    var generator = SeededGenerator(seed: UInt64(batch))
    let visits = (0..<1500).map { Self.visit($0, &generator) }
    let store = try await TestStore(kind, of: Visit.self, visits)
    if kind != .memory {
      let order =
        kind == .postgres
        ? #"team COLLATE "C" NULLS FIRST, name COLLATE "C", id"# : "team, name, id"
      try await store.execute("CREATE INDEX by_team ON visit (\(order))")
    }
    switch store.base {
    case .memory: break
    case .sqlite(let store, _):
      try await store.installChangeLog(for: ["visit"], oldValuesOf: ["team", "name"])
    case .postgres(let store, _):
      try await store.installChangeLog(for: ["visit"], oldValuesOf: ["team", "name"])
    }
    var request = Self.request
    if batch > 0 { request.fetchBatchSize = batch } else { request.fetchWindowSize = 500 }
    let list = store.list(request, sectionBy: SectionKey(\.team))
    let whole = store.list(ResultsRequest<Visit>(), sectionBy: SectionKey(\.team))
    let recorder = HeaderRecorder()
    list.changesetDelegate = recorder
    try await list.performFetch()
    try await whole.performFetch()
    while list.results.counting?.isComplete == false { try await list.refresh() }
    check(list, with: Array(whole.results.allRows))
    recorder.begin(list.results)
    for _ in 0..<kind.steps(20) {
      let changed = (0...generator.below(5)).map { _ in Int64(generator.below(1600)) }
      var records = Set(changed).map { Self.visit($0, &generator) }
      let deletes = generator.happens(onceIn: 3)
      if !deletes, generator.happens(onceIn: 2) {
        // They keep their places.
        let known = Array(whole.results.allRows)
        records = records.compactMap { record in
          guard var row = known.first(where: { $0.id == record.id }) else { return nil }
          (row.level, row.isOpen) = (record.level, record.isOpen)
          return row
        }
      }
      let written = records
      try await store.write { writer in
        for record in written {
          if deletes { writer.delete(record) } else { writer.upsert(record) }
        }
      }
      if generator.happens(onceIn: 2) {
        let section = generator.below(list.results.count)
        let item = generator.below(list.results[section].count)
        try await list.loadRows(at: [IndexPath(indexes: [section, item])])
      }
      try await list.refresh()
      try await whole.refresh()
      check(list, with: Array(whole.results.allRows))
      recorder.check(list.results)
      #expect(recorder.problems == [])
    }
  }

  @Test func `a cell that can't be summed up is an error, although its row isn't loaded`()
    async throws
  {
    let store = try await TestStore(.sqlite, of: Visit.self)
    for id in 1...40 {
      try await store.execute(
        """
        INSERT INTO visit (id, name, level, is_open, at, mark)
        VALUES (\(id), 'n\(id)', \(id == 30 ? "'?'" : "1"), 0, 0, x'00000000000000000000000000000000')
        """)
    }
    var request = Self.request
    request.fetchBatchSize = 5
    let list = store.list(request)
    await #expect(throws: StoreError.self) { try await list.performFetch() }
    try await store.execute("UPDATE visit SET level = 2 WHERE id = 30")
    try await list.performFetch()
    #expect(list.results.value(of: Self.levels) == 41)
  }

  @Test func `aggregates that weren't asked for are computed, but not of rows that aren't loaded`()
    async throws
  {
    var generator = SeededGenerator(seed: 9)
    let store = try await TestStore(
      .memory, of: Visit.self, (0..<100).map { Self.visit($0, &generator) })
    let list = store.list(ResultsRequest<Visit>(), sectionBy: SectionKey(\.team))
    try await list.performFetch()
    check(list)
    var plain = ResultsRequest<Visit>()
    plain.fetchBatchSize = 10
    let batches = store.list(plain, sectionBy: SectionKey(\.team))
    try await batches.performFetch()
    #expect(batches.results.value(of: Self.open) == 0)
    #expect(batches.results.value(of: Self.levels) == nil)
  }
}

extension StoredValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
