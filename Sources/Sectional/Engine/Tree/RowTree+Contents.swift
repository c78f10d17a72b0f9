extension RowTree {
  /// Returns the tree with other contents of some rows, which keep their order.
  ///
  /// - Parameters:
  ///   - ranks: The ranks of the rows, in ascending order.
  ///   - replacement: Returns the block to use in place of one with some of the rows; it has as many rows, in the same
  ///     sections. It is given the rank of the block's first row, the ranks of its own rows among those given, and the
  ///     block's number.
  /// - Returns: The tree, which shares all other blocks.
  /// - Complexity: O(*d* log *n*), where *d* is the number of rows.
  func replacingContents(
    at ranks: [Int], _ replacement: (RowBlock, Int, ArraySlice<Int>, UInt32) -> RowBlock
  ) -> RowTree {
    var tree = self
    tree.children = RowTree.replacing(in: children, from: 0, at: ranks[...], replacement)
    return tree
  }

  private static func replacing(
    in children: [Child], from start: Int, at ranks: ArraySlice<Int>,
    _ replacement: (RowBlock, Int, ArraySlice<Int>, UInt32) -> RowBlock
  ) -> [Child] {
    var (replaced, rest, start) = (children, ranks, start)
    for index in children.indices {
      guard !rest.isEmpty else { break }
      let end = start + Int(children[index].rows)
      let own = rest.prefix { $0 < end }
      if !own.isEmpty {
        switch children[index].content {
        case .block(let block, let number):
          let block = replacement(block, start, own, number)
          replaced[index].content = .block(block, number: number)
          replaced[index].isCounted = block.counts != nil
        case .branch(let inner):
          let children = replacing(in: inner, from: start, at: own, replacement)
          replaced[index].content = .branch(children)
          replaced[index].isCounted = children.allSatisfy(\.isCounted)
        }
      }
      rest = rest[own.endIndex...]
      start = end
    }
    return replaced
  }
}
