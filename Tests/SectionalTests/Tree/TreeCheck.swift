import SectionalTesting

@testable import Sectional

/// Checks the invariants of a tree and of the directory of its blocks.
struct TreeCheck {
  private let list: RowList
  /// Whether rows are only in memory in some blocks, so that small neighbors need not be joined.
  private let isPartial: Bool
  private var rowCount = 0
  private var residentCount = 0
  private var lastOrder: [UInt8] = []
  private var depths: Set<Int> = []

  init(_ list: RowList, isPartial: Bool = false) {
    self.list = list
    self.isPartial = isPartial
  }

  /// - Throws: ``LawViolation`` with the first broken invariant.
  mutating func run() throws(LawViolation) {
    try check(list.tree.children, depth: 0, bound: nil)
    try require(rowCount == list.count, "the list counts \(list.count) rows of \(rowCount)")
    try require(depths.count <= 1, "blocks lie at the depths \(depths)")
    try require(
      list.directory.identityCount == residentCount, "the directory knows other rows than there are"
    )
  }

  private mutating func check(
    _ children: [RowTree.Child], depth: Int, bound: [UInt8]?
  ) throws(LawViolation) {
    try require(
      children.count <= list.tree.shape.fanOut, "a branch has \(children.count) children")
    for (place, child) in children.enumerated() {
      let before = place > 0 ? children[place - 1] : nil
      try require(
        child.continuesSection == (before.map { $0.lastSection == child.firstSection } ?? false),
        "a section goes on, or ends, where the tree says otherwise")
      try require(
        isPartial || before.map { !isSmall($0, child) } ?? true,
        "two small neighbors are not joined")
      // The very first separator is never used.
      if place > 0 {
        try require(
          ByteOrder.compare(lastOrder, child.separator) == .less, "a separator is too low")
      }
      try check(child, depth: depth, isFirst: place == 0 && bound == nil)
    }
  }

  private mutating func check(
    _ child: RowTree.Child, depth: Int, isFirst: Bool
  ) throws(LawViolation) {
    switch child.content {
    case .branch(let inner):
      try require(
        child.isCounted == inner.allSatisfy(\.isCounted),
        "a branch doesn't know whether it has rows in memory")
      try require(
        child.rows == inner.reduce(0) { $0 + $1.rows }, "a branch counts its rows wrong")
      try require(
        child.sections == RowTree.sectionSum(of: inner), "a branch counts its sections wrong")
      try require(!inner.isEmpty, "a branch is empty")
      try check(inner, depth: depth + 1, bound: isFirst ? nil : child.separator)
    case .block(let block, let number):
      depths.insert(depth)
      try require(
        child.isCounted == (block.counts != nil), "it isn't known whether a block is in memory")
      try check(block, number, child, isFirst: isFirst)
    }
  }

  private mutating func check(
    _ block: RowBlock, _ number: UInt32, _ child: RowTree.Child, isFirst: Bool
  ) throws(LawViolation) {
    let shape = list.tree.shape
    try require(block.count > 0, "a block is empty")
    // A block that only counts its rows can't be split without reading them.
    try require(
      block.counts != nil || block.count <= shape.blockRows, "a block holds \(block.count) rows")
    try require(
      child.rows == block.count && child.sections == block.runs.count, "a block is counted wrong")
    for run in block.runs.indices.dropFirst() {
      try require(
        block.runs[run].section != block.runs[run - 1].section
          && block.runs[run].start > block.runs[run - 1].start, "a run of rows is cut in two")
    }
    guard block.counts == nil else {
      rowCount += block.count
      // Its rows aren't known, but none of them is less.
      lastOrder = child.separator
      return
    }
    residentCount += block.count
    for position in 0..<block.count {
      let order = block.order(of: position, list.grouping)
      try require(
        rowCount == 0 || ByteOrder.compare(lastOrder, order) == .less, "rows don't ascend")
      if position == 0, !isFirst {
        try require(
          ByteOrder.compare(child.separator, order) != .greater, "a separator is too high")
      }
      lastOrder = order
      rowCount += 1
      try check(block, position, number)
    }
  }

  private func check(
    _ block: RowBlock, _ position: Int, _ number: UInt32
  ) throws(LawViolation) {
    let hash = block.slots[position].hash
    try require(hash == IdentityHash.hash(block[position].key.bytes), "a row has another's hash")
    try require(
      list.directory.blocks(ofHash: hash).contains(number), "the directory misses a row")
    guard let rowID = block[position].rowID else { return }
    try require(
      list.directory.blocks(ofRowID: rowID).contains(number), "the directory misses a rowid")
  }

  private func isSmall(_ left: RowTree.Child, _ right: RowTree.Child) -> Bool {
    switch (left.content, right.content) {
    case (.branch(let one), .branch(let other)):
      list.tree.shape.joinsBranches(one.count, other.count)
    case (.block(let one, _), .block(let other, _)): list.tree.shape.joinsBlocks(one, other)
    default: true
    }
  }

  private func require(_ condition: Bool, _ words: String) throws(LawViolation) {
    guard condition else { throw LawViolation(.consistent, words) }
  }
}
