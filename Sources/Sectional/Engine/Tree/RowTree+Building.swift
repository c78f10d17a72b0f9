extension RowTree {
  /// Creates a tree of blocks in order, which are numbered by their position.
  ///
  /// - Complexity: O(*b*), where *b* is the number of blocks.
  init(_ blocks: [RowBlock], separators: [[UInt8]], _ grouping: RowGrouping, shape: RowTreeShape) {
    self.init(grouping, shape: shape)
    var level: [Child] = []
    level.reserveCapacity(blocks.count)
    for (number, block) in blocks.enumerated() {
      level.append(Child(block, number: UInt32(number), separator: separators[number], shape))
    }
    children = rooted(level)
  }

  /// Returns a separator for each block, with as few bytes as distinguish its first row from the last row of the
  /// previous block.
  static func separators(of blocks: [RowBlock], _ grouping: RowGrouping) -> [[UInt8]] {
    blocks.indices.map { number in
      let first = blocks[number].order(of: 0, grouping)
      guard number > 0 else { return first }
      let last = blocks[number - 1].order(of: blocks[number - 1].count - 1, grouping)
      let shared = zip(first, last).prefix { $0 == $1 }.count
      return Array(first.prefix(shared + 1))
    }
  }

  /// Returns the children of the root above any number of nodes of the same level.
  func rooted(_ children: [Child]) -> [Child] {
    var level = children
    while level.count > shape.fanOut { level = branches(of: level) }
    while level.count == 1, case .branch(let inner) = level[0].content { level = inner }
    RowTree.link(&level)
    return level
  }

  /// Returns the smallest number of branches that can hold some children.
  func branches(of children: [Child]) -> [Child] {
    guard !children.isEmpty else { return [] }
    guard children.count > shape.fanOut else { return [Child(branch: children, shape)] }
    let parts = (children.count + shape.fanOut - 1) / shape.fanOut
    return RowTreeShape.even(0..<children.count, into: parts).map {
      Child(branch: Array(children[$0]), shape)
    }
  }
}
