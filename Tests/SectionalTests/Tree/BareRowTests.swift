import SectionalTesting
import Testing

@testable import Sectional

/// Rows that lose their contents and get them back, as the rows of a list that is read in batches do.
struct BareRowTests {
  private func filled(_ kind: ModelList.Kind, _ generator: inout SeededGenerator) -> ModelList {
    var model = ModelList(kind: kind)
    repeat { _ = model.change(&generator) } while model.rows.count < kind.ids / 2
    return model
  }

  private func bare(_ list: RowList) -> Set<RowKey> {
    Set((0..<list.count).filter { !list[$0].hasContents }.map { list[$0].key })
  }

  @Test(arguments: ResidencyTests.kinds, 1...4 as ClosedRange<UInt64>)
  func `exactly the rows that were named lose their contents and get them back`(
    kind: ModelList.Kind, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let model = filled(kind, &generator)
    let whole = try model.list
    var (list, expected) = (whole, Set<Int>())
    for _ in 0..<30 {
      let named = Set(model.order.filter { _ in generator.happens(onceIn: 4) })
      if generator.happens(onceIn: 2) {
        list = list.dropping(contentsOf: named.map(model.key))
        expected.formUnion(named)
      } else {
        let rows = named.compactMap { model.orderedRow($0) }
        list = try #require(list.loading(PackedRows(rows, kind.grouping, shape: kind.shape)))
        expected.subtract(named)
      }
      try #require(bare(list) == Set(expected.map(model.key)))
      try #require(list.keys == whole.keys && list.sectionStarts == whole.sectionStarts)
      for rank in 0..<list.count where list[rank].hasContents {
        try #require(Array(list[rank].contents.bytes) == Array(whole[rank].contents.bytes))
      }
      var check = TreeCheck(list)
      try check.run()
    }
  }

  @Test(arguments: ResidencyTests.kinds)
  func `a block all of whose rows lost their contents is the one without contents`(
    kind: ModelList.Kind
  ) throws {
    var generator = SeededGenerator(seed: 3)
    let model = filled(kind, &generator)
    let keys = model.order.map(model.key)
    let once = try model.list.dropping(contentsOf: keys)
    let rows = PackedRows(model.order.compactMap { model.orderedRow($0) }, kind.grouping)
    let again = try #require(once.loading(rows)).dropping(contentsOf: keys)
    #expect(bare(again) == Set(keys))
    let (first, second) = (again.tree.block(ofRank: 0).block, once.tree.block(ofRank: 0).block)
    #expect(first === second)
  }

  @Test func `a row that stands elsewhere isn't loaded`() throws {
    var generator = SeededGenerator(seed: 5)
    var model = filled(ResidencyTests.kinds[0], &generator)
    let list = try model.list.dropping(contentsOf: model.order.map(model.key))
    model.rows[model.order[3]]?.position += 20
    let moved = model.order.compactMap { model.orderedRow($0) }
    #expect(list.loading(PackedRows(moved, .byKey)) == nil)
  }

  @Test func `a row that a store returns twice isn't loaded`() throws {
    var generator = SeededGenerator(seed: 5)
    let model = filled(ResidencyTests.kinds[0], &generator)
    let list = try model.list.dropping(contentsOf: model.order.map(model.key))
    let rows = model.order.compactMap { model.orderedRow($0) }
    #expect(list.loading(PackedRows(rows + rows.prefix(1), .byKey)) == nil)
  }
}
