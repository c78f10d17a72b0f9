extension RowTree {
  /// Makes a tree of blocks in order, which are numbered as they stand.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  init(_ blocks: [RowBlock], separators: [[UInt8]], _ grouping: RowGrouping, shape: RowTreeShape) {
    self.init(grouping, shape: shape)
    var level: [Child] = []
    level.reserveCapacity(blocks.count)
    for (number, block) in blocks.enumerated() {
      level.append(Child(block, number: UInt32(number), separator: separators[number]))
    }
    children = rooted(level)
  }

  /// Returns the children of the root above some children of any number.
  func rooted(_ children: [Child]) -> [Child] {
    var level = children
    while level.count > shape.fanOut { level = branches(of: level) }
    while level.count == 1, case .branch(let inner) = level[0].content { level = inner }
    return RowTree.linked(level)
  }

  /// Returns as few branches as take some children.
  func branches(of children: [Child]) -> [Child] {
    guard !children.isEmpty else { return [] }
    let parts = (children.count + shape.fanOut - 1) / shape.fanOut
    return RowTreeShape.even(0..<children.count, into: parts).map {
      Child(branch: Array(children[$0]))
    }
  }
}

extension RowBlock {
  /// Returns the bytes that a row is ordered by.
  func order(of position: Int, _ grouping: RowGrouping) -> [UInt8] {
    let place = place(of: position)
    return Array(place.bytes[place.compared(grouping)])
  }

  /// Returns the place of a row.
  func place(of position: Int) -> RowPlace { self[position].place(in: section(of: position)) }

  /// Returns some of the rows as a block of their own.
  func part(_ positions: Range<Int>) -> RowBlock {
    var part = RowBlock()
    part.append(positions, of: self)
    return part
  }

  /// Makes an empty block with room for the rows of another one and some more.
  init(reservingRoomOf other: RowBlock, more count: Int) {
    self.init()
    reserveCapacity(
      bytes: other.bytes.count + count * 64, rows: other.count + count, runs: other.runs.count)
  }
}
