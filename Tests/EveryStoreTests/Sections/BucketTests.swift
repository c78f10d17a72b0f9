import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Sections by ranges of numbers.
@MainActor @Suite struct BucketTests {
  private static let edge: Int64 = 9_007_199_254_740_992

  private func stores(_ levels: [Int64], _ weights: [Double?] = []) async throws
    -> RecordStores<Visit>
  {
    try await RecordStores(
      levels.indices.map { place in
        Visit(
          id: Int64(place), level: Int(levels[place]),
          weight: place < weights.count ? weights[place] : nil)
      })
  }

  private func expect(
    _ stores: RecordStores<Visit>, _ section: SectionKey<Visit>, _ names: [String],
    _ ids: [[Int64]], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for (name, list) in try await stores.lists(
      ResultsRequest(sortBy: [SortKey(\.id)]), sectionBy: section)
    {
      #expect(list.sections.map(\.name) == names, "\(name)", sourceLocation: sourceLocation)
      #expect(list.sections.map { $0.map(\.id) } == ids, "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test func `numbers are grouped by ranges, exactly`() async throws {
    let stores = try await stores(
      [-1, 0, 9, 10, 9_007_199_254_740_995, 9_007_199_254_740_996],
      [nil, 2.5, 5, 7.5, 10, 12.5])
    try await expect(
      stores, .buckets(of: \.level, from: [0, 10, 9_007_199_254_740_996]),
      ["< 0", "0 to < 10", "10 to < 9007199254740996", "\u{2265} 9007199254740996"],
      [[0], [1, 2], [3, 4], [5]])
    try await expect(
      stores, .buckets(of: \.weight, from: [2.5, 7.5]).named(nil: "none"),
      ["none", "2.5 to < 7.5", "\u{2265} 7.5"], [[0], [1, 2], [3, 4, 5]])
    let keys = try await stores.lists(
      ResultsRequest(), sectionBy: .buckets(of: \.level, from: [0, 10, 9_007_199_254_740_996]))
    for (_, list) in keys { #expect(list.sections.map(\.key) == [0, 1, 2, 3]) }
  }

  @Test func `bounds that no double distinguishes are two bounds`() async throws {
    let levels = [Self.edge - 1, Self.edge, Self.edge + 1, Self.edge + 2, .max - 1, .max, .min]
    let stores = try await stores(levels, levels.map { Double($0) })
    try await expect(
      stores, .buckets(of: \.level, from: [Self.edge, Self.edge + 1, .max]),
      [
        "< 9007199254740992", "9007199254740992 to < 9007199254740993",
        "9007199254740993 to < 9223372036854775807", "\u{2265} 9223372036854775807",
      ], [[0, 6], [1], [2, 3, 4], [5]])
    // As reals, the levels are rounded: 2^53 + 1 to 2^53, and the last two before 2^63 to 2^63.
    try await expect(
      stores, .buckets(of: \.weight, from: [Self.edge, Self.edge + 1, .max]),
      [
        "< 9007199254740992", "9007199254740992 to < 9007199254740993",
        "9007199254740993 to < 9223372036854775807", "\u{2265} 9223372036854775807",
      ], [[0, 6], [1, 2], [3], [4, 5]])
    // 2^63 is above all integers.
    try await expect(
      stores, .buckets(of: \.level, from: [-0x1p63, 0x1p63]),
      ["-9223372036854775808 to < 9.223372036854776e+18"], [[0, 1, 2, 3, 4, 5, 6]])
  }

  /// The oracle is SQLite's own comparison of what the cells hold.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `numbers are in the range that SQLite says`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let near: [Int64] = [0, 10, Self.edge, -Self.edge, 1 << 62, .max, .min]
    func integer() -> Int64 {
      let base = near[random.below(near.count)]
      return base.addingReportingOverflow(Int64(random.below(9) - 4)).partialValue
    }
    func real() -> Double {
      let base = Double(integer())
      return [base, base.nextUp, base.nextDown, base + 0.5][random.below(4)]
    }
    let cells = (0..<80).map { place in
      place % 2 == 0 ? StoredValue.integer(integer()) : .real(real())
    }
    let store = try await TestStore(
      .sqlite, sqlite: "CREATE TABLE item(id INTEGER PRIMARY KEY, n)")
    for (id, cell) in cells.enumerated() {
      try await store.execute("INSERT INTO item VALUES (?, ?)", [id, cell])
    }
    for _ in 0..<8 {
      let place = random.below(cells.count)
      let list = store.list(
        ResultsRequest<StoredRow>(source: .table("item"), sortBy: [SortKey(.column("id"))]),
        sectionBy: .buckets(of: "n", in: BucketBounds([cells[place]])), tracksChanges: false)
      try await list.performFetch()
      let answer = try await store.writeElsewhere(
        """
        SELECT group_concat(id) FROM (
          SELECT id, n >= (SELECT n FROM item WHERE id = \(place)) AS b FROM item ORDER BY id)
        GROUP BY b
        """
      )
      let shown = list.results.map { section in
        section.rows.keys.flatMap(\.values).map { id in
          if case .integer(let id) = id { "\(id)" } else { "?" }
        }.joined(separator: ",")
      }
      #expect(shown == answer.split(separator: "\n").map(String.init), "\(cells[place])")
    }
  }

  @Test func `bounds that don't ascend are an error that says what to do`() async throws {
    let stores = try await stores([1])
    let sections: [(SectionKey<Visit>, String)] = [
      (.buckets(of: \.level, from: [0, 100, 10]), "10 follows 100"),
      (.buckets(of: \.level, from: [0, 10, 10]), "10 follows 10"),
      (.buckets(of: \.weight, from: [0.0, -0.0]), "0 follows 0"),
      (.buckets(of: \.weight, from: [Double.nan, 1]), "leave out NaN"),
      (.buckets(of: \.weight, from: [1, Double.nan]), "leave out NaN"),
      (.buckets(of: \.weight, from: [1, nil as Double?]), "leave out NaN and null"),
    ]
    for (section, words) in sections {
      for error in await stores.errors(ResultsRequest(), sectionBy: section) {
        #expect(error?.code == .unsupported)
        #expect(error?.part == .section)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      }
    }
  }

  @Test func `a server's NaN is in no range, and is named`() async throws {
    let store = try await TestStore(
      .postgres,
      postgres: """
        CREATE TABLE item(id bigint PRIMARY KEY, n float8);
        INSERT INTO item VALUES (7, 'NaN'), (8, 'Infinity'), (9, '-Infinity')
        """)
    let list = store.list(
      ResultsRequest<StoredRow>(source: .table("item")),
      sectionBy: .buckets(of: "n", from: [0, 10]), tracksChanges: false)
    let error = await storeError { try await list.performFetch() }
    #expect(error?.code == .unexpectedCell)
    #expect(error?.message.contains("with the key 7 is NaN, but a number is expected") == true)
    try await store.execute("DELETE FROM item WHERE id = 7")
    try await list.performFetch()
    #expect(list.sections.map(\.name) == ["< 0", "\u{2265} 10"])
  }
}
