import SectionalTesting
import TestSupport

@testable import Sectional

/// A list of which only some blocks are in memory, and the same list with all rows, changed together and compared after
/// each change.
struct ResidencyRun {
  private var model: ModelList
  private var whole: RowList
  private var partial: RowList
  private var generator: SeededGenerator

  init(_ kind: ModelList.Kind, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    model = ModelList(kind: kind)
    for _ in 0..<4 { _ = model.change(&generator) }
    whole = try model.list
    partial = whole
  }

  /// Makes one random change, lets blocks come and go, and compares everything.
  mutating func step() throws {
    let before = whole
    let ids = model.change(&generator)
    let rows = ids.sorted().compactMap { model.orderedRow($0) }
    whole = try whole.applying(rows, for: Set(ids.map(model.key))).list
    let known = try restored(ids, before)
    try compare(known, with: before)
    var work = TreeWork()
    let applied = try known.applying(
      PackedRows(rows, model.kind.grouping),
      inPlaceOf: known.rows(of: Set(ids.map(model.key)), &work))
    try compare(applied.list, with: whole)
    try compare(
      applied.list.shownChanges(from: known, at: applied.changed),
      whole.shownChanges(from: before))
    partial = try shuffled(applied.list)
    try compare(partial, with: whole)
  }

  /// Returns the partial list with those blocks in memory that a change concerns, as they were before the change.
  private func restored(_ ids: Set<Int>, _ before: RowList) throws -> RowList {
    let keys = Set(ids.map(model.key))
    var work = TreeWork()
    let old = before.rows(of: keys, &work).map { ($0.row.orderKey, $0.row.record.rowID) }
    let new = ids.compactMap { model.orderedRow($0)?.place }
    var list = partial
    for orderKey in old.map(\.0) + new {
      guard let block = list.blocks[for: orderKey], !block.isResident else { continue }
      let gone = old.filter { list.blocks[for: $0.0]?.ranks == block.ranks }
      let present = PackedRows(
        rows(of: block, isFirst: block.ranks.lowerBound == 0), model.kind.grouping)
      guard
        let filled = list.blocks.restoring(
          at: block.ranks.lowerBound, from: present, without: keys, and: gone)
      else { throw LawViolation(.consistent, "the rows of \(block.ranks) aren't what they were") }
      list = filled
    }
    return list
  }

  /// Returns the rows that are in a block's range now.
  private func rows(of block: ListBlock, isFirst: Bool) -> [OrderedRow] {
    model.order.compactMap { model.orderedRow($0) }.filter { row in
      let order = Array(row.place.bytes[row.place.compared(model.kind.grouping)])
      let isBehindStart = isFirst || ByteOrder.compare(block.separator, order) != .greater
      return isBehindStart && (block.end.map { ByteOrder.compare($0, order) == .greater } ?? true)
    }
  }

  /// Returns a list with other blocks in memory.
  private mutating func shuffled(_ list: RowList) throws -> RowList {
    var list = list
    for _ in 0..<generator.below(4) where list.count > 0 {
      let rank = generator.below(list.count)
      let block = list.blocks[ofRank: rank]
      if block.isResident {
        list = list.blocks.evicting(at: [rank])
        try require(!list.blocks.isResident(rank), "a block that is only counted is in memory")
        continue
      }
      let rows = PackedRows(
        rows(of: block, isFirst: block.ranks.lowerBound == 0).reversed(), model.kind.grouping)
      guard let filled = list.blocks.filling(at: rank, with: rows) else {
        throw LawViolation(.consistent, "the rows of \(block.ranks) aren't those that were counted")
      }
      try require(filled.blocks.isResident(rank), "a block that was filled isn't in memory")
      list = filled
    }
    if generator.happens(onceIn: 6), list.count > 0 {
      list = list.blocks.evicting(at: Array(0..<list.count))
      try require(
        !(0..<list.count).contains(where: list.blocks.isResident), "not every block is only counted"
      )
    }
    return list
  }

  /// Compares what is known of a partial list with the whole one.
  private func compare(_ list: RowList, with whole: RowList) throws {
    var check = TreeCheck(list, isPartial: true)
    try check.run()
    try require(list.count == whole.count, "\(list.count) rows in place of \(whole.count)")
    try require(list.sectionStarts == whole.sectionStarts, "sections begin elsewhere")
    var first = 0
    while first < list.count {
      let block = list.blocks[ofRank: first]
      try compare(block, with: whole)
      first = block.ranks.upperBound
    }
    for rank in 0..<whole.count {
      try require(list.path(ofRank: rank) == whole.path(ofRank: rank), "rank \(rank) is elsewhere")
      try require(list[rank].section == whole[rank].section, "rank \(rank) is in another section")
      let key = whole[rank].key
      guard list.blocks.isResident(rank) else {
        try require(list.rank(of: key) == nil, "a row that isn't in memory is found")
        continue
      }
      try require(list[rank].hasOrderKey(of: whole[rank]), "another row is at \(rank)")
      try require(list.rank(of: key) == rank, "the row at \(rank) isn't found")
    }
  }

  /// Compares the place from which a block is read with the rows around it.
  private func compare(_ block: ListBlock, with whole: RowList) throws {
    let order = { (rank: Int) in
      let orderKey = whole[rank].orderKey
      return Array(orderKey.bytes[orderKey.compared(model.kind.grouping)])
    }
    let rank = block.ranks.lowerBound
    try require(
      ByteOrder.compare(block.start, order(rank)) != .greater, "block \(rank) begins behind a row")
    try require(
      rank == 0 || ByteOrder.compare(order(rank - 1), block.start) == .less,
      "block \(rank) begins before the one before it ends")
    try require(
      ByteOrder.compare(block.separator, block.start) != .greater,
      "block \(rank) begins before its separator")
    guard model.kind.grouping != .asSorted else { return }
    try require(
      model.kind.ordering.isOrder(block.start), "block \(rank) begins at a place that was cut")
  }

  /// Compares changes, of which a partial list lacks updates of rows without contents.
  private func compare(_ changes: RowListDiff, _ whole: RowListDiff) throws {
    try require(
      changes.sectionDeletes == whole.sectionDeletes
        && changes.sectionInserts == whole.sectionInserts, "sections changed otherwise")
    try require(
      changes.rows.filter { $0.kind != .update } == whole.rows.filter { $0.kind != .update },
      "rows changed otherwise: \(changes.rows) and not \(whole.rows)")
    try require(
      Set(changes.rows).isSubset(of: whole.rows), "an update is reported that there wasn't")
  }

  private func require(_ condition: Bool, _ words: @autoclosure () -> String) throws(LawViolation) {
    guard condition else { throw LawViolation(.consistent, words()) }
  }
}

extension ModelList {
  /// The list with all rows.
  var list: RowList {
    get throws {
      try RowList(order.compactMap { orderedRow($0) }, kind.grouping, shape: kind.shape)
    }
  }
}
