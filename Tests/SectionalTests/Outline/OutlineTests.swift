import SectionalTesting
import Testing

@testable import Sectional

/// The outline of a list, made from all of its rows and brought up to date with some of them.
struct OutlineTests {
  private static let runs: [(OutlineModel.Kind, UInt64)] = OutlineModel.Kind.allCases.flatMap {
    kind in (0..<12).map { (kind, $0) }
  }

  @Test(arguments: runs)
  func `an outline shows the sections and keys of its list`(
    kind: OutlineModel.Kind, seed: UInt64
  ) throws {
    var model = try OutlineModel(kind, seed: seed)
    for _ in 0..<40 {
      _ = model.change(atMost: 20)
      let list = try model.list()
      let outline = list.outline(
        model.query.ordering, slack: Int(seed % 3), leafRows: Self.leafRows(seed))
      try check(try #require(outline), list, model)
    }
  }

  @Test(arguments: runs)
  func `an outline that is brought up to date is the one of the new list`(
    kind: OutlineModel.Kind, seed: UInt64
  ) throws {
    var model = try OutlineModel(kind, seed: seed)
    var outline = try #require(
      try model.list().outline(model.query.ordering, leafRows: Self.leafRows(seed)))
    for _ in 0..<60 {
      let names = model.change(atMost: seed.isMultiple(of: 2) ? 3 : 12)
      outline = try merged(outline, names, model, seed)
      try check(outline, try model.list(), model)
    }
  }

  @Test(arguments: runs)
  func `an outline of some ranks has their rows and sections`(
    kind: OutlineModel.Kind, seed: UInt64
  ) throws {
    var model = try OutlineModel(kind, seed: seed)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      _ = model.change(atMost: 20)
      let list = try model.list()
      let outline = try #require(
        list.outline(model.query.ordering, leafRows: Self.leafRows(seed)))
      let start = generator.below(list.count + 1)
      let end = start + generator.below(list.count + 1 - start)
      let part = try #require(outline.rows(in: start..<end))
      #expect(part.count == end - start)
      #expect(part.keys(in: 0..<part.count) == Array(list.keys[start..<end]))
      let bytes = OutlineRowsInMemory(bytes: try #require(part.allRows))
      #expect(Outline(head: part.head, rows: bytes)?.count == part.count)
      for rank in 0..<part.count {
        #expect(
          part.sectionCell(part.section(ofRank: rank))
            == outline.sectionCell(outline.section(ofRank: start + rank)))
        let section = part.ranks(ofSection: part.section(ofRank: rank))
        let whole = outline.ranks(ofSection: outline.section(ofRank: start + rank))
        #expect(section.count == whole.clamped(to: start..<end).count)
      }
    }
  }

  @Test func `an unreported row is not overlooked if its key is inserted again`() throws {
    var model = try OutlineModel(.sections, seed: 1)
    _ = model.change(atMost: 50)
    let outline = try #require(try model.list().outline(model.query.ordering))
    var merge = OutlineMerge(
      outline, replacing: [], keyIsRowID: false, with: try model.packed(), knowing: nil,
      model.query.ordering)
    guard case .impossible = merge.merged() else {
      Issue.record("two rows have one key")
      return
    }
  }

  /// Small leaves, so that changes concern some of them, or one for all rows.
  private static func leafRows(_ seed: UInt64) -> Int { [2, 5, 4096][Int(seed % 3)] }

  /// Returns a list of numbers by name.
  private static func longList(_ query: RowQuery) throws -> RowList {
    var fetched = FetchedRows(query, isOrdered: false)
    for number in 0..<10_000 {
      try fetched.append(PackedRow(["t", .integer(Int64(number)), .text("\(number)"), "n"]))
    }
    return try RowList(try fetched.packer().packed)
  }

  /// Rows that count how often they are fetched.
  private final class CountedRows: OutlineRows {
    private let bytes: [UInt8]
    private let ranges = Locked<[Range<Int>]>([])

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }
    var fetched: [Range<Int>] { ranges.withLock { $0 } }

    func bytes(in range: Range<Int>) -> [UInt8]? {
      ranges.withLock { $0.append(range) }
      return Array(bytes[range])
    }
  }

  @Test func `catching up with some rows reads only the leaves that they are in`() throws {
    let query = try OutlineModel(.plain, seed: 3).query
    let list = try Self.longList(query)
    let whole = try #require(list.outline(query.ordering, leafRows: 100))
    let source = CountedRows(try #require(whole.allRows))
    let outline = try #require(Outline(head: whole.head, rows: source))
    #expect(outline.leaves.count == 100 && source.fetched.isEmpty)
    var fetched = FetchedRows(query, isOrdered: false)
    // It moves from one leaf to another one.
    try fetched.append(PackedRow(["t", 777, "1234x", "n"]))
    var merge = OutlineMerge(
      outline, replacing: [RowKey([.integer(777)]), RowKey([.integer(5000)])], keyIsRowID: false,
      with: try fetched.packer().packed, knowing: nil, query.ordering, leafRows: 100)
    guard case .merged(let merged) = merge.merged() else {
      Issue.record("the kept bytes tell where the row is")
      return
    }
    // Each filter is read once. Three leaves are read to be changed, and some because a filter can't rule them out.
    let filters = source.fetched.count { $0.count == 125 }
    #expect(filters >= 98 && filters <= 100)
    #expect(source.fetched.count - filters <= 3 * 2 + 8, "\(source.fetched.count - filters)")
    #expect(merged.count == 9999)
    var keys = list.keys.filter { $0 != RowKey([.integer(777)]) && $0 != RowKey([.integer(5000)]) }
    let place = try #require(keys.firstIndex(of: RowKey([.integer(1235)])))
    keys.insert(RowKey([.integer(777)]), at: place)
    #expect(merged.keys(in: 0..<9999) == keys)
  }

  @Test func `a leaf that is damaged is not shown, and rules out nothing`() throws {
    let query = try OutlineModel(.plain, seed: 3).query
    let list = try Self.longList(query)
    let none = try FetchedRows(query, isOrdered: false).packer().packed
    let whole = try #require(list.outline(query.ordering, leafRows: 1000))
    let bytes = try #require(whole.allRows)
    var end = 0
    for (number, leaf) in whole.leaves.enumerated() {
      for place in [end, end + leaf.byteCount - 1] {
        var damaged = bytes
        damaged[place] ^= 1
        let rows = OutlineRowsInMemory(bytes: damaged)
        let outline = try #require(Outline(head: whole.head, rows: rows))
        #expect(!outline.leaves.allSatisfy(\.isIntact) && outline.allRows == nil)
        if place == end { #expect(outline.keys(in: 0..<10_000).count < 10_000) }
        // A filter that is damaged rules no row out, and a merge doesn't go by it.
        let rank = outline.ranks(ofLeaf: number).upperBound - 1
        #expect(outline.rank(of: list.keys[rank]) == (place == end ? nil : rank))
        var merge = OutlineMerge(
          outline, replacing: [list.keys[rank]], keyIsRowID: false, with: none, knowing: nil,
          query.ordering)
        guard case .impossible = merge.merged() else {
          Issue.record("a damaged leaf was believed")
          return
        }
      }
      end += leaf.byteCount
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `leaves that make no sense do not crash a merge`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let kinds = OutlineModel.Kind.allCases
    var model = try OutlineModel(kinds[Int(seed) % kinds.count], seed: seed)
    func bytes(_ most: Int) -> [UInt8] {
      (0..<generator.below(most)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
    var accepted = 0
    for _ in 0..<30 {
      _ = model.change(atMost: 20)
      let list = try model.list()
      let outline = try #require(list.outline(model.query.ordering, leafRows: 3))
      let leaves = outline.leaves.map { leaf in
        let isInvented = generator.happens(onceIn: 3)
        let hasOtherStart = generator.happens(onceIn: 3)
        return OutlineLeaf(
          rows: isInvented ? bytes(40) : leaf.rows ?? [],
          count: isInvented && outline.shape.isPlain ? 1 + generator.below(5) : leaf.count,
          start: hasOtherStart ? bytes(9) : leaf.start,
          filter: LeafFilter(bytes: generator.happens(onceIn: 3) ? bytes(4) : [0xFF]))
      }
      let written = Outline(outline.shape, outline.sections, leaves)
      let bytes = OutlineRowsInMemory(bytes: try #require(written.allRows))
      guard let read = Outline(head: written.head, rows: bytes) else { continue }
      accepted += 1
      let names = model.change(atMost: 5)
      var merge = OutlineMerge(
        read, replacing: names, keyIsRowID: false, with: try model.packed(names), knowing: nil,
        model.query.ordering, leafRows: 3)
      if case .merged(let merged) = merge.merged() { _ = merged.keys(in: 0..<merged.count) }
    }
    #expect(accepted > 5)
  }

  @Test func `an outline that is read is the one that was written`() throws {
    for kind in OutlineModel.Kind.allCases {
      var model = try OutlineModel(kind, seed: 7)
      for leafRows in [1, 3, 4096] {
        _ = model.change(atMost: 30)
        let list = try model.list()
        let outline = try #require(list.outline(model.query.ordering, leafRows: leafRows))
        let bytes = try #require(outline.allRows)
        let read = try #require(
          Outline(head: outline.head, rows: OutlineRowsInMemory(bytes: bytes)))
        #expect(read.head == outline.head && read.allRows == bytes)
        try check(read, list, model)
      }
    }
  }

  @Test func `a long list has its rows in several leaves`() throws {
    let query = try OutlineModel(.plain, seed: 2).query
    let list = try Self.longList(query)
    let outline = try #require(list.outline(query.ordering))
    #expect(outline.leaves.count == 3)
    #expect(outline.keys(in: 0..<10_000) == list.keys)
    #expect(outline.keys(in: 4090..<4100) == Array(list.keys[4090..<4100]))
    #expect(outline.rank(of: list.keys[9000]) == 9000)
  }

  /// Replaces rows, reading other rows again as often as requested.
  private func merged(
    _ outline: Outline, _ names: Set<RowKey>, _ model: OutlineModel, _ seed: UInt64
  ) throws -> Outline {
    var known: Set<RowKey> = []
    for _ in 0..<20 {
      var merge = OutlineMerge(
        outline, replacing: names, keyIsRowID: false, with: try model.packed(names),
        knowing: known.isEmpty ? nil : try model.packed(known), model.query.ordering,
        slack: Int(seed % 3), leafRows: Self.leafRows(seed))
      switch merge.merged() {
      case .merged(let merged): return merged
      case .unsure(let more):
        try #require(!more.isSubset(of: known))
        known.formUnion(more)
      case .impossible(let reason):
        throw LawViolation(.cache, reason)
      }
    }
    throw LawViolation(.cache, "it asks for ever more rows")
  }

  private func check(_ outline: Outline, _ list: RowList, _ model: OutlineModel) throws {
    let shown = PresentedList(RowSnapshot(outline, of: model.query, firstRows: [:]))
    let whole = PresentedList(
      RowSnapshot(
        list: list, layout: model.query.layout, ordering: model.query.ordering,
        section: model.query.request.order.section))
    try #require(shown.count == whole.count)
    try #require(outline.keys(in: 0..<shown.count) == list.keys)
    try #require(shown.sectionCount == whole.sectionCount)
    for section in 0..<whole.sectionCount {
      try #require(shown.ranks(ofSection: section) == whole.ranks(ofSection: section))
      guard whole.count > 0 else { continue }
      try #require(shown.sectionKey(section) == whole.sectionKey(section))
    }
    for rank in stride(from: 0, to: shown.count, by: 7) {
      try #require(shown.path(ofRank: rank) == whole.path(ofRank: rank))
      try #require(outline.keys(in: rank..<rank + 1) == [list[rank].key])
    }
  }
}
