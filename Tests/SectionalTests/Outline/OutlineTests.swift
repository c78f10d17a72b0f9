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
      try check(try #require(list.outline(model.query.ordering, slack: Int(seed % 3))), list, model)
    }
  }

  @Test(arguments: runs)
  func `an outline that is brought up to date is the one of the new list`(
    kind: OutlineModel.Kind, seed: UInt64
  ) throws {
    var model = try OutlineModel(kind, seed: seed)
    var outline = try #require(try model.list().outline(model.query.ordering))
    for _ in 0..<60 {
      let names = model.change(atMost: seed.isMultiple(of: 2) ? 3 : 12)
      outline = try merged(outline, names, model, slack: Int(seed % 3))
      try check(outline, try model.list(), model)
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

  @Test func `a long list has its rows in several segments`() throws {
    var model = try OutlineModel(.plain, seed: 2)
    _ = model.change(atMost: 1)
    var fetched = FetchedRows(model.query, isOrdered: false)
    for number in 0..<10_000 {
      try fetched.append(PackedRow(["t", .integer(Int64(number)), .text("\(number)"), "n"]))
    }
    let list = try RowList(try fetched.packer().packed)
    let outline = try #require(list.outline(model.query.ordering))
    #expect(outline.segmentCount == 3)
    #expect(outline.keys(in: 0..<10_000) == list.keys)
    #expect(outline.keys(in: 4090..<4100) == Array(list.keys[4090..<4100]))
    #expect(outline.rank(of: list.keys[9000]) == 9000)
  }

  /// Replaces rows, reading other rows again as often as requested.
  private func merged(
    _ outline: Outline, _ names: Set<RowKey>, _ model: OutlineModel, slack: Int
  ) throws -> Outline {
    var known: Set<RowKey> = []
    for _ in 0..<20 {
      var merge = OutlineMerge(
        outline, replacing: names, keyIsRowID: false, with: try model.packed(names),
        knowing: known.isEmpty ? nil : try model.packed(known), model.query.ordering, slack: slack)
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
